#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "core/train/batch_source.h"
#include "core/train/experiment.h"

namespace firstsplit::train {

/// Seconds on the host's clock from drawing the batch to the end of the optimizer's call. On CUDA that is the
/// time to queue the work, unless the queue is full, as it is in a long run.
struct StepTimes {
    std::vector<double> seconds;
    /// Half of the steps were faster; the first tenth, when memory and threads are new, is left out.
    double median() const;
};

/// The parts of a step, in their order, and what comes between steps.
enum class Phase { Batch, Forward, Backward, Optimizer, Evaluation };
/// "backward pass"
std::string_view nameOf(Phase phase);

/// One experiment: draws batches, steps, evaluates. Knows nothing of recording.
class Trainer {
  public:
    Trainer(Experiment experiment, const RunState& state);

    /// One step. The tensors stay as they are until the next.
    struct Step {
        Batch batch;
        at::Tensor loss;  ///< float32 [], detached
        double learningRate = 0;
        double seconds = 0;
    };
    Step step(std::int64_t number);
    /// Where the training stands; after an exception, where it was thrown.
    Phase phase() const { return m_phase; }

    struct Score {
        double loss = 0;
        double accuracy = 0;  ///< 0 to 1
    };
    /// On the hold-out samples; waits for the device.
    Score evaluate();

    const BatchSource& batches() const { return *m_batches; }
    const Model& model() const { return *m_experiment.model; }
    const Optimizer& optimizer() const { return *m_experiment.optimizer; }
    const Dataset& data() const { return *m_experiment.data; }

  private:
    struct Outputs {
        at::Tensor logits, target;  ///< [n, classes] and [n]; of a text, n counts every position
    };
    Outputs outputs(const at::Tensor& input, const at::Tensor& target, bool isTraining);

    Experiment m_experiment;
    bool m_isAutocast;
    std::unique_ptr<BatchSource> m_batches;
    Phase m_phase = Phase::Batch;
};

}  // namespace firstsplit::train
