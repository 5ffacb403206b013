#pragma once

#include <string>

#include "core/compare/seed_study.h"

namespace firstsplit::app {

/// How the values of a metric are written: unit, and as many digits as their deviation has use for.
class MetricText {
  public:
    /// `deviation`: of the values; 0 for not known.
    MetricText(compare::Metric metric, double deviation);

    std::string value(double value) const;                       ///< "92.22 %", "0.5357"
    std::string size(double difference) const;                   ///< "0.25 points", "0.0021"
    std::string change(double difference) const;                 ///< "+0.25 points", "−0.0021"
    std::string range(const compare::Interval& interval) const;  ///< "0.15 to 0.72 points"

  private:
    std::string number(double value) const;
    double m_factor;
    int m_decimals;
    std::string m_unit, m_differenceUnit;
};

/// "2.05 ms", "17.9 ms", "1.24 s": three significant digits.
std::string timeText(double seconds);
/// A ratio as a signed percentage: "+16.5 %", "−12.2 %", "0.0 %".
std::string percentText(double ratio);
/// "0.031", "0.0625", "0.00012": a p value, two or three digits.
std::string probabilityText(double p);
/// "1 run", "5 runs".
std::string counted(std::int64_t count, const std::string& thing);

}  // namespace firstsplit::app
