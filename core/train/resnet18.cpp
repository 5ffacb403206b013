#include "core/train/resnet18.h"

namespace firstsplit::train {
namespace {

constexpr std::int64_t colours = 3, stemChannels = 64, stages = 4, blocksPerStage = 2, classes = 10;

}  // namespace

ResNet18::ResNet18(const Placement& placement)
    : Model(placement),
      m_stem(addConvolution("conv1", colours, stemChannels, 3)),
      m_stemNorm(addBatchNorm("bn1", stemChannels)) {
    std::int64_t channels = stemChannels;
    for (std::int64_t stage = 0; stage < stages; ++stage)
        for (std::int64_t i = 0; i < blocksPerStage; ++i) {
            const bool isFirst = i == 0;
            const std::int64_t outputs = stemChannels << stage;
            m_blocks.push_back(addBlock("layer" + std::to_string(stage + 1) + "." + std::to_string(i),
                                        channels, outputs, isFirst && stage > 0 ? 2 : 1));
            channels = outputs;
        }
    m_output = addLinear("fc", channels, classes);
}

ResNet18::Block ResNet18::addBlock(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                                   std::int64_t stride) {
    Block block;
    block.stride = stride;
    block.convolution1 = addConvolution(name + ".conv1", inputs, outputs, 3);
    block.norm1 = addBatchNorm(name + ".bn1", outputs);
    block.convolution2 = addConvolution(name + ".conv2", outputs, outputs, 3);
    block.norm2 = addBatchNorm(name + ".bn2", outputs);
    if (stride != 1 || inputs != outputs) {
        block.shortcut = addConvolution(name + ".downsample.0", inputs, outputs, 1);
        block.shortcutNorm = addBatchNorm(name + ".downsample.1", outputs);
    }
    return block;
}

at::Tensor ResNet18::through(const Block& block, const at::Tensor& input, bool isTraining) {
    at::Tensor x = at::conv2d(input, block.convolution1.weight, {}, block.stride, /*padding=*/1);
    x = block.norm1.forward(x, isTraining).relu_();
    x = block.norm2.forward(at::conv2d(x, block.convolution2.weight, {}, /*stride=*/1, /*padding=*/1),
                            isTraining);
    if (!block.shortcut) return x.add_(input).relu_();
    const at::Tensor shortcut =
        block.shortcutNorm->forward(at::conv2d(input, block.shortcut->weight, {}, block.stride), isTraining);
    return x.add_(shortcut).relu_();
}

at::Tensor ResNet18::forward(const at::Tensor& input, bool isTraining) {
    at::Tensor x = at::conv2d(input, m_stem.weight, {}, /*stride=*/1, /*padding=*/1);
    x = m_stemNorm.forward(x, isTraining).relu_();
    for (const Block& block : m_blocks) x = through(block, x, isTraining);
    return at::linear(x.mean({2, 3}), m_output.weight, m_output.bias);
}

}  // namespace firstsplit::train
