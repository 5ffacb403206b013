#include "core/compare/power.h"

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace firstsplit::compare {

double powerOf(Design design, double effect, std::size_t count) {
    const double n = static_cast<double>(count);
    const double freedom = design == Design::Unpaired ? 2 * n - 2 : n - 1;
    const double shift = effect * std::sqrt(design == Design::Unpaired ? n / 2 : n);
    const double critical = quantile(boost::math::students_t(freedom), 1 - testLevel / 2);
    const boost::math::non_central_t_distribution<> distribution(freedom, shift);
    return cdf(complement(distribution, critical)) + cdf(distribution, -critical);
}

double smallestDifference(Design design, double deviation, std::size_t count) {
    if (deviation == 0) return 0;
    // The power grows with the effect; from two values on, less than 64 deviations are enough.
    double low = 0, high = 64;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (powerOf(design, middle, count) < testPower ? low : high) = middle;
    }
    return deviation * high;
}

}  // namespace firstsplit::compare
