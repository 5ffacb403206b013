#pragma once

#include "core/train/model.h"

namespace firstsplit::train {

/// A decoder over characters: causal attention through scaled dot-product attention, layer norm before each
/// part (as GPT-2), no dropout. About 420,000 weights.
class Transformer : public Model {
  public:
    static constexpr std::int64_t length = 64;  ///< characters that it sees at most

    Transformer(std::int64_t vocabulary, const Placement& placement);

    /// From int64 [n, positions], characters by number: logits [n, positions, vocabulary].
    at::Tensor forward(const at::Tensor& input, bool isTraining) override;

  private:
    struct Block {
        Layer norm1, attention, projection, norm2, widen, narrow;
    };
    Layer addLayerNorm(const std::string& name);
    Layer addDense(const std::string& name, std::int64_t inputs, std::int64_t outputs, double spread);
    Block addBlock(const std::string& name);
    at::Tensor attend(const Block& block, const at::Tensor& input) const;

    at::Tensor m_characters, m_positions;
    std::vector<Block> m_blocks;
    Layer m_norm, m_output;
};

}  // namespace firstsplit::train
