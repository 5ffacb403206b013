#pragma once

#include "core/train/tensors.h"

namespace firstsplit::train {

/// Where a network's tensors live, and how those of four dimensions lie in memory.
struct Placement {
    at::Device device;
    at::MemoryFormat format = at::MemoryFormat::Contiguous;
};

/// A network over plain tensors: parameters and buffers under their names, in model order. Initial weights
/// are drawn on the CPU from LibTorch's default generator, so that every device starts from equal bits.
class Model {
  public:
    explicit Model(const Placement& placement) : m_placement(placement) {}
    virtual ~Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// Logits [n, classes], or [n, positions, classes], of samples on the model's device. While training,
    /// buffers are updated.
    virtual at::Tensor forward(const at::Tensor& input, bool isTraining) = 0;

    const NamedTensors& parameters() const { return m_parameters; }
    const NamedTensors& buffers() const { return m_buffers; }
    const Placement& placement() const { return m_placement; }

  protected:
    at::Tensor addParameter(std::string name, const at::Tensor& initial);
    at::Tensor addBuffer(std::string name, const at::Tensor& initial);

    struct Layer {
        at::Tensor weight, bias;
    };
    /// Weight [outputs, inputs] and bias [outputs], uniform within ±1/√inputs as torch.nn.Linear draws them.
    Layer addLinear(const std::string& name, std::int64_t inputs, std::int64_t outputs);
    /// Weight [outputs, inputs, size, size], uniform within ±1/√(inputs·size²) as torch.nn.Conv2d draws them;
    /// no bias.
    Layer addConvolution(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                         std::int64_t size);

    struct BatchNorm {
        at::Tensor weight, bias, runningMean, runningVariance, batchesTracked;
        at::Tensor forward(const at::Tensor& input, bool isTraining) const;
    };
    BatchNorm addBatchNorm(const std::string& name, std::int64_t channels);

  private:
    Placement m_placement;
    NamedTensors m_parameters, m_buffers;
};

}  // namespace firstsplit::train
