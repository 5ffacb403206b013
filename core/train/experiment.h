#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/train/dataset.h"
#include "core/train/model.h"
#include "core/train/optimizer.h"
#include "core/train/run_state.h"

namespace firstsplit::train {

/// What is trained and how: all that differs between the built-in experiments.
struct Experiment {
    std::shared_ptr<const Dataset> data;
    std::unique_ptr<Model> model;
    std::unique_ptr<Optimizer> optimizer;  ///< over the model's parameters
    std::int64_t batchSize = 64;
    double labelSmoothing = 0;
    std::function<double(std::int64_t step)> rate;  ///< learning rate of a step, from 0
    bool isAugmented = false;                       ///< samples are changed at random (core/train/augment.h)
};

/// Draws the initial weights, so the generators must have been seeded. `name` is one of
/// settings::experiments(), `data` what loadData() gives for it; `steps` is the planned length, over which
/// learning rates decay.
Experiment makeExperiment(const std::string& name, std::shared_ptr<const Dataset> data, std::int64_t steps,
                          const RunState& state);

/// Rises linearly over `warmUp` steps to `peak`, then falls linearly to 0 at step `steps`.
double warmUpThenDecay(double peak, std::int64_t warmUp, std::int64_t steps, std::int64_t step);

}  // namespace firstsplit::train
