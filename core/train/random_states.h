#pragma once

#include <cstdint>
#include <optional>

#include "core/settings/settings.h"
#include "core/train/tensors.h"

namespace firstsplit::train {

/// Seeds LibTorch's default generators from the settings and says what the sampler's is to be seeded with.
/// Without `seed` nothing is seeded: LibTorch has already drawn a seed from the system.
struct Seeds {
    std::optional<std::uint64_t> seed;
    std::uint64_t data = 0;
};
Seeds seedAll(const settings::Values& values);

/// The whole state of each generator that training can draw from: "cpu", "sampler" and, on a GPU, "cuda:0"
/// (its seed and offset; asked for only on a CUDA run, as asking would start CUDA). Reading draws nothing.
NamedTensors randomStates(const at::Generator& sampler, at::Device device);

}  // namespace firstsplit::train
