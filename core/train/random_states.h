#pragma once

#include "core/settings/settings.h"
#include "core/train/run_state.h"
#include "core/train/tensors.h"

namespace firstsplit::train {

/// Seeds LibTorch's default generators from the settings and says what the training's own are to be seeded
/// with.
Seeds seedAll(const settings::Values& values);

/// The whole state of each generator that training can draw from: "cpu", "sampler" and, on a GPU, "cuda:0"
/// (its seed and offset; asked for only on a CUDA run, as asking would start CUDA). Reading draws nothing.
NamedTensors randomStates(const at::Generator& sampler, at::Device device);

}  // namespace firstsplit::train
