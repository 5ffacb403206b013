#pragma once

#include <memory>

#include "core/record/run.h"

namespace firstsplit::record {

/// A run from one of its steps on, as if it had been resumed there: its step 0 is step `from` of the whole (1
/// or more), and its row 0 holds what stood before that step: weights, buffers and random states.
/// `info().firstStep` is `from`. Without epochs and log. Reads from `whole`.
std::unique_ptr<Run> partFrom(std::unique_ptr<Run> whole, std::int64_t from);

/// The step of `whole` that `resumed` goes on with: the one after the row whose weights are those that
/// `resumed` starts from. None when it starts as `whole` does, or from weights that `whole` never had.
Result<std::optional<std::int64_t>> stepResumedAt(const Run& whole, const Run& resumed);

/// The first step of `whole` that had the batch which `resumed` begins with; none when none had.
Result<std::optional<std::int64_t>> stepOfFirstBatch(const Run& whole, const Run& resumed);

}  // namespace firstsplit::record
