#pragma once

#include <functional>
#include <vector>

#include "core/train/digits.h"
#include "core/train/experiment.h"
#include "core/train/sampler.h"

namespace firstsplit::train {

/// Seconds on the host's clock from drawing the batch to the end of the optimizer's call. On CUDA that is the
/// time to queue the work, unless the queue is full, as it is in a long run.
struct StepTimes {
    std::vector<double> seconds;
    /// Half of the steps were faster; the first tenth, when memory and threads are new, is left out.
    double median() const;
};

/// One experiment on the digits: draws batches, steps, evaluates. Knows nothing of recording.
class Trainer {
  public:
    Trainer(Experiment experiment, const Digits& digits, std::uint64_t dataSeed, at::Device device);

    /// One step. The tensors stay as they are until the next.
    struct Step {
        at::Tensor ids, input, target;  ///< the batch
        at::Tensor loss;                ///< float32 [], detached
        double learningRate = 0;
        double seconds = 0;
    };
    Step step(std::int64_t number);

    struct Score {
        double loss = 0;
        double accuracy = 0;  ///< 0 to 1
    };
    /// On the hold-out samples; waits for the device.
    Score evaluate();

    const Sampler& sampler() const { return m_sampler; }
    const Model& model() const { return *m_experiment.model; }
    const Optimizer& optimizer() const { return *m_experiment.optimizer; }

  private:
    Experiment m_experiment;
    at::Tensor m_inputs, m_targets;  ///< of all samples, on the device
    std::int64_t m_trainingCount;
    Sampler m_sampler;
};

}  // namespace firstsplit::train
