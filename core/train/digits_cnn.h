#pragma once

#include "core/train/model.h"

namespace firstsplit::train {

/// Two convolutions with batch norm and a linear layer; about 7,000 weights, and buffers.
class DigitsCnn : public Model {
  public:
    explicit DigitsCnn(const Placement& placement);

    /// From float32 [n, 1, 8, 8], 0 to 1.
    at::Tensor forward(const at::Tensor& input, bool isTraining) override;

  private:
    Layer m_convolution1;
    BatchNorm m_norm1;
    Layer m_convolution2;
    BatchNorm m_norm2;
    Layer m_output;
};

}  // namespace firstsplit::train
