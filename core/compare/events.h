#pragma once

#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// Shorter spells of equality are no event.
inline constexpr std::int64_t stepsToBeEqualAgain = 10;
inline constexpr double growthToBeAnEvent = 10;

/// Events that follow from the ladder, the losses, the settings and the ends of the runs, ascending. Needs
/// everything of the comparison but its events.
std::vector<Event> eventsOf(const Comparison& comparison);

/// Events of the weights' differences: growth, and the first NaN or Inf in one run alone.
std::vector<Event> eventsOf(const WeightDifferences& weights);

/// Ascending by step; within a step in the order of causation.
void sortEvents(std::vector<Event>& events);

}  // namespace firstsplit::compare
