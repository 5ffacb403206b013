#include "app/commands/statistics_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace firstsplit::app {

namespace {

const std::string minus = "−";

/// "-0.00" would be a zero with an opinion.
std::string typeset(std::string plain) {
    if (!plain.starts_with('-')) return plain;
    const bool isZero = plain.find_first_of("123456789") == std::string::npos;
    return (isZero ? "" : minus) + plain.substr(1);
}

}  // namespace

MetricText::MetricText(compare::Metric metric, double deviation)
    : m_factor(metric == compare::Metric::HoldOutAccuracy ? 100 : 1),
      m_decimals(metric == compare::Metric::HoldOutAccuracy ? 2 : 5) {
    if (metric == compare::Metric::HoldOutAccuracy) {
        m_unit = " %";
        m_differenceUnit = " points";
    }
    if (deviation > 0)
        m_decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(deviation * m_factor))),
                                metric == compare::Metric::HoldOutAccuracy ? 2 : 1, 10);
}

std::string MetricText::number(double value) const {
    return typeset(fmt::format("{:.{}f}", value * m_factor, m_decimals));
}

std::string MetricText::value(double value) const {
    return number(value) + m_unit;
}

std::string MetricText::size(double difference) const {
    return difference == 0 ? "0" + m_differenceUnit : number(difference) + m_differenceUnit;
}

std::string MetricText::change(double difference) const {
    const std::string text = number(difference);
    const bool isZero = text.find_first_of("123456789") == std::string::npos;
    return (difference > 0 && !isZero ? "+" : "") + text + m_differenceUnit;
}

std::string MetricText::range(const compare::Interval& interval) const {
    return number(interval.low) + " to " + number(interval.high) + m_differenceUnit;
}

std::string timeText(double seconds) {
    const bool isShort = seconds < 1;
    const double value = isShort ? seconds * 1000 : seconds;
    const int decimals =
        value > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 4) : 0;
    return fmt::format("{:.{}f} {}", value, decimals, isShort ? "ms" : "s");
}

std::string percentText(double ratio) {
    const std::string text = typeset(fmt::format("{:.{}f} %", 100 * (ratio - 1), ratio < 10 ? 1 : 0));
    const bool isZero = text.find_first_of("123456789") == std::string::npos;
    return (ratio > 1 && !isZero ? "+" : "") + text;
}

std::string probabilityText(double p) {
    if (p >= 0.001) return fmt::format("{:.3g}", p);
    if (p >= 1e-6) return fmt::format("{:.6f}", p);
    return "below 0.000001";
}

std::string counted(std::int64_t count, const std::string& thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace firstsplit::app
