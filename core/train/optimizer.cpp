#include "core/train/optimizer.h"

namespace firstsplit::train {
namespace {

std::vector<at::Tensor> chosen(const std::vector<at::Tensor>& all,
                               const std::vector<std::size_t>& positions) {
    std::vector<at::Tensor> some;
    some.reserve(positions.size());
    for (const std::size_t i : positions) some.push_back(all[i]);
    return some;
}

}  // namespace

void Optimizer::clearGradients() {
    for (const at::Tensor& parameter : m_parameters.tensors) parameter.mutable_grad() = at::Tensor();
}

NamedTensors Optimizer::gradients() const {
    NamedTensors gradients{.names = m_parameters.names, .tensors = {}};
    gradients.tensors.reserve(m_parameters.tensors.size());
    for (const at::Tensor& parameter : m_parameters.tensors) gradients.tensors.push_back(parameter.grad());
    return gradients;
}

std::vector<std::size_t> Optimizer::withGradient() const {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < m_parameters.tensors.size(); ++i)
        if (m_parameters.tensors[i].grad().defined()) positions.push_back(i);
    return positions;
}

Sgd::Sgd(const NamedTensors& parameters, double momentum)
    : Optimizer(parameters), m_momentum(momentum), m_buffers(parameters.tensors.size()) {}

void Sgd::step(double rate) {
    const at::NoGradGuard noGrad;
    // The operator takes one answer to "is this the first step?" for its whole list.
    std::vector<std::size_t> fresh, known;
    for (const std::size_t i : withGradient()) (m_buffers[i].defined() ? known : fresh).push_back(i);
    const std::vector<at::Tensor> gradients = this->gradients().tensors;
    for (const auto* group : {&fresh, &known}) {
        if (group->empty()) continue;
        const bool isFirstStep = group == &fresh;
        if (isFirstStep && m_momentum != 0)
            for (const std::size_t i : *group) m_buffers[i] = at::zeros_like(parameters().tensors[i]);
        at::_fused_sgd_(chosen(parameters().tensors, *group), chosen(gradients, *group),
                        m_momentum == 0 ? std::vector<at::Tensor>{} : chosen(m_buffers, *group),
                        /*weight_decay=*/0, m_momentum, rate, /*dampening=*/0, /*nesterov=*/false,
                        /*maximize=*/false, isFirstStep);
    }
}

NamedTensors Sgd::state() const {
    NamedTensors state;
    if (m_momentum == 0) return state;
    for (std::size_t i = 0; i < m_buffers.size(); ++i)
        state.add("momentum_buffer/" + parameters().names[i], m_buffers[i]);
    return state;
}

AdamW::AdamW(const NamedTensors& parameters, double weightDecay)
    : Optimizer(parameters),
      m_weightDecay(weightDecay),
      m_averages(parameters.tensors.size()),
      m_squares(parameters.tensors.size()),
      m_steps(parameters.tensors.size()) {}

void AdamW::step(double rate) {
    constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    const at::NoGradGuard noGrad;
    const std::vector<std::size_t> positions = withGradient();
    if (positions.empty()) return;
    for (const std::size_t i : positions) {
        if (m_steps[i].defined()) continue;
        const at::Tensor& parameter = parameters().tensors[i];
        m_averages[i] = at::zeros_like(parameter);
        m_squares[i] = at::zeros_like(parameter);
        m_steps[i] = at::zeros({}, parameter.options().dtype(at::kFloat).requires_grad(false));
    }
    const std::vector<at::Tensor> steps = chosen(m_steps, positions);
    at::_foreach_add_(steps, 1);
    at::_fused_adamw_(chosen(parameters().tensors, positions), chosen(gradients().tensors, positions),
                      chosen(m_averages, positions), chosen(m_squares, positions), /*max_exp_avg_sqs=*/{},
                      steps, rate, beta1, beta2, m_weightDecay, epsilon, /*amsgrad=*/false,
                      /*maximize=*/false);
}

NamedTensors AdamW::state() const {
    NamedTensors state;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        state.add("exp_avg/" + parameters().names[i], m_averages[i]);
        state.add("exp_avg_sq/" + parameters().names[i], m_squares[i]);
        state.add("step/" + parameters().names[i], m_steps[i]);
    }
    return state;
}

}  // namespace firstsplit::train
