#pragma once

#include <memory>

#include "core/compare/comparison.h"

/// Comparisons made up by a fixed rule, shaped like recorded ones.
namespace firstsplit::tests {

struct Shape {
    std::int64_t steps = 200;
    std::int64_t stepsB = -1;  ///< -1: as A
    bool isIdentical = false;
    bool hasWeights = true;
    std::int64_t stride = 1;    ///< weights stored every n steps
    std::int64_t nanFrom = -1;  ///< loss of B is NaN from here on
    bool isRunning = false;
    int tensors = 5;
    bool hasBuffers = false;
};

std::shared_ptr<compare::Comparison> makeComparison(const Shape& shape);

/// All kinds equal but the loss at one step.
std::shared_ptr<compare::Comparison> makeLoneDifference(std::int64_t steps, std::int64_t differs);

}  // namespace firstsplit::tests
