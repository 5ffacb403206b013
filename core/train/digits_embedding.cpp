#include "core/train/digits_embedding.h"

namespace firstsplit::train {
namespace {

constexpr std::int64_t pixelCount = 64, valueCount = 17, width = 32, hiddenWidth = 128, classes = 10;

at::Tensor drawnTable(const DigitsEmbedding::Shape& shape) {
    const at::Tensor direction = at::randn({pixelCount, 1, width});
    const at::Tensor noise = at::randn({pixelCount, valueCount, width});
    const at::Tensor value = at::arange(valueCount, at::kFloat).div_(valueCount - 1).view({1, valueCount, 1});
    return (direction * value * shape.ordinal + noise * shape.noise).view({pixelCount * valueCount, width});
}

}  // namespace

DigitsEmbedding::DigitsEmbedding(const Shape& shape, EmbeddingGradient gradient, const Placement& placement)
    : Model(placement),
      m_shape(shape),
      m_gradient(gradient),
      m_table(addParameter("table", drawnTable(shape))),
      m_hidden1(addLinear("hidden1", width, hiddenWidth)),
      m_hidden2(addLinear("hidden2", hiddenWidth, hiddenWidth)),
      m_output(addLinear("output", hiddenWidth, classes)) {}

at::Tensor DigitsEmbedding::rowsOf(const at::Tensor& pixels) {
    return pixels.to(at::kLong) + at::arange(0, pixelCount * valueCount, valueCount, at::kLong);
}

at::Tensor DigitsEmbedding::activated(const at::Tensor& input) const {
    return m_shape.isRelu ? at::relu(input) : at::tanh(input);
}

at::Tensor DigitsEmbedding::forward(const at::Tensor& input, bool) {
    const at::Tensor rows =
        lookUp(m_table, input.flatten(), m_gradient).view({input.size(0), pixelCount, width});
    at::Tensor x = m_shape.isMean ? rows.mean(1) : rows.sum(1);
    x = activated(at::linear(x, m_hidden1.weight, m_hidden1.bias));
    x = activated(at::linear(x, m_hidden2.weight, m_hidden2.bias));
    return at::linear(x, m_output.weight, m_output.bias);
}

}  // namespace firstsplit::train
