#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace firstsplit::testing {

/// A copy that was damaged at random: flipped bits, other bytes, numbers at their limits, stretches cut out,
/// doubled, moved or zeroed, an early end. Every change is a function of the generator's state alone.
std::vector<std::byte> mutated(const std::vector<std::byte>& bytes, std::mt19937_64& random);

/// Recomputes the checks of the frames that can still be found, so that damage reaches what is behind them.
void resealJournal(std::vector<std::byte>& bytes);

}  // namespace firstsplit::testing
