#pragma once

#include "core/train/tensors.h"

namespace firstsplit::train {

/// Updates parameters by one fused operator a step over flat lists, as Python's optimizers do with
/// fused=True: LibTorch's C++ optimizers run one operator a parameter. A parameter without a gradient is left
/// out of the step.
class Optimizer {
  public:
    explicit Optimizer(const NamedTensors& parameters) : m_parameters(parameters) {}
    virtual ~Optimizer() = default;
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    /// Gradients become absent, not zero: both mean the same to the optimizer only when there is no momentum.
    void clearGradients();
    virtual void step(double rate) = 0;

    /// The gradients as step() is going to take them, in parameter order.
    NamedTensors gradients() const;
    /// Its tensors, by the names of torch.optim: "momentum_buffer/table"; absent before a parameter's first
    /// step.
    virtual NamedTensors state() const = 0;

  protected:
    /// Positions of the parameters that have a gradient.
    std::vector<std::size_t> withGradient() const;
    const NamedTensors& parameters() const { return m_parameters; }

  private:
    const NamedTensors& m_parameters;
};

/// Stochastic gradient descent with momentum, as torch.optim.SGD: b ← μ·b + g (b ← g at first), w ← w −
/// rate·b.
class Sgd : public Optimizer {
  public:
    /// `parameters` must outlive the optimizer.
    Sgd(const NamedTensors& parameters, double momentum);
    void step(double rate) override;
    NamedTensors state() const override;

  private:
    double m_momentum;
    std::vector<at::Tensor> m_buffers;
};

/// AdamW as torch.optim.AdamW (Loshchilov and Hutter, ICLR 2019), β = (0.9, 0.999), ε = 1e-8.
class AdamW : public Optimizer {
  public:
    AdamW(const NamedTensors& parameters, double weightDecay);
    void step(double rate) override;
    NamedTensors state() const override;

  private:
    double m_weightDecay;
    std::vector<at::Tensor> m_averages, m_squares, m_steps;
};

}  // namespace firstsplit::train
