#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/compare/comparison.h"
#include "core/record/run.h"
#include "tests/train/runner_process.h"

/// Trainings by the real runner, recorded, and their comparison.
namespace firstsplit::tests {

/// The preset of that name, and more over it.
settings::Values preset(const std::string& name, const settings::Values& more);

struct Trained {
    std::unique_ptr<record::Run> run;
    std::string finalWeights;
    std::string output;
};

struct Length {
    std::optional<std::int64_t> steps{};  ///< none: the experiment's own
    bool keepsWeights = true;             ///< of every step
};

/// Trains to the end with the experiment's defaults under `values`; anything else fails the test.
Trained train(const std::string& experiment, const settings::Values& values, const Length& length = {});

compare::Comparison comparison(const Trained& a, const Trained& b);

inline const compare::KindSplit& split(const compare::Comparison& comparison, Kind kind) {
    return comparison.kinds[indexOf(kind)];
}

double finalAccuracy(const Trained& trained);
double finalLoss(const Trained& trained);  ///< on the hold-out

}  // namespace firstsplit::tests
