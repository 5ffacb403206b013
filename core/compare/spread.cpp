#include "core/compare/spread.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace firstsplit::compare {
namespace {

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squaresAround(std::span<const double> values, double mean) {
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return sum;
}

}  // namespace

Interval deviationInterval(double deviation, std::size_t count) {
    const double freedom = static_cast<double>(count - 1);
    const boost::math::chi_squared distribution(freedom);
    return {deviation * std::sqrt(freedom / quantile(distribution, 0.975)),
            deviation * std::sqrt(freedom / quantile(distribution, 0.025))};
}

std::optional<Spread> spreadOf(std::span<const double> values) {
    if (values.size() < 2) return std::nullopt;
    if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
        return std::nullopt;
    Spread spread;
    // Equal values have no deviation at all, where their rounded mean would leave a trace of one.
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    spread.mean = *least == *greatest ? *least : meanOf(values);
    spread.deviation = std::sqrt(squaresAround(values, spread.mean) / static_cast<double>(values.size() - 1));
    spread.deviationInterval = deviationInterval(spread.deviation, values.size());
    return spread;
}

std::optional<double> pooledDeviation(std::span<const std::span<const double>> groups) {
    double squares = 0, freedom = 0;
    for (const std::span<const double> group : groups) {
        const auto spread = spreadOf(group);
        if (!spread) continue;
        const double ofGroup = static_cast<double>(group.size() - 1);
        squares += ofGroup * spread->deviation * spread->deviation;
        freedom += ofGroup;
    }
    if (freedom == 0) return std::nullopt;
    return std::sqrt(squares / freedom);
}

double median(std::span<const double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> sorted(values.begin(), values.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    if (sorted.size() % 2 == 1) return *middle;
    return (*std::max_element(sorted.begin(), middle) + *middle) / 2;
}

}  // namespace firstsplit::compare
