#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/compare/comparison.h"

/// What a view draws of a long series: never more than it has pixels for, never smoothed, never interpolated.
/// Levels of detail of factor 16 make a picture cost as much as its pixels, whatever the length. Const
/// members are thread-safe.
namespace firstsplit::compare {

/// A stretch of steps that one pixel shows; `begin` to `end` (exclusive) are positions in the series.
struct Bucket {
    std::size_t begin = 0, end = 0;
    double minimum = 0, maximum = 0;  ///< of the finite values; meaningless when `finite` is 0
    std::size_t atMinimum = 0, atMaximum = 0;
    std::size_t finite = 0;  ///< how many values are finite
    bool hasNaN = false, hasPlusInfinity = false, hasMinusInfinity = false;
};

/// Minimum and maximum over any stretch of a series.
class SeriesPyramid {
  public:
    struct Point {
        std::int64_t step = 0;
        double value = 0;  ///< finite
    };
    struct Mark {
        std::int64_t step = 0;
        double value = 0;  ///< NaN, or ±Inf
    };
    struct View {
        std::vector<Point>
            points;  ///< ascending steps; at most two a pixel; exact when no more values than that
        std::vector<Mark> marks;  ///< at most one a pixel: NaN before Inf
        bool isExact = false;     ///< every value of the range is there
    };

    SeriesPyramid() = default;
    /// `steps` ascending, as many as values; empty: the steps from `firstStep` on.
    explicit SeriesPyramid(std::vector<double> values, std::vector<std::int64_t> steps = {},
                           std::int64_t firstStep = -1);

    /// Appends a value; for series without steps of their own.
    void append(double value);
    std::size_t size() const { return values.size(); }
    std::int64_t stepAt(std::size_t position) const;

    /// What to draw of the steps from `first` to `last` (inclusive) over `pixels` pixels. NaN in a series
    /// means "not recorded" when `nanIsAbsent`: then it makes no mark.
    View view(std::int64_t first, std::int64_t last, std::size_t pixels, bool nanIsAbsent = false) const;
    /// Exact minimum and maximum of positions [begin, end).
    Bucket bucket(std::size_t begin, std::size_t end) const;
    /// First position whose step is at or after `step`.
    std::size_t positionOf(std::int64_t step) const;

  private:
    Bucket ofValue(std::size_t position) const;

    std::vector<double> values;
    std::vector<std::int64_t> steps;
    std::int64_t firstStep = -1;
    std::vector<std::vector<Bucket>> levels;  ///< level k: buckets of 16^(k+1) values, whole ones only
};

/// The cells of a kind over any stretch: different beats equal, equal beats not recorded.
class CellPyramid {
  public:
    struct Stretch {
        std::int64_t first = 0, last = 0;  ///< steps, inclusive
        Cell cell{};
    };

    CellPyramid() = default;
    /// `cells[row]` is step row − 1.
    explicit CellPyramid(std::vector<Cell> cells);
    void append(Cell cell);
    std::size_t size() const { return cells.size(); }

    /// The steps from `first` to `last` (inclusive) as stretches of one look, neighbours merged; at most one
    /// a pixel.
    std::vector<Stretch> view(std::int64_t first, std::int64_t last, std::size_t pixels) const;
    /// Strongest cell of rows [begin, end).
    Cell strongest(std::size_t begin, std::size_t end) const;

  private:
    std::vector<Cell> cells;
    std::vector<std::vector<Cell>> levels;
};

/// The heat map: a row a tensor, or a row a group of tensors that shows its worst member.
class HeatPyramid {
  public:
    enum class Measure { MaxAbs, RelativeL2 };

    HeatPyramid() = default;
    HeatPyramid(const WeightDifferences& weights, Measure measure);

    /// Colours of one row: the worst value in each pixel, NaN beating Inf beating the largest number.
    struct Tile {
        std::int64_t first = 0, last = 0;  ///< steps that were stored, inclusive
        double worst = 0;
    };
    /// `tensors`: numbers in WeightDifferences::tensors; several are a folded group. Pixels in which no step
    /// was stored have no tile.
    std::vector<Tile> view(std::span<const std::size_t> tensors, std::int64_t first, std::int64_t last,
                           std::size_t pixels) const;
    /// Smallest value that is not zero, and largest finite one, over everything: the scale is fixed for the
    /// pair.
    double smallest() const { return smallestValue; }
    double largest() const { return largestValue; }

  private:
    std::vector<SeriesPyramid> rows;
    double smallestValue = 0, largestValue = 0;
};

}  // namespace firstsplit::compare
