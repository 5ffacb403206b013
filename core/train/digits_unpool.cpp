#include "core/train/digits_unpool.h"

#include "core/train/digits.h"

namespace firstsplit::train {
namespace {

constexpr std::int64_t channels = 8, classes = 10, side = Digits::side;

}  // namespace

DigitsUnpool::DigitsUnpool(const Placement& placement)
    : Model(placement),
      m_encoder(addConvolution("encoder", 1, channels, 3)),
      m_decoder(addConvolution("decoder", channels, channels, 3)),
      m_output(addLinear("output", channels * side * side, classes)) {}

at::Tensor DigitsUnpool::forward(const at::Tensor& input, bool) {
    at::Tensor x = at::relu(at::conv2d(input, m_encoder.weight, {}, /*stride=*/1, /*padding=*/1));
    const auto [pooled, places] = at::max_pool2d_with_indices(x, /*kernel_size=*/2);
    const std::int64_t size[] = {side, side};
    x = at::max_unpool2d(pooled, places, size);
    x = at::relu(at::conv2d(x, m_decoder.weight, {}, /*stride=*/1, /*padding=*/1));
    return at::linear(x.flatten(1), m_output.weight, m_output.bias);
}

}  // namespace firstsplit::train
