#pragma once

#include "core/train/model.h"

namespace firstsplit::train {

/// A small network with a classic fault: the 64 pixels are widened to 80 columns, and nobody writes the last
/// 16 before the first layer reads them. They hold what the block held before it was freed, here a note of
/// the time and of addresses, which are other bytes in every run. (Memory that is new to the process is zero,
/// and would hide the fault.)
class DigitsPadded : public Model {
  public:
    explicit DigitsPadded(const Placement& placement);

    /// From pixels uint8 [n, 64].
    at::Tensor forward(const at::Tensor& input, bool isTraining) override;

  private:
    Layer m_hidden, m_output;
};

}  // namespace firstsplit::train
