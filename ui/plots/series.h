#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/compare/pyramid.h"
#include "ui/plots/block_pyramid.h"
#include "ui/plots/step_view.h"

namespace firstsplit::ui {

/// What stands at a step.
namespace mark {
inline constexpr unsigned char number = 1;  ///< finite and not zero
inline constexpr unsigned char zero = 2;
inline constexpr unsigned char bad = 4;  ///< NaN or Inf
}  // namespace mark

/// A value a step, for drawing: finite values, exact zeros, NaN and Inf each on their own; a missing value is
/// nothing. Immutable; reading is thread-safe.
class Series {
  public:
    struct Point {
        double step = 0;
        double value = 0;  ///< NaN: the line is interrupted here
    };
    /// What a view of some columns needs to draw: never more than two points a column.
    struct View {
        std::vector<Point> points;  ///< by step; the neighbours just outside the range are among them
        std::vector<double> zeros;  ///< steps
        std::vector<double> bads;   ///< steps
        bool isExact = true;        ///< every step is there; otherwise each column's smallest and largest
    };

    Series() = default;
    /// `steps` ascending; values[i] stands at steps[i]. Missing values are NaN with isMissing[i] set (empty:
    /// none missing).
    Series(std::vector<qint64> steps, std::vector<double> values, const std::vector<bool>& isMissing = {});

    std::size_t size() const { return m_steps.size(); }
    bool isEmpty() const { return m_steps.empty(); }
    qint64 stepAt(std::size_t i) const { return m_steps[i]; }
    double valueAt(std::size_t i) const { return m_values[i]; }
    unsigned char markAt(std::size_t i) const { return m_marks[i]; }

    /// The value at exactly this step; none when it is missing.
    std::optional<double> at(qint64 step) const;
    /// The last value at or before the step; none when all before it are missing.
    std::optional<Point> lastAtOrBefore(qint64 step) const;

    bool hasOnlyZeros() const { return m_any == mark::zero; }
    bool hasZeros() const { return m_any & mark::zero; }
    bool hasBad() const { return m_any & mark::bad; }
    /// Values lie at least this many steps apart (1: every step).
    qint64 stride() const { return m_stride; }

    double smallest() const { return m_smallest; }  ///< of the finite values; NaN when there is none
    double largest() const { return m_largest; }
    double smallestNonZero() const { return m_smallestNonZero; }  ///< absolute value
    double largestNonZero() const { return m_largestNonZero; }

    /// The zeros are left out of `points` when they are to be drawn in a band of their own.
    View view(StepRange range, int columns, bool zerosApart) const;

  private:
    std::pair<std::size_t, std::size_t> indicesIn(double from, double to) const;  ///< [first, last)
    void appendColumn(View& view, double step, std::size_t first, std::size_t last, bool zerosApart) const;

    std::vector<qint64> m_steps;
    std::vector<double> m_values;
    MaskPyramid m_marks;
    compare::SeriesPyramid m_numbers;  ///< of the finite values other than zero; NaN elsewhere
    unsigned char m_any = 0;
    qint64 m_stride = 1;
    double m_smallest, m_largest, m_smallestNonZero, m_largestNonZero;
};

/// "NaN", "+Inf", "−Inf".
QString badText(double value);

}  // namespace firstsplit::ui
