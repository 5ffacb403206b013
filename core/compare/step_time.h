#pragma once

#include "core/base/result.h"
#include "core/record/run.h"

namespace firstsplit::compare {

/// Steps at the start that say nothing about the rest: caches fill, memory is asked for, algorithms are
/// timed.
inline constexpr double warmUpShare = 0.1;

struct StepTime {
    double medianSeconds = 0;
    std::int64_t steps = 0;  ///< that the median is of
};

/// The median of a run's step times, its first tenth left out. Fails for a run without step times.
Result<StepTime> stepTimeOf(const record::Run& run);

}  // namespace firstsplit::compare
