#pragma once

#include "core/train/torch.h"

namespace firstsplit::train {

/// Handwritten digits. The last 360 samples are the hold-out: by other writers than most of the rest.
struct Digits {
    at::Tensor pixels;  ///< uint8 [1797, 64], counts from 0 to 16, row-major 8 × 8
    at::Tensor labels;  ///< int64 [1797], 0 to 9

    static constexpr std::int64_t holdOut = 360, side = 8, pixelCount = side * side, highest = 16;
    std::int64_t trainingCount() const { return labels.size(0) - holdOut; }
    /// float32 [1797, 1, 8, 8], 0 to 1.
    at::Tensor pictures() const { return pixels.to(at::kFloat).div_(highest).view({-1, 1, side, side}); }
};

/// Throws when the built-in data is not what it should be.
Digits loadDigits();

}  // namespace firstsplit::train
