#pragma once

#include <map>
#include <string>

#include "core/train/torch.h"

namespace firstsplit::train {

/// What only the training process knows, for the journal's hello, under the keys of core/journal/FORMAT.md:
/// "torch", "torch.config", "cpu.capability", "threads.intra", "threads.inter", "attention.order"; where LibTorch has them
/// "cuda" and "cudnn"; on a CUDA run "gpu.driver", "gpu.name", "gpu.uuid", "gpu.compute". What does not exist
/// is left out.
std::map<std::string, std::string> torchFacts(at::Device device);

}  // namespace firstsplit::train
