#pragma once

#include <gtest/gtest.h>

#include "core/compare/comparison.h"
#include "tests/compare/fake_run.h"

namespace firstsplit::testing {

inline compare::Comparison compared(const record::Run& a, const record::Run& b) {
    auto comparison = compare::compareRuns(a, b);
    if (!comparison) {
        ADD_FAILURE() << comparison.error().message;
        return {};
    }
    return *comparison;
}

inline compare::KindSplit splitOf(const compare::Comparison& comparison, Kind kind) {
    return comparison.kinds[indexOf(kind)];
}

/// All kinds after the gradient differ too, as they do once a gradient differs: the weight in the same step,
/// the loss from `lossFrom` on.
inline void splitGradient(FakeRun& run, std::int64_t from, std::int64_t lossFrom) {
    run.vary(Kind::Gradient, "table", from);
    run.vary(Kind::Optimizer, "table", from);
    run.vary(Kind::Weight, "table", from);
    if (lossFrom < run.stepCount()) run.shiftLoss(lossFrom, run.stepCount() - 1, 0.125);
}

}  // namespace firstsplit::testing
