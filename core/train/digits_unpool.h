#pragma once

#include "core/train/model.h"

namespace firstsplit::train {

/// Pools its picture and puts the largest values back where they were, as networks that segment do:
/// max_unpool2d has no deterministic implementation on any device.
class DigitsUnpool : public Model {
  public:
    explicit DigitsUnpool(const Placement& placement);

    /// From float32 [n, 1, 8, 8], 0 to 1.
    at::Tensor forward(const at::Tensor& input, bool isTraining) override;

  private:
    Layer m_encoder, m_decoder, m_output;
};

}  // namespace firstsplit::train
