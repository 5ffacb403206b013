#include "core/compare/sign_flip.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstsplit::compare {
namespace {

/// The sums of all sign patterns, ascending.
std::vector<double> signedSums(std::span<const double> differences) {
    std::vector<double> sums{0};
    sums.reserve(std::size_t{1} << differences.size());
    for (const double difference : differences) {
        const std::size_t count = sums.size();
        for (std::size_t i = 0; i < count; ++i) {
            sums.push_back(sums[i] - difference);
            sums[i] += difference;
        }
    }
    std::sort(sums.begin(), sums.end());
    return sums;
}

}  // namespace

double smallestP(std::size_t pairs) {
    return std::ldexp(2.0, -static_cast<int>(pairs));
}

double signFlipP(std::span<const double> differences) {
    double observed = 0, magnitude = 0;
    for (const double difference : differences) {
        observed += difference;
        magnitude += std::abs(difference);
    }
    // Sums that are equal on paper may differ in their last bits.
    const double atLeast = std::abs(observed) - 1e-12 * magnitude;
    // Both halves on their own, then together: 2·2ⁿᐟ² sums instead of 2ⁿ.
    const std::size_t half = differences.size() / 2;
    const std::vector<double> first = signedSums(differences.first(half));
    const std::vector<double> second = signedSums(differences.subspan(half));
    double asFar = 0;
    for (const double sum : first) {
        const auto above = second.end() - std::lower_bound(second.begin(), second.end(), atLeast - sum);
        const auto below = std::upper_bound(second.begin(), second.end(), -atLeast - sum) - second.begin();
        // With an observed sum of zero the two overlap.
        asFar += std::min(static_cast<double>(above + below), static_cast<double>(second.size()));
    }
    return asFar / (static_cast<double>(first.size()) * static_cast<double>(second.size()));
}

}  // namespace firstsplit::compare
