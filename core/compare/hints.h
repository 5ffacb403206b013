#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/compare/comparison.h"
#include "core/record/run.h"

/// What the records show beside the verdict and is seldom meant, whether the runs split or not.
namespace firstsplit::compare {

/// The smallest period with which a sequence repeats at least once as a whole; none for shorter than two
/// periods.
std::optional<std::size_t> periodOf(std::span<const record::Fingerprint> sequence);

/// First position that returns to the value of an earlier one after having left it, and that earlier
/// position.
std::optional<std::pair<std::size_t, std::size_t>> firstReturn(std::span<const record::Fingerprint> sequence);

/// How many are equal to the one before them.
std::size_t repeatsOf(std::span<const record::Fingerprint> sequence);

/// A sentence each: the operator that deterministic=error ended a run for, batches that repeat, data workers
/// with one seed, generators seeded anew in mid-run, a seed that does not reach the data.
Result<std::vector<std::string>> hintsOf(const record::Run& a, const Comparison& comparison);

}  // namespace firstsplit::compare
