#pragma once

#include <string>
#include <vector>

#include "core/compare/comparison.h"

/// Pieces of sentences that verdict, cause and events share.
namespace firstsplit::compare {

/// "a", "a and b", "a, b and c".
std::string listText(const std::vector<std::string>& things);
/// As listText, with at most `most` named: "a, b and 3 more".
std::string shortListText(const std::vector<std::string>& things, std::size_t most = 3);
/// "the gradient of table"; without a member "a gradient", "the batch", "a weight".
std::string thingText(Kind kind, const std::string& member);
/// "random state, batch and loss are"; "batch is".
std::string kindsAre(const std::vector<Kind>& kinds);
/// "1 step", "2 steps", "1,000 steps".
std::string countOf(std::int64_t count, const std::string& thing);
/// How a run ended: "killed by signal 11", "out of memory", "exit code 3", "finished".
std::string endText(const record::RunInfo& run);
/// The kinds that are equal at a step, in order.
std::vector<Kind> equalKindsAt(const Comparison& comparison, std::int64_t step);
Cell cellAt(const Comparison& comparison, Kind kind, std::int64_t step);

}  // namespace firstsplit::compare
