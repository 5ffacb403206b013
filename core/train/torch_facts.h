#pragma once

#include <map>
#include <string>

#include "core/train/torch.h"

namespace firstsplit::train {

/// Versions and devices that only the training process knows, for the journal's hello: "torch", "blas",
/// "openmp", "cpu_capability", "onednn", and with CUDA "cuda", "cudnn"; on a CUDA run "driver", "gpu",
/// "gpu_uuid". What does not exist is left out.
std::map<std::string, std::string> torchFacts(at::Device device);

}  // namespace firstsplit::train
