#include "ui/plots/series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

using namespace firstsplit::ui;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Series dense(std::vector<double> values, const std::vector<bool>& missing = {}) {
    std::vector<qint64> steps(values.size());
    std::iota(steps.begin(), steps.end(), 0);
    return Series(std::move(steps), std::move(values), missing);
}

TEST(BlockPyramid, givesWhatAPlainLoopGives) {
    for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 255u, 256u, 257u, 4099u}) {
        std::vector<unsigned char> values(size);
        for (std::size_t i = 0; i < size; ++i)
            values[i] = i % 97 == 3 ? static_cast<unsigned char>(1u << (i % 5)) : 0;
        const MaskPyramid pyramid(values);
        for (std::size_t first = 0; first <= size; first += 1 + size / 61)
            for (std::size_t last = first; last <= size; last += 1 + size / 53) {
                unsigned char expected = 0;
                for (std::size_t i = first; i < last; ++i) expected |= values[i];
                ASSERT_EQ(pyramid.over(first, last, 0), expected) << size << ": " << first << " to " << last;
            }
    }
}

TEST(Series, tellsZeroFromNaNFromMissing) {
    const Series series = dense({0, nan, nan, 3, inf}, {false, false, true, false, false});
    EXPECT_EQ(series.at(0), 0);
    EXPECT_TRUE(std::isnan(series.at(1).value()));
    EXPECT_FALSE(series.at(2));
    EXPECT_EQ(series.at(4), inf);
    EXPECT_FALSE(series.at(5));
    EXPECT_EQ(series.largest(), 3) << "Inf has no place on an axis";
    EXPECT_EQ(series.smallestNonZero(), 3);
    const Series::View view = series.view({-0.5, 4.5}, 100, true);
    EXPECT_EQ(view.zeros, std::vector<double>{0});
    EXPECT_EQ(view.bads, (std::vector<double>{1, 4}));
}

TEST(Series, drawsEveryStepWhileFew) {
    const Series series = dense({1, 2, 3, 4});
    const Series::View view = series.view({-0.5, 3.5}, 4, false);
    EXPECT_TRUE(view.isExact);
    ASSERT_EQ(view.points.size(), 4u);
    EXPECT_EQ(view.points[2].step, 2);
    EXPECT_EQ(view.points[2].value, 3);
}

TEST(Series, aLoneExtremeSurvivesAMillionSteps) {
    std::vector<double> values(1'000'000, 1);
    values[777'777] = 50;
    values[222'222] = -50;
    const Series series = dense(std::move(values));
    const Series::View view = series.view({-0.5, 999'999.5}, 700, false);
    EXPECT_FALSE(view.isExact);
    EXPECT_LE(view.points.size(), 1400u);
    const auto holds = [&](double step, double value) {
        return std::any_of(view.points.begin(), view.points.end(),
                           [&](const Series::Point& p) { return p.step == step && p.value == value; });
    };
    EXPECT_TRUE(holds(777'777, 50)) << "at its own step: nothing is moved or averaged";
    EXPECT_TRUE(holds(222'222, -50));
    for (std::size_t i = 1; i < view.points.size(); ++i)
        ASSERT_LE(view.points[i - 1].step, view.points[i].step);
}

TEST(Series, aLoneZeroAndALoneNaNSurviveAMillionSteps) {
    std::vector<double> values(1'000'000, 1e-6);
    values[123'456] = 0;
    values[654'321] = nan;
    const Series series = dense(std::move(values));
    const Series::View view = series.view({-0.5, 999'999.5}, 700, true);
    ASSERT_EQ(view.zeros.size(), 1u);
    EXPECT_NEAR(view.zeros[0], 123'456, 1500);
    ASSERT_EQ(view.bads.size(), 1u);
    EXPECT_NEAR(view.bads[0], 654'321, 1500);
    for (const Series::Point& point : view.points)
        if (!std::isnan(point.value)) {
            ASSERT_GT(point.value, 0) << "a zero never gets onto the logarithmic axis";
        }
}

TEST(Series, knowsTheStrideOfStoredSteps) {
    EXPECT_EQ(Series({-1, 0, 8, 16, 24, 29}, {0, 1, 2, 3, 4, 5}).stride(), 8);
    EXPECT_EQ(dense({1, 2, 3}).stride(), 1);
    const Series stored({0, 8, 16}, {1, 2, 3});
    EXPECT_FALSE(stored.at(12)) << "nothing is interpolated";
    EXPECT_EQ(stored.lastAtOrBefore(12)->step, 8);
}

}  // namespace
