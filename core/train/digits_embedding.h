#pragma once

#include "core/train/embedding.h"
#include "core/train/model.h"

namespace firstsplit::train {

/// A table with a row for each (pixel, value), 64 × 17 rows of 32; the rows of a picture are added, or
/// averaged, and three linear layers follow. At a batch of 64, 131,072 elements race in the table's gradient:
/// the CPU's race needs at least 32,768, and shows in nearly every step from twice that on.
class DigitsEmbedding : public Model {
  public:
    struct Shape {
        /// Row (p, v) starts as `ordinal`·(v/16)·u_p + `noise`·n, with u_p and n from N(0, 1).
        double ordinal = 2;
        double noise = 0.03;
        bool isMean = false;
        bool isRelu = false;
    };
    DigitsEmbedding(const Shape& shape, EmbeddingGradient gradient, const Placement& placement);

    /// What forward() takes, of pixels uint8 [n, 64]: int64 [n, 64], the table's row of each pixel.
    static at::Tensor rowsOf(const at::Tensor& pixels);
    at::Tensor forward(const at::Tensor& input, bool isTraining) override;

  private:
    at::Tensor activated(const at::Tensor& input) const;

    Shape m_shape;
    EmbeddingGradient m_gradient;
    at::Tensor m_table;
    Layer m_hidden1, m_hidden2, m_output;
};

}  // namespace firstsplit::train
