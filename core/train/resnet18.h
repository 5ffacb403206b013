#pragma once

#include <optional>

#include "core/train/model.h"

namespace firstsplit::train {

/// ResNet-18 (He et al., CVPR 2016) as it is used for CIFAR: a first convolution of 3 × 3 with stride 1 and
/// no pooling. 11.2 million weights, 62 tensors.
class ResNet18 : public Model {
  public:
    explicit ResNet18(const Placement& placement);

    /// From float32 [n, 3, 32, 32].
    at::Tensor forward(const at::Tensor& input, bool isTraining) override;

  private:
    struct Block {
        std::int64_t stride = 1;
        Layer convolution1, convolution2;
        BatchNorm norm1, norm2;
        std::optional<Layer> shortcut;  ///< where the shape changes
        std::optional<BatchNorm> shortcutNorm;
    };
    Block addBlock(const std::string& name, std::int64_t inputs, std::int64_t outputs, std::int64_t stride);
    static at::Tensor through(const Block& block, const at::Tensor& input, bool isTraining);

    Layer m_stem;
    BatchNorm m_stemNorm;
    std::vector<Block> m_blocks;
    Layer m_output;
};

}  // namespace firstsplit::train
