#pragma once

#include <cstdint>
#include <limits>

#include "core/fingerprint/fingerprint.h"

namespace firstsplit::compare {

/// Distance to or from a NaN.
inline constexpr std::int64_t unlimitedUlp = std::numeric_limits<std::int64_t>::max();

/// Distance of two values of `type`, given by their bits (zero-extended), in units in the last place:
/// floating-point numbers are laid out in ascending order as integers (negative ones mirrored, so that −0 and
/// +0 are the same place) and subtracted. After Bruce Dawson, "Comparing Floating Point Numbers, 2012
/// Edition". Unlimited when exactly one is NaN, or both are with other bits; 0 for the same bits. Integers:
/// their plain distance. Distances that exceed 63 bits saturate one below unlimited.
std::int64_t ulpDistance(fingerprint::ScalarType type, std::uint64_t bitsA, std::uint64_t bitsB);

/// The bits of a value, rounded to `type` when it does not fit exactly. Floating-point types only; 0
/// otherwise.
std::uint64_t bitsOf(fingerprint::ScalarType type, double value);

/// The value of an element given by its bits; NaN for a type without one number an element.
double valueOf(fingerprint::ScalarType type, std::uint64_t bits);

/// Whether `type` is a floating-point number: float16, bfloat16, float32, float64.
bool isFloating(fingerprint::ScalarType type);

}  // namespace firstsplit::compare
