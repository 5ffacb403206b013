#pragma once

#include <string>

#include "core/base/result.h"
#include "core/train/torch.h"

namespace firstsplit::train {

/// "cpu", "cuda" (the first GPU) or "cuda:1". When CUDA cannot be used, the sentence says which part is
/// missing (LibTorch's, this program's, the driver, or such a GPU) and what to do.
Result<at::Device> deviceNamed(const std::string& name);

}  // namespace firstsplit::train
