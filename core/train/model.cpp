#include "core/train/model.h"

#include <cmath>

namespace firstsplit::train {
namespace {

at::Tensor drawnWithin(double bound, at::IntArrayRef shape) {
    return at::empty(shape).uniform_(-bound, bound);
}

}  // namespace

at::Tensor Model::addParameter(std::string name, const at::Tensor& initial) {
    const bool isPicture = initial.dim() == 4;
    at::Tensor parameter = initial.to(m_placement.device)
                               .contiguous(isPicture ? m_placement.format : at::MemoryFormat::Contiguous)
                               .detach()
                               .requires_grad_();
    m_parameters.add(std::move(name), parameter);
    return parameter;
}

at::Tensor Model::addBuffer(std::string name, const at::Tensor& initial) {
    at::Tensor buffer = initial.to(m_placement.device).contiguous();
    m_buffers.add(std::move(name), buffer);
    return buffer;
}

Model::Layer Model::addLinear(const std::string& name, std::int64_t inputs, std::int64_t outputs) {
    const double bound = 1 / std::sqrt(static_cast<double>(inputs));
    const at::Tensor weight = addParameter(name + ".weight", drawnWithin(bound, {outputs, inputs}));
    return {weight, addParameter(name + ".bias", drawnWithin(bound, {outputs}))};
}

Model::Layer Model::addConvolution(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                                   std::int64_t size) {
    const double bound = 1 / std::sqrt(static_cast<double>(inputs * size * size));
    return {addParameter(name + ".weight", drawnWithin(bound, {outputs, inputs, size, size})), {}};
}

Model::BatchNorm Model::addBatchNorm(const std::string& name, std::int64_t channels) {
    BatchNorm norm;
    norm.weight = addParameter(name + ".weight", at::ones({channels}));
    norm.bias = addParameter(name + ".bias", at::zeros({channels}));
    norm.runningMean = addBuffer(name + ".running_mean", at::zeros({channels}));
    norm.runningVariance = addBuffer(name + ".running_var", at::ones({channels}));
    norm.batchesTracked = addBuffer(name + ".num_batches_tracked", at::zeros({}, at::kLong));
    return norm;
}

at::Tensor Model::BatchNorm::forward(const at::Tensor& input, bool isTraining) const {
    constexpr double momentum = 0.1, epsilon = 1e-5;
    if (isTraining) at::Tensor(batchesTracked).add_(1);
    return at::batch_norm(input, weight, bias, runningMean, runningVariance, isTraining, momentum, epsilon,
                          at::globalContext().userEnabledCuDNN());
}

}  // namespace firstsplit::train
