#include "core/compare/pyramid.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace firstsplit::compare {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> noise(std::size_t count) {
    std::mt19937 random(3);
    std::vector<double> values(count);
    for (double& value : values) value = static_cast<double>(random() % 100'000) - 50'000;
    return values;
}

TEST(SeriesPyramid, BucketsAreExactOverAnyStretch) {
    std::vector<double> values = noise(5000);
    values[1234] = std::nan("");
    values[4321] = infinity;
    const SeriesPyramid pyramid(values);
    std::mt19937 random(5);
    for (int i = 0; i < 2000; ++i) {
        std::size_t begin = random() % 5000, end = random() % 5001;
        if (begin > end) std::swap(begin, end);
        const Bucket bucket = pyramid.bucket(begin, end);
        std::size_t finite = 0;
        double low = infinity, high = -infinity;
        for (std::size_t at = begin; at < end; ++at) {
            if (!std::isfinite(values[at])) continue;
            ++finite;
            low = std::min(low, values[at]);
            high = std::max(high, values[at]);
        }
        ASSERT_EQ(bucket.finite, finite);
        ASSERT_EQ(bucket.hasNaN, begin <= 1234 && 1234 < end);
        ASSERT_EQ(bucket.hasPlusInfinity, begin <= 4321 && 4321 < end);
        if (finite == 0) continue;
        ASSERT_EQ(bucket.minimum, low);
        ASSERT_EQ(bucket.maximum, high);
        ASSERT_EQ(values[bucket.atMinimum], low);
        ASSERT_EQ(values[bucket.atMaximum], high);
    }
}

TEST(SeriesPyramid, FewPointsAreExact) {
    const SeriesPyramid pyramid(noise(1000));
    const auto view = pyramid.view(100, 299, 100);
    EXPECT_TRUE(view.isExact);
    ASSERT_EQ(view.points.size(), 200U);
    EXPECT_EQ(view.points[0].step, 100);
    EXPECT_EQ(view.points[0].value, noise(1000)[101]) << "row 101 is step 100";
}

TEST(SeriesPyramid, ManyStepsGiveAtMostTwoPointsAPixelAndNeverLoseAPeak) {
    std::vector<double> values = noise(1'000'000);
    values[777'777] = 1e9;
    values[222'222] = -1e9;
    const SeriesPyramid pyramid(values);
    const auto view = pyramid.view(-1, 999'998, 800);
    EXPECT_FALSE(view.isExact);
    EXPECT_LE(view.points.size(), 1600U);
    EXPECT_GE(view.points.size(), 800U);
    EXPECT_TRUE(std::is_sorted(view.points.begin(), view.points.end(),
                               [](auto a, auto b) { return a.step < b.step; }));
    const auto has = [&](std::int64_t step, double value) {
        return std::any_of(view.points.begin(), view.points.end(),
                           [&](const auto& point) { return point.step == step && point.value == value; });
    };
    EXPECT_TRUE(has(777'776, 1e9));
    EXPECT_TRUE(has(222'221, -1e9));
}

TEST(SeriesPyramid, WhatIsNotFiniteIsAMark) {
    std::vector<double> values(10'000, 1.0);
    values[5000] = std::nan("");
    values[5001] = infinity;
    values[8000] = -infinity;
    const SeriesPyramid pyramid(values);
    for (const std::size_t pixels : {100U, 20'000U}) {
        const auto view = pyramid.view(-1, 9998, pixels);
        ASSERT_FALSE(view.marks.empty());
        EXPECT_TRUE(std::isnan(view.marks.front().value)) << "NaN beats Inf";
        EXPECT_EQ(view.marks.back().value, -infinity);
        for (const auto& point : view.points) EXPECT_TRUE(std::isfinite(point.value));
    }
    EXPECT_EQ(pyramid.view(-1, 9998, 100).marks.size(), 2U) << "one a pixel";
    const auto absent = pyramid.view(-1, 9998, 100, true);
    EXPECT_EQ(absent.marks.front().value, infinity) << "NaN as \"not recorded\" makes no mark";
}

TEST(SeriesPyramid, StepsOfItsOwn) {
    const SeriesPyramid pyramid({1, 2, 3, 4}, {-1, 8, 16, 24});
    const auto view = pyramid.view(8, 20, 50);
    ASSERT_EQ(view.points.size(), 2U);
    EXPECT_EQ(view.points[1].step, 16);
    EXPECT_EQ(view.points[1].value, 3);
    EXPECT_TRUE(pyramid.view(9, 15, 50).points.empty()) << "nothing between, nothing interpolated";
}

TEST(SeriesPyramid, GrowsAsARunDoes) {
    const std::vector<double> values = noise(4099);
    SeriesPyramid grown;
    for (const double value : values) grown.append(value);
    const SeriesPyramid whole(values);
    for (std::size_t begin = 0; begin < 4000; begin += 37)
        EXPECT_EQ(grown.bucket(begin, 4099).maximum, whole.bucket(begin, 4099).maximum);
}

TEST(SeriesPyramid, EmptyAndOutside) {
    const SeriesPyramid empty;
    EXPECT_TRUE(empty.view(0, 100, 10).points.empty());
    const SeriesPyramid some({1, 2});
    EXPECT_TRUE(some.view(50, 100, 10).points.empty());
    EXPECT_TRUE(some.view(0, 1, 0).points.empty());
    EXPECT_EQ(some.view(-100, 100, 10).points.size(), 2U);
}

TEST(CellPyramid, DifferentBeatsEqualBeatsNotRecorded) {
    std::vector<Cell> cells(100'000, Cell::Equal);
    cells[0] = Cell::NotRecorded;
    cells[70'001] = Cell::Different;
    const CellPyramid pyramid(cells);
    EXPECT_EQ(pyramid.strongest(0, 1), Cell::NotRecorded);
    EXPECT_EQ(pyramid.strongest(0, 2), Cell::Equal);
    EXPECT_EQ(pyramid.strongest(2, 70'001), Cell::Equal);
    EXPECT_EQ(pyramid.strongest(2, 70'002), Cell::Different);
    const auto stretches = pyramid.view(-1, 99'998, 500);
    ASSERT_EQ(stretches.size(), 3U) << "neighbours of one look are merged, the lone step is not lost";
    EXPECT_EQ(stretches[1].cell, Cell::Different);
    EXPECT_LE(stretches[1].first, 70'000);
    EXPECT_GE(stretches[1].last, 70'000);
    EXPECT_LE(stretches[1].last - stretches[1].first + 1, 200);
}

TEST(CellPyramid, FewStepsAreExact) {
    const CellPyramid pyramid({Cell::NotRecorded, Cell::Equal, Cell::Equal, Cell::Different});
    const auto stretches = pyramid.view(-100, 100, 1000);
    ASSERT_EQ(stretches.size(), 3U);
    EXPECT_EQ(stretches[0].first, -1);
    EXPECT_EQ(stretches[1].first, 0);
    EXPECT_EQ(stretches[1].last, 1);
    EXPECT_EQ(stretches[2].first, 2);
    EXPECT_TRUE(pyramid.view(50, 60, 10).empty());
}

TEST(HeatPyramid, AFoldedGroupShowsItsWorstMember) {
    WeightDifferences weights;
    weights.tensors = {"a", "b"};
    weights.kinds = {Kind::Weight, Kind::Weight};
    for (std::int64_t step = 0; step < 100; ++step) {
        weights.steps.push_back(step * 2);
        Difference a, b;
        a.maxAbs = 1e-6 * static_cast<double>(step);
        b.maxAbs = step == 50 ? std::nan("") : 1e-5;
        weights.byTensor.push_back(a);
        weights.byTensor.push_back(b);
        weights.overall.push_back(b);
    }
    const HeatPyramid heat(weights, HeatPyramid::Measure::MaxAbs);
    EXPECT_DOUBLE_EQ(heat.smallest(), 1e-6);
    EXPECT_DOUBLE_EQ(heat.largest(), 99e-6);
    const std::size_t both[] = {0, 1}, one[] = {0};
    const auto folded = heat.view(both, 0, 199, 10);
    ASSERT_EQ(folded.size(), 10U);
    EXPECT_DOUBLE_EQ(folded[0].worst, 1e-5);
    EXPECT_TRUE(std::isnan(folded[5].worst));
    EXPECT_DOUBLE_EQ(folded[9].worst, 99e-6);
    EXPECT_DOUBLE_EQ(heat.view(one, 0, 199, 10)[5].worst, 59e-6);
    EXPECT_EQ(heat.view(one, 0, 199, 200).size(), 100U) << "no tile where no step was stored";
}

}  // namespace
}  // namespace firstsplit::compare
