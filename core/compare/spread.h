#pragma once

#include <optional>
#include <span>

/// How far single values lie apart, and how well a few of them can tell it.
namespace firstsplit::compare {

struct Interval {
    double low = 0, high = 0;
};

struct Spread {
    double mean = 0;
    double deviation = 0;  ///< standard deviation of the sample (n − 1)
    /// 95 % interval of the deviation, for values that are normally distributed:
    /// s·√((n − 1)/χ²(n − 1; 1 ∓ 0.025)), from (n − 1)s²/σ² ~ χ²(n − 1) (NIST/SEMATECH e-Handbook, 7.2.3.1).
    Interval deviationInterval;
};

/// Of two values or more; none otherwise, or when one of them is not finite.
std::optional<Spread> spreadOf(std::span<const double> values);

/// The 95 % interval of a deviation `deviation` that was found from `count` values (2 or more).
Interval deviationInterval(double deviation, std::size_t count);

/// The deviation within groups, over all of them: √(Σ(nᵢ − 1)sᵢ² / Σ(nᵢ − 1)), as in the analysis of
/// variance. Groups of one value add nothing; none when every group is of one.
std::optional<double> pooledDeviation(std::span<const std::span<const double>> groups);

/// The middle value, or the mean of the two in the middle; NaN for none.
double median(std::span<const double> values);

}  // namespace firstsplit::compare
