#include "core/train/digits_cnn.h"

namespace firstsplit::train {
namespace {

constexpr std::int64_t side = 8, channels1 = 16, channels2 = 32, classes = 10;

}  // namespace

DigitsCnn::DigitsCnn(const Placement& placement)
    : Model(placement),
      m_convolution1(addConvolution("conv1", 1, channels1, 3)),
      m_norm1(addBatchNorm("norm1", channels1)),
      m_convolution2(addConvolution("conv2", channels1, channels2, 3)),
      m_norm2(addBatchNorm("norm2", channels2)),
      m_output(addLinear("output", channels2 * side * side / 4, classes)) {}

at::Tensor DigitsCnn::forward(const at::Tensor& input, bool isTraining) {
    // A stride instead of pooling: the backward pass of max pooling has no deterministic algorithm on CUDA.
    at::Tensor x = at::conv2d(input, m_convolution1.weight, {}, /*stride=*/1, /*padding=*/1);
    x = at::relu(m_norm1.forward(x, isTraining));
    x = at::conv2d(x, m_convolution2.weight, {}, /*stride=*/2, /*padding=*/1);
    x = at::relu(m_norm2.forward(x, isTraining));
    return at::linear(x.flatten(1), m_output.weight, m_output.bias);
}

}  // namespace firstsplit::train
