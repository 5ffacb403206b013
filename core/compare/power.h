#pragma once

#include <cstddef>

/// What a number of seeds is able to show.
namespace firstsplit::compare {

enum class Design {
    Unpaired,  ///< each variant has seeds of its own: Welch and Student compare the two means
    Paired,    ///< both variants are trained from the same seeds: the differences are looked at
};

inline constexpr double testLevel = 0.05;  ///< two-sided
inline constexpr double testPower = 0.8;

/// The power of the two-sided t-test at level 0.05 to see a true difference of `effect` deviations, with
/// `count` values each (2 or more). Unpaired: effect in deviations of the values, df = 2n − 2,
/// δ = effect·√(n/2). Paired: in deviations of the differences, df = n − 1, δ = effect·√n. Both from the
/// noncentral t distribution (Cohen, "Statistical Power Analysis for the Behavioral Sciences", 2nd ed. 1988,
/// chapter 2).
double powerOf(Design design, double effect, std::size_t count);

/// The smallest true difference, in units of `deviation`'s own, that is seen with power 0.8 at level 0.05.
double smallestDifference(Design design, double deviation, std::size_t count);

}  // namespace firstsplit::compare
