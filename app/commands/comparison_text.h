#pragma once

#include <string>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::app {

/// A comparison as a table for people: the verdict, a row a kind, the sizes of the difference, what differs
/// around the runs, and what was left out. The words are those of the window.
std::string comparisonText(const compare::Comparison& comparison);

/// The JSON documents of compare::toJson, with each run's exit code and signal where its recorder saw them.
std::string comparisonDocument(const compare::Comparison& comparison);
std::string comparisonsDocument(const std::vector<compare::Comparison>& comparisons);

/// Opens two runs (files or journals) and compares them, weights included. `fromStep`: the step of A that is
/// B's step 0, for a B that was resumed from A's checkpoint; below 0: found from B's first weights.
Result<compare::Comparison> compareFiles(const std::string& a, const std::string& b,
                                         const compare::Progress& progress, std::int64_t fromStep = -1);

}  // namespace firstsplit::app
