#include "core/train/transformer.h"

#include <cmath>

namespace firstsplit::train {
namespace {

constexpr std::int64_t width = 128, heads = 4, blockCount = 2;
constexpr double deviation = 0.02;  // of the initial weights, as GPT-2 draws them

at::Tensor normed(const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias) {
    const std::int64_t shape[] = {width};
    return at::layer_norm(input, shape, weight, bias);
}

}  // namespace

Model::Layer Transformer::addLayerNorm(const std::string& name) {
    const at::Tensor weight = addParameter(name + ".weight", at::ones({width}));
    return {weight, addParameter(name + ".bias", at::zeros({width}))};
}

Model::Layer Transformer::addDense(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                                   double spread) {
    const at::Tensor weight = addParameter(name + ".weight", at::randn({outputs, inputs}).mul_(spread));
    return {weight, addParameter(name + ".bias", at::zeros({outputs}))};
}

Transformer::Block Transformer::addBlock(const std::string& name) {
    // What is added to the residual stream starts smaller, the more often it is added.
    const double residual = deviation / std::sqrt(2.0 * blockCount);
    Block block;
    block.norm1 = addLayerNorm(name + ".norm1");
    block.attention = addDense(name + ".attention", width, 3 * width, deviation);
    block.projection = addDense(name + ".projection", width, width, residual);
    block.norm2 = addLayerNorm(name + ".norm2");
    block.widen = addDense(name + ".widen", width, 4 * width, deviation);
    block.narrow = addDense(name + ".narrow", 4 * width, width, residual);
    return block;
}

Transformer::Transformer(std::int64_t vocabulary, const Placement& placement)
    : Model(placement),
      m_characters(addParameter("characters", at::randn({vocabulary, width}).mul_(deviation))),
      m_positions(addParameter("positions", at::randn({length, width}).mul_(deviation))) {
    for (std::int64_t i = 0; i < blockCount; ++i) m_blocks.push_back(addBlock("block" + std::to_string(i)));
    m_norm = addLayerNorm("norm");
    m_output = addDense("output", width, vocabulary, deviation);
}

at::Tensor Transformer::attend(const Block& block, const at::Tensor& input) const {
    const std::int64_t count = input.size(0), positions = input.size(1);
    // [n, positions, 3, heads, width of a head] → three times [n, heads, positions, width of a head]
    const std::vector<at::Tensor> parts = at::linear(input, block.attention.weight, block.attention.bias)
                                              .view({count, positions, 3, heads, width / heads})
                                              .permute({2, 0, 3, 1, 4})
                                              .unbind(0);
    const at::Tensor mixed = at::scaled_dot_product_attention(parts[0], parts[1], parts[2], /*attn_mask=*/{},
                                                              /*dropout_p=*/0, /*is_causal=*/true);
    return at::linear(mixed.transpose(1, 2).reshape({count, positions, width}), block.projection.weight,
                      block.projection.bias);
}

at::Tensor Transformer::forward(const at::Tensor& input, bool) {
    at::Tensor x = at::embedding(m_characters, input) + m_positions.narrow(0, 0, input.size(1));
    for (const Block& block : m_blocks) {
        x = x + attend(block, normed(x, block.norm1.weight, block.norm1.bias));
        const at::Tensor wide =
            at::linear(normed(x, block.norm2.weight, block.norm2.bias), block.widen.weight, block.widen.bias);
        x = x + at::linear(at::gelu(wide), block.narrow.weight, block.narrow.bias);
    }
    return at::linear(normed(x, m_norm.weight, m_norm.bias), m_output.weight, m_output.bias);
}

}  // namespace firstsplit::train
