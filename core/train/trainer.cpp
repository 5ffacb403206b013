#include "core/train/trainer.h"

#include <algorithm>
#include <chrono>

namespace firstsplit::train {

double StepTimes::median() const {
    std::vector<double> settled(seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 10),
                                seconds.end());
    if (settled.empty()) return 0;
    const auto middle = settled.begin() + static_cast<std::ptrdiff_t>(settled.size() / 2);
    std::nth_element(settled.begin(), middle, settled.end());
    return *middle;
}

Trainer::Trainer(Experiment experiment, const Digits& digits, std::uint64_t dataSeed, at::Device device)
    : m_experiment(std::move(experiment)),
      m_inputs(m_experiment.model->prepared(digits.pixels).to(device)),
      m_targets(digits.labels.to(device)),
      m_trainingCount(digits.trainingCount()),
      m_sampler(m_trainingCount, m_experiment.batchSize, dataSeed, device) {}

Trainer::Step Trainer::step(std::int64_t number) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    Step step;
    step.ids = m_sampler.next();
    step.input = m_inputs.index_select(0, step.ids);
    step.target = m_targets.index_select(0, step.ids);
    m_experiment.optimizer->clearGradients();
    const at::Tensor loss =
        at::cross_entropy_loss(m_experiment.model->forward(step.input, /*isTraining=*/true), step.target, {},
                               at::Reduction::Mean, /*ignore_index=*/-100, m_experiment.labelSmoothing);
    loss.backward();
    step.learningRate = m_experiment.rate(number);
    m_experiment.optimizer->step(step.learningRate);
    step.loss = loss.detach();
    step.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return step;
}

Trainer::Score Trainer::evaluate() {
    const at::NoGradGuard noGrad;
    const std::int64_t count = m_inputs.size(0) - m_trainingCount;
    const at::Tensor targets = m_targets.narrow(0, m_trainingCount, count);
    const at::Tensor logits =
        m_experiment.model->forward(m_inputs.narrow(0, m_trainingCount, count), /*isTraining=*/false);
    return {.loss = at::cross_entropy_loss(logits, targets).item<double>(),
            .accuracy = logits.argmax(1).eq(targets).sum().item<double>() / static_cast<double>(count)};
}

}  // namespace firstsplit::train
