#pragma once

#include <cstddef>
#include <span>

/// The exact test for two variants trained from the same seeds.
namespace firstsplit::compare {

/// Below this many pairs no outcome at all reaches p < 0.05: the smallest p of n pairs is 2/2ⁿ.
inline constexpr std::size_t fewestPairsForLevel = 6;
/// Above this many pairs not every one of the 2ⁿ sign patterns can be counted.
inline constexpr std::size_t mostPairs = 44;

/// The smallest p that `pairs` pairs can give.
double smallestP(std::size_t pairs);

/// Exact two-sided p of the differences' sum under random signs: the share of the 2ⁿ ways to give each
/// difference a sign whose sum is at least as far from zero (Fisher, "The Design of Experiments", 1935, §21;
/// Pitman 1937). Assumes only that, were the variants alike, each difference could as well have had the other
/// sign. Zero differences take part. 1 to mostPairs differences.
double signFlipP(std::span<const double> differences);

}  // namespace firstsplit::compare
