#include "ui/plots/step_view.h"

#include <gtest/gtest.h>

#include "ui/plots/step_axis.h"

using namespace firstsplit::ui;

namespace {

struct StepViewTest : testing::Test {
    StepViewTest() { view.setSteps(0, 199, false); }
    StepView view;
};

TEST_F(StepViewTest, zoomKeepsTheStepUnderThePointer) {
    const auto placeOf = [&](double step) { return (step - view.range().from) / view.range().length(); };
    const double before = placeOf(50);
    view.zoom(3, 50);
    EXPECT_NEAR(placeOf(50), before, 1e-9);
    EXPECT_LT(view.stepsInView(), 80);
}

TEST_F(StepViewTest, neverLeavesTheRun) {
    view.zoom(4, 10);
    view.pan(-1e9);
    EXPECT_EQ(view.range().from, view.whole().from);
    view.pan(1e9);
    EXPECT_NEAR(view.range().to, view.whole().to, 1e-9);
    view.zoom(1e-9, 10);
    EXPECT_EQ(view.range(), view.whole());
    view.zoom(1e9, 10);
    EXPECT_GE(view.stepsInView(), 5);
}

TEST_F(StepViewTest, goesBackAndForth) {
    const StepRange whole = view.range();
    view.zoom(4, 100);
    const StepRange zoomed = view.range();
    view.back();
    EXPECT_EQ(view.range(), whole);
    view.forward();
    EXPECT_EQ(view.range(), zoomed);
    view.forward();
    EXPECT_EQ(view.range(), zoomed);
}

TEST_F(StepViewTest, turnsOfTheWheelAreOneViewToGoBackTo) {
    const StepRange whole = view.range();
    for (int i = 0; i < 5; ++i) view.zoom(1.25, 100);
    view.back();
    EXPECT_EQ(view.range(), whole);
}

TEST_F(StepViewTest, growthKeepsAZoomedViewAndExtendsAWholeOne) {
    view.setSteps(0, 299, true);
    EXPECT_EQ(view.range(), view.whole());
    view.zoom(4, 100);
    const StepRange zoomed = view.range();
    view.setSteps(0, 399, true);
    EXPECT_EQ(view.range(), zoomed);
}

TEST_F(StepViewTest, aCursorOutOfViewTakesTheViewAlong) {
    view.zoom(10, 20);
    view.setCursor(180);
    EXPECT_LE(view.range().from, 180);
    EXPECT_GE(view.range().to, 180);
    view.setCursor(100'000);
    EXPECT_EQ(view.cursor(), 199);
}

TEST(StepTicks, areWholeStepsAndHoldTheLast) {
    StepView view;
    view.setSteps(-1, 199, false);
    const auto ticks = stepTicks(view.scaleFor(876), -1, 199, 55);
    ASSERT_FALSE(ticks.empty());
    EXPECT_EQ(ticks.front(), 0);
    EXPECT_EQ(ticks.back(), 199);
    const StepScale scale = view.scaleFor(876);
    for (std::size_t i = 2; i < ticks.size(); ++i)
        EXPECT_GE(scale.xOf(double(ticks[i])) - scale.xOf(double(ticks[i - 1])), 55 * 0.6);
    EXPECT_EQ(stepText(-1), QStringLiteral("−1"));
    EXPECT_EQ(stepText(140'000), QStringLiteral("140,000"));
}

}  // namespace
