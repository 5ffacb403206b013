#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// What the random generators have to do with the first difference of anything else.
struct RandomRole {
    std::vector<std::string> causing;  ///< they differ, and the step that split drew from them
    std::vector<std::string>
        elsewhere;  ///< they differ, but what was drawn from them reached neither batch nor loss
    std::vector<std::string> neverUsed;  ///< they differ and were never drawn from: they decide nothing
    std::vector<std::string> early;      ///< they differ, and were drawn from before the first step only
    bool causes = false;                 ///< also when the single generators' fingerprints were not kept
};

/// First step at which batch, loss, buffers, gradients, optimizer state or weights differ.
std::optional<std::int64_t> firstStepBesidesRandomState(const Comparison& comparison);
RandomRole roleOfRandomState(const Comparison& comparison);

/// The first difference: earliest step, topmost kind (see Comparison::first).
std::optional<Event> firstOf(const Comparison& comparison);

/// Decides by evidence, in the order settings and environment, initial weights, random state, batch, forward,
/// backward, optimizer; unknown when what would decide was not recorded. Needs kinds, members, settings,
/// environment and first.
Cause causeOf(const Comparison& comparison);

/// Where the split shows, leaving settings and environment aside: "Backward pass: at step 0 random state,
/// batch and loss are still equal, the gradient is not."
Cause symptomOf(const Comparison& comparison);

}  // namespace firstsplit::compare
