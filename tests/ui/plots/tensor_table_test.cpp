#include "ui/plots/tensor_table.h"

#include <gtest/gtest.h>

#include <limits>

#include "sample_comparisons.h"

using namespace firstsplit;
using namespace firstsplit::ui;
using Show = TensorTable::Column::Show;
using tests::makeComparison;

namespace {

TEST(TensorTable, showsEachTensorSinceItsFirstDifference) {
    const auto table = TensorTable::of(*makeComparison({}));
    const auto rows = table->rows({});
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[1].label, QStringLiteral("hidden.weight"));
    const auto columns = table->columns(rows[1], {-0.5, 199.5}, 200);
    EXPECT_EQ(columns[9].show, Show::Equal);
    EXPECT_EQ(columns[10].show, Show::Different);
    EXPECT_GT(columns[199].value, columns[10].value);
}

TEST(TensorTable, saysEqualOrNotWithoutWeights) {
    const auto table = TensorTable::of(*makeComparison({.hasWeights = false}));
    EXPECT_EQ(table->measure(), Measure::EqualOrNot);
    const auto rows = table->rows({});
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[3].tensor, QStringLiteral("output.weight"));
    const auto columns = table->columns(rows[3], {-0.5, 199.5}, 200);
    EXPECT_EQ(columns[4].show, Show::Equal);
    EXPECT_EQ(columns[5].show, Show::Different);
}

TEST(TensorTable, inventsNothingBetweenStoredSteps) {
    const auto table = TensorTable::of(*makeComparison({.stride = 8}));
    const auto rows = table->rows({});
    const auto columns = table->columns(rows[0], {-0.5, 199.5}, 2000);
    EXPECT_FALSE(columns[16 * 10 + 5].isBetween);
    EXPECT_TRUE(columns[20 * 10 + 5].isBetween);
}

TEST(TensorTable, foldsModulesIntoTheirWorstMember) {
    const auto table = TensorTable::of(*makeComparison({.tensors = 62}));
    const auto folded = table->rows({});
    ASSERT_LT(folded.size(), 62u);
    const auto module =
        std::find_if(folded.begin(), folded.end(), [](const auto& row) { return row.isModule; });
    ASSERT_NE(module, folded.end());
    const auto open = table->rows({module->module});
    EXPECT_GT(open.size(), folded.size());
    const auto worst = table->columns(*module, {-0.5, 199.5}, 50);
    float largest = 0;
    for (const auto& row : open)
        if (!row.isModule && row.tensor.startsWith(module->module + u'.'))
            largest = std::max(largest, table->columns(row, {-0.5, 199.5}, 50).back().value);
    EXPECT_GT(largest, 0);
    EXPECT_EQ(worst.back().value, largest);
}

TEST(TensorTable, aLoneDifferenceOfAMillionStepsTakesTwoPixels) {
    auto comparison = makeComparison({.steps = 2, .isIdentical = true, .tensors = 1});
    auto& weights = *comparison->weights;
    weights.steps.resize(1'000'000);
    for (std::size_t i = 0; i < weights.steps.size(); ++i) weights.steps[i] = static_cast<std::int64_t>(i);
    weights.overall.assign(weights.steps.size(), {});
    weights.byTensor.assign(weights.steps.size(), {});
    weights.byTensor[400'000].maxAbs = 1e-9;
    weights.byTensor[400'000].differingElements = 1;
    weights.byTensor[700'000].notANumber = 1;
    const auto table = TensorTable::of(*comparison);
    const auto columns = table->columns(table->rows({})[0], {-0.5, 999'999.5}, 700);
    const auto count = [&](Show show) {
        return std::count_if(columns.begin(), columns.end(), [&](const auto& c) { return c.show == show; });
    };
    EXPECT_EQ(count(Show::Different), 2);
    EXPECT_EQ(count(Show::NotANumber), 2);
    EXPECT_EQ(count(Show::Equal), 696);
}

TEST(TensorTable, measuresRelativeL2OnAScaleOfItsOwn) {
    const auto comparison = makeComparison({});
    const auto& weights = *comparison->weights;
    const auto table = TensorTable::of(*comparison, {Kind::Weight, Measure::RelativeL2});
    EXPECT_EQ(table->measure(), Measure::RelativeL2);
    const auto columns = table->columns(table->rows({})[0], {-0.5, 199.5}, 200);
    EXPECT_FLOAT_EQ(columns[199].value,
                    static_cast<float>(weights.at(weights.steps.size() - 1, 0).relativeL2));
    EXPECT_NE(columns[199].value, static_cast<float>(weights.at(weights.steps.size() - 1, 0).maxAbs));
}

TEST(TensorTable, aTensorThatWasAllZeroHasNoRelativeSizeAndIsNoNaN) {
    auto comparison = makeComparison({.tensors = 1});
    auto& difference = comparison->weights->byTensor.back();
    difference.relativeL2 = std::numeric_limits<double>::infinity();
    const auto table = TensorTable::of(*comparison, {Kind::Weight, Measure::RelativeL2});
    const auto columns = table->columns(table->rows({})[0], {-0.5, 199.5}, 200);
    EXPECT_EQ(columns.back().show, Show::Different);
}

TEST(TensorTable, ofGradientsOnlyFingerprintsAreRecorded) {
    const auto comparison = makeComparison({});
    EXPECT_FALSE(obstacleOf(*comparison, {Kind::Gradient, Measure::MaxAbs}).isEmpty());
    EXPECT_TRUE(obstacleOf(*comparison, {Kind::Gradient, Measure::EqualOrNot}).isEmpty());
    const auto table = TensorTable::of(*comparison, {Kind::Gradient, Measure::MaxAbs});
    EXPECT_EQ(table->kind(), Kind::Gradient);
    EXPECT_EQ(table->measure(), Measure::EqualOrNot);
}

TEST(TensorTable, showsExactlyWhereATensorWasEqualAgain) {
    const auto comparison = makeComparison({});
    TensorCells cells{Kind::Gradient, {0, 1, 2, 3}, {"table"}, {}};
    using compare::Cell;
    cells.cells = {{Cell::Equal, Cell::Different, Cell::Equal, Cell::NotRecorded}};
    const auto table = TensorTable::of(*comparison, {Kind::Gradient, Measure::EqualOrNot}, &cells);
    const auto rows = table->rows({});
    ASSERT_EQ(rows.size(), 1u);
    const auto columns = table->columns(rows[0], {-0.5, 3.5}, 4);
    EXPECT_EQ(columns[0].show, Show::Equal);
    EXPECT_EQ(columns[1].show, Show::Different);
    EXPECT_TRUE(rows[0].description.contains(QStringLiteral("step 1"))) << rows[0].description.toStdString();
    EXPECT_EQ(columns[3].show, Show::Nothing);
    TensorCells ofWeights = cells;
    ofWeights.kind = Kind::Weight;
    EXPECT_NE(TensorTable::of(*comparison, {Kind::Gradient, Measure::EqualOrNot}, &ofWeights)->steps().size(),
              4u)
        << "those of another kind are not taken";
}

TEST(TensorTable, aStateThatAllTensorsHaveInCommonIsNotRepeatedInTheirLabels) {
    const auto comparison = makeComparison({});
    TensorCells cells{Kind::Optimizer, {0}, {"momentum_buffer/table", "momentum_buffer/bias"}, {{}, {}}};
    for (auto& row : cells.cells) row.push_back(compare::Cell::Equal);
    const TensorChoice choice{Kind::Optimizer, Measure::EqualOrNot};
    const auto rows = TensorTable::of(*comparison, choice, &cells)->rows({});
    EXPECT_EQ(rows[1].label, QStringLiteral("bias"));
    EXPECT_EQ(rows[1].tensor, QStringLiteral("momentum_buffer/bias"));
    cells.names[1] = "exp_avg/bias";
    EXPECT_EQ(TensorTable::of(*comparison, choice, &cells)->rows({})[1].label,
              QStringLiteral("exp_avg/bias"));
}

TEST(TensorTable, theScaleIsThePairsNotTheViews) {
    const auto table = TensorTable::of(*makeComparison({}));
    EXPECT_LE(table->decades().low, -10);
    EXPECT_GE(table->decades().high, -2);
}

}  // namespace
