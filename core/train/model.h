#pragma once

#include "core/train/tensors.h"

namespace firstsplit::train {

/// A network over plain tensors: parameters and buffers under their names, in model order. Initial weights
/// are drawn on the CPU from LibTorch's default generator, so that every device starts from equal bits.
class Model {
  public:
    explicit Model(at::Device device) : m_device(device) {}
    virtual ~Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// What forward() takes, for all samples at once: from pixels uint8 [n, 64].
    virtual at::Tensor prepared(const at::Tensor& pixels) const = 0;
    /// Logits float32 [n, 10] of prepared samples on the model's device. While training, buffers are updated.
    virtual at::Tensor forward(const at::Tensor& input, bool isTraining) = 0;

    const NamedTensors& parameters() const { return m_parameters; }
    const NamedTensors& buffers() const { return m_buffers; }

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
    at::Device m_device;
    NamedTensors m_parameters, m_buffers;
};

}  // namespace firstsplit::train
