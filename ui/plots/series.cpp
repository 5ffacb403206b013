#include "ui/plots/series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstsplit::ui {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
}  // namespace

Series::Series(std::vector<qint64> steps, std::vector<double> values, const std::vector<bool>& isMissing)
    : m_steps(std::move(steps)), m_values(std::move(values)) {
    m_smallest = m_largest = m_smallestNonZero = m_largestNonZero = nan;
    std::vector<unsigned char> marks(m_values.size());
    std::vector<double> numbers(m_values.size(), nan);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const double value = m_values[i];
        if (!isMissing.empty() && isMissing[i]) continue;
        marks[i] = !std::isfinite(value) ? mark::bad : value == 0 ? mark::zero : mark::number;
        m_any |= marks[i];
        if (marks[i] == mark::bad) continue;
        m_smallest = std::fmin(m_smallest, value);
        m_largest = std::fmax(m_largest, value);
        if (value == 0) continue;
        numbers[i] = value;
        m_smallestNonZero = std::fmin(m_smallestNonZero, std::abs(value));
        m_largestNonZero = std::fmax(m_largestNonZero, std::abs(value));
    }
    m_marks = MaskPyramid(std::move(marks));
    m_numbers = compare::SeriesPyramid(std::move(numbers));
    qint64 stride = std::numeric_limits<qint64>::max();
    // Steps −1 and the last are kept outside the stride, so a median is asked, not the smallest.
    if (m_steps.size() > 2) {
        const std::size_t middle = m_steps.size() / 2;
        stride = m_steps[middle] - m_steps[middle - 1];
    }
    m_stride = stride == std::numeric_limits<qint64>::max() ? 1 : stride;
}

std::pair<std::size_t, std::size_t> Series::indicesIn(double from, double to) const {
    const auto begin = m_steps.begin(), end = m_steps.end();
    const auto first =
        std::lower_bound(begin, end, from, [](qint64 s, double x) { return static_cast<double>(s) < x; });
    const auto last =
        std::lower_bound(first, end, to, [](qint64 s, double x) { return static_cast<double>(s) < x; });
    return {static_cast<std::size_t>(first - begin), static_cast<std::size_t>(last - begin)};
}

std::optional<double> Series::at(qint64 step) const {
    const auto found = std::lower_bound(m_steps.begin(), m_steps.end(), step);
    if (found == m_steps.end() || *found != step) return std::nullopt;
    const auto i = static_cast<std::size_t>(found - m_steps.begin());
    if (m_marks[i] == 0) return std::nullopt;
    return m_values[i];
}

std::optional<Series::Point> Series::lastAtOrBefore(qint64 step) const {
    auto i =
        static_cast<std::size_t>(std::upper_bound(m_steps.begin(), m_steps.end(), step) - m_steps.begin());
    while (i-- > 0)
        if (m_marks[i] != 0) return Point{static_cast<double>(m_steps[i]), m_values[i]};
    return std::nullopt;
}

void Series::appendColumn(View& view, double step, std::size_t first, std::size_t last,
                          bool zerosApart) const {
    if (first >= last) return;
    const unsigned char any = m_marks.over(first, last, 0);
    if (any & mark::zero && zerosApart) view.zeros.push_back(step);
    if (any & mark::bad) view.bads.push_back(step);
    const compare::Bucket numbers = m_numbers.bucket(first, last);
    const auto at = [&](std::size_t i) { return Point{static_cast<double>(m_steps[i]), m_values[i]}; };
    std::array<Point, 2> ends;
    if (numbers.finite > 0) {
        ends = {at(numbers.atMinimum), at(numbers.atMaximum)};
        if (any & mark::zero && !zerosApart) {
            if (ends[0].value > 0) ends[0] = {step, 0};
            if (ends[1].value < 0) ends[1] = {step, 0};
        }
    } else if (any & mark::zero && !zerosApart) {
        ends = {Point{step, 0}, Point{step, 0}};
    } else {  // nothing to be drawn among them
        if (!view.points.empty() && !std::isnan(view.points.back().value)) view.points.push_back({step, nan});
        return;
    }
    if (ends[1].step < ends[0].step) std::swap(ends[0], ends[1]);
    view.points.push_back(ends[0]);
    if (ends[0].value != ends[1].value) view.points.push_back(ends[1]);
}

Series::View Series::view(StepRange range, int columns, bool zerosApart) const {
    View view;
    auto [first, last] = indicesIn(range.from, range.to);
    if (first > 0) --first;
    if (last < size()) ++last;
    view.isExact = last - first <= static_cast<std::size_t>(2 * std::max(1, columns));
    if (view.isExact) {
        for (std::size_t i = first; i < last; ++i) {
            const auto step = static_cast<double>(m_steps[i]);
            const bool isZeroApart = m_marks[i] == mark::zero && zerosApart;
            if (isZeroApart) view.zeros.push_back(step);
            const bool isPoint = m_marks[i] == mark::number || (m_marks[i] == mark::zero && !zerosApart);
            view.points.push_back({step, isPoint ? m_values[i] : nan});
            if (m_marks[i] & mark::bad) view.bads.push_back(step);
        }
        return view;
    }
    const double width = range.length() / columns;
    std::size_t from = first;
    for (int column = 0; column < columns; ++column) {
        const double edge = range.from + (column + 1) * width;
        const auto found =
            std::lower_bound(m_steps.begin() + static_cast<std::ptrdiff_t>(from), m_steps.end(), edge,
                             [](qint64 s, double x) { return static_cast<double>(s) < x; });
        const std::size_t to =
            column + 1 == columns ? last : static_cast<std::size_t>(found - m_steps.begin());
        appendColumn(view, edge - width / 2, from, to, zerosApart);
        from = to;
    }
    return view;
}

QString badText(double value) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("+Inf") : QStringLiteral("−Inf");
}

}  // namespace firstsplit::ui
