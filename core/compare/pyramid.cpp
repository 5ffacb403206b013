#include "core/compare/pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstsplit::compare {
namespace {

constexpr std::size_t factor = 16;

Bucket merged(const Bucket& left, const Bucket& right) {
    Bucket both = left;
    both.end = right.end;
    if (right.finite > 0 && (left.finite == 0 || right.minimum < left.minimum)) {
        both.minimum = right.minimum;
        both.atMinimum = right.atMinimum;
    }
    if (right.finite > 0 && (left.finite == 0 || right.maximum > left.maximum)) {
        both.maximum = right.maximum;
        both.atMaximum = right.atMaximum;
    }
    both.finite += right.finite;
    both.hasNaN = left.hasNaN || right.hasNaN;
    both.hasPlusInfinity = left.hasPlusInfinity || right.hasPlusInfinity;
    both.hasMinusInfinity = left.hasMinusInfinity || right.hasMinusInfinity;
    return both;
}

/// Calls visit(level, index) for the fewest whole buckets that make up [begin, end); level 0 is the values
/// themselves, and level k has `sizes(k)` buckets.
template <class Sizes, class Visit>
void cover(std::size_t begin, std::size_t end, const Sizes& sizes, const Visit& visit) {
    while (begin < end) {
        std::size_t level = 0, width = 1;
        while (begin % (width * factor) == 0 && begin + width * factor <= end &&
               begin / (width * factor) < sizes(level + 1)) {
            ++level;
            width *= factor;
        }
        visit(level, begin / width);
        begin += width;
    }
}

/// After a value was appended: makes the buckets that are now complete.
template <class Level, class Combine>
void complete(std::size_t valueCount, std::vector<Level>& levels, const Combine& combine) {
    std::size_t width = factor;
    for (std::size_t level = 0; valueCount % width == 0; ++level, width *= factor) {
        if (level == levels.size()) levels.emplace_back();
        levels[level].push_back(combine(level, valueCount / width - 1));
    }
}

/// The first step of pixel `pixel` of `pixels` that show `count` steps.
std::int64_t edge(std::int64_t first, std::int64_t count, std::size_t pixel, std::size_t pixels) {
    // Neither product may overflow: a run has fewer than 2^40 steps, a screen fewer than 2^16 pixels.
    return first + count * static_cast<std::int64_t>(pixel) / static_cast<std::int64_t>(pixels);
}

}  // namespace

SeriesPyramid::SeriesPyramid(std::vector<double> series, std::vector<std::int64_t> stepsOfSeries,
                             std::int64_t first)
    : steps(std::move(stepsOfSeries)), firstStep(first) {
    values.reserve(series.size());
    for (const double value : series) append(value);
}

Bucket SeriesPyramid::ofValue(std::size_t position) const {
    const double value = values[position];
    Bucket bucket;
    bucket.begin = position;
    bucket.end = position + 1;
    bucket.hasNaN = std::isnan(value);
    bucket.hasPlusInfinity = value == std::numeric_limits<double>::infinity();
    bucket.hasMinusInfinity = value == -std::numeric_limits<double>::infinity();
    if (!std::isfinite(value)) return bucket;
    bucket.finite = 1;
    bucket.minimum = bucket.maximum = value;
    bucket.atMinimum = bucket.atMaximum = position;
    return bucket;
}

void SeriesPyramid::append(double value) {
    values.push_back(value);
    complete(values.size(), levels, [&](std::size_t level, std::size_t index) {
        const std::size_t from = index * factor;
        const auto part = [&](std::size_t i) { return level == 0 ? ofValue(i) : levels[level - 1][i]; };
        Bucket whole = part(from);
        for (std::size_t i = 1; i < factor; ++i) whole = merged(whole, part(from + i));
        return whole;
    });
}

std::int64_t SeriesPyramid::stepAt(std::size_t position) const {
    return steps.empty() ? firstStep + static_cast<std::int64_t>(position) : steps[position];
}

std::size_t SeriesPyramid::positionOf(std::int64_t step) const {
    if (steps.empty())
        return static_cast<std::size_t>(
            std::clamp<std::int64_t>(step - firstStep, 0, static_cast<std::int64_t>(size())));
    return static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin());
}

Bucket SeriesPyramid::bucket(std::size_t begin, std::size_t end) const {
    Bucket whole;
    whole.begin = whole.end = begin;
    cover(
        begin, std::min(end, size()),
        [&](std::size_t level) { return level - 1 < levels.size() ? levels[level - 1].size() : 0; },
        [&](std::size_t level, std::size_t index) {
            whole = merged(whole, level == 0 ? ofValue(index) : levels[level - 1][index]);
        });
    return whole;
}

SeriesPyramid::View SeriesPyramid::view(std::int64_t first, std::int64_t last, std::size_t pixels,
                                        bool nanIsAbsent) const {
    View view;
    const std::size_t begin = positionOf(first), end = positionOf(last + 1);
    if (begin >= end || pixels == 0) {
        view.isExact = true;
        return view;
    }
    const auto mark = [&](const Bucket& bucket) {
        const std::int64_t step = stepAt(bucket.begin);
        if (bucket.hasNaN && !nanIsAbsent)
            view.marks.push_back({step, std::numeric_limits<double>::quiet_NaN()});
        else if (bucket.hasPlusInfinity)
            view.marks.push_back({step, std::numeric_limits<double>::infinity()});
        else if (bucket.hasMinusInfinity)
            view.marks.push_back({step, -std::numeric_limits<double>::infinity()});
    };
    if (end - begin <= 2 * pixels) {
        view.isExact = true;
        for (std::size_t position = begin; position < end; ++position) {
            if (std::isfinite(values[position]))
                view.points.push_back({stepAt(position), values[position]});
            else
                mark(ofValue(position));
        }
        return view;
    }
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const std::size_t from = positionOf(edge(first, last + 1 - first, pixel, pixels));
        const std::size_t to = positionOf(edge(first, last + 1 - first, pixel + 1, pixels));
        if (from >= to) continue;
        const Bucket all = bucket(from, to);
        mark(all);
        if (all.finite == 0) continue;
        const auto [left, right] = std::minmax(all.atMinimum, all.atMaximum);
        view.points.push_back({stepAt(left), values[left]});
        if (right != left) view.points.push_back({stepAt(right), values[right]});
    }
    return view;
}

CellPyramid::CellPyramid(std::vector<Cell> all) {
    cells.reserve(all.size());
    for (const Cell cell : all) append(cell);
}

void CellPyramid::append(Cell cell) {
    cells.push_back(cell);
    complete(cells.size(), levels, [&](std::size_t level, std::size_t index) {
        const std::vector<Cell>& below = level == 0 ? cells : levels[level - 1];
        const auto from = below.begin() + static_cast<std::ptrdiff_t>(index * factor);
        return *std::max_element(from, from + factor);
    });
}

Cell CellPyramid::strongest(std::size_t begin, std::size_t end) const {
    Cell cell = Cell::NotRecorded;
    cover(
        begin, std::min(end, size()),
        [&](std::size_t level) { return level - 1 < levels.size() ? levels[level - 1].size() : 0; },
        [&](std::size_t level, std::size_t index) {
            cell = std::max(cell, level == 0 ? cells[index] : levels[level - 1][index]);
        });
    return cell;
}

std::vector<CellPyramid::Stretch> CellPyramid::view(std::int64_t first, std::int64_t last,
                                                    std::size_t pixels) const {
    std::vector<Stretch> stretches;
    first = std::max<std::int64_t>(first, -1);
    last = std::min(last, static_cast<std::int64_t>(size()) - 2);
    if (first > last || pixels == 0) return stretches;
    const std::int64_t count = last + 1 - first;
    const std::size_t parts = std::min(pixels, static_cast<std::size_t>(count));
    for (std::size_t part = 0; part < parts; ++part) {
        const std::int64_t from = edge(first, count, part, parts), to = edge(first, count, part + 1, parts);
        const Cell cell = strongest(static_cast<std::size_t>(from + 1), static_cast<std::size_t>(to + 1));
        if (!stretches.empty() && stretches.back().cell == cell)
            stretches.back().last = to - 1;
        else
            stretches.push_back({from, to - 1, cell});
    }
    return stretches;
}

HeatPyramid::HeatPyramid(const WeightDifferences& weights, Measure measure) {
    rows.reserve(weights.tensors.size());
    for (std::size_t tensor = 0; tensor < weights.tensors.size(); ++tensor) {
        std::vector<double> values(weights.steps.size());
        for (std::size_t step = 0; step < values.size(); ++step) {
            const Difference& difference = weights.at(step, tensor);
            values[step] = measure == Measure::MaxAbs ? difference.maxAbs : difference.relativeL2;
            if (!std::isfinite(values[step]) || values[step] == 0) continue;
            smallestValue = smallestValue == 0 ? values[step] : std::min(smallestValue, values[step]);
            largestValue = std::max(largestValue, values[step]);
        }
        rows.emplace_back(std::move(values), weights.steps);
    }
}

std::vector<HeatPyramid::Tile> HeatPyramid::view(std::span<const std::size_t> tensors, std::int64_t first,
                                                 std::int64_t last, std::size_t pixels) const {
    std::vector<Tile> tiles;
    if (tensors.empty() || pixels == 0 || last < first) return tiles;
    const auto worse = [](double a, double b) {
        return std::isnan(a) || std::isnan(b) ? std::nan("") : std::max(a, b);
    };
    const SeriesPyramid& row = rows[tensors.front()];
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const std::int64_t from = edge(first, last + 1 - first, pixel, pixels);
        const std::int64_t to = edge(first, last + 1 - first, pixel + 1, pixels);
        const std::size_t begin = row.positionOf(from), end = row.positionOf(to);
        if (begin >= end) continue;
        double worst = 0;
        for (const std::size_t tensor : tensors) {
            const Bucket all = rows[tensor].bucket(begin, end);
            if (all.finite > 0) worst = worse(worst, all.maximum);
            if (all.hasPlusInfinity) worst = worse(worst, std::numeric_limits<double>::infinity());
            if (all.hasNaN) worst = std::nan("");
        }
        tiles.push_back({row.stepAt(begin), row.stepAt(end - 1), worst});
    }
    return tiles;
}

}  // namespace firstsplit::compare
