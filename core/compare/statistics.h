#pragma once

#include <cstdint>
#include <optional>

namespace firstsplit::compare {

/// Upper bound at 95 % of how often something happens that was not seen in `trials`: 3/N, the rule of three
/// (Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983). None for
/// three trials or fewer, where it bounds nothing.
std::optional<double> ruleOfThree(std::int64_t trials);

}  // namespace firstsplit::compare
