#include "core/train/trainer.h"

#include <algorithm>
#include <chrono>

#include "core/train/autocast.h"
#include "core/train/worker_source.h"

namespace firstsplit::train {
namespace {

std::unique_ptr<BatchSource> batchesOf(const Experiment& experiment, const RunState& state) {
    if (!experiment.isAugmented)
        return std::make_unique<DirectSource>(experiment.data, experiment.batchSize, state.seeds.data);
    const WorkerOptions options = {.workers = state.dataWorkers,
                                   .isFirstCome = state.isFirstCome,
                                   .areSharing = state.areWorkersSharing,
                                   .seed = state.seeds.augment};
    return std::make_unique<WorkerSource>(*experiment.data, experiment.batchSize, state.seeds.data, options);
}

}  // namespace

double StepTimes::median() const {
    std::vector<double> settled(seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 10),
                                seconds.end());
    if (settled.empty()) return 0;
    const auto middle = settled.begin() + static_cast<std::ptrdiff_t>(settled.size() / 2);
    std::nth_element(settled.begin(), middle, settled.end());
    return *middle;
}

std::string_view nameOf(Phase phase) {
    switch (phase) {
        case Phase::Batch:
            return "preparation of the batch";
        case Phase::Forward:
            return "forward pass";
        case Phase::Backward:
            return "backward pass";
        case Phase::Optimizer:
            return "optimizer's step";
        case Phase::Evaluation:
            return "evaluation";
    }
    return "";
}

Trainer::Trainer(Experiment experiment, const RunState& state)
    : m_experiment(std::move(experiment)),
      m_isAutocast(state.isAutocast),
      m_batches(batchesOf(m_experiment, state)) {}

Trainer::Outputs Trainer::outputs(const at::Tensor& input, const at::Tensor& target, bool isTraining) {
    const at::MemoryFormat format =
        input.dim() == 4 ? m_experiment.model->placement().format : at::MemoryFormat::Contiguous;
    const at::Tensor logits = m_experiment.model->forward(input.contiguous(format), isTraining);
    return {logits.flatten(0, -2), target.flatten()};
}

Trainer::Step Trainer::step(std::int64_t number) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    Step step;
    m_phase = Phase::Batch;
    step.batch = m_batches->next();
    m_experiment.optimizer->clearGradients();
    m_phase = Phase::Forward;
    at::Tensor loss;
    {
        const Autocast autocast(step.batch.input.device().type(), m_isAutocast);
        const Outputs out = outputs(step.batch.input, step.batch.target, /*isTraining=*/true);
        loss = at::cross_entropy_loss(out.logits, out.target, {}, at::Reduction::Mean,
                                      /*ignore_index=*/-100, m_experiment.labelSmoothing);
    }
    m_phase = Phase::Backward;
    loss.backward();
    m_phase = Phase::Optimizer;
    step.learningRate = m_experiment.rate(number);
    m_experiment.optimizer->step(step.learningRate);
    step.loss = loss.detach();
    step.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return step;
}

Trainer::Score Trainer::evaluate() {
    const at::NoGradGuard noGrad;
    m_phase = Phase::Evaluation;
    const Dataset& data = *m_experiment.data;
    const Autocast autocast(data.device().type(), m_isAutocast);
    constexpr std::int64_t atOnce = 512;
    const std::int64_t end = data.trainingCount() + data.holdOutCount();
    const auto options = at::TensorOptions(at::kLong).device(data.device());
    Score sum;
    std::int64_t targets = 0;
    for (std::int64_t first = data.trainingCount(); first < end; first += atOnce) {
        const Samples samples = data.at(at::arange(first, std::min(end, first + atOnce), options));
        const Outputs out = outputs(samples.input, samples.target, /*isTraining=*/false);
        const std::int64_t count = out.target.size(0);
        sum.loss +=
            at::cross_entropy_loss(out.logits, out.target).item<double>() * static_cast<double>(count);
        sum.accuracy += out.logits.argmax(1).eq(out.target).sum().item<double>();
        targets += count;
    }
    return {sum.loss / static_cast<double>(targets), sum.accuracy / static_cast<double>(targets)};
}

}  // namespace firstsplit::train
