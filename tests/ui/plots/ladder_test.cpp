#include "ui/plots/ladder.h"

#include <gtest/gtest.h>

#include <QImage>

#include "sample_comparisons.h"
#include "ui/plots/plot_stack.h"

using namespace firstsplit;
using namespace firstsplit::ui;
using tests::makeComparison;

namespace {

const LadderRow& rowOf(const std::vector<LadderRow>& rows, Kind kind) {
    return *std::find_if(rows.begin(), rows.end(), [kind](const LadderRow& row) { return row.kind == kind; });
}

TEST(LadderRows, standInTheOrderOfCausation) {
    const auto rows = ladderRows(*makeComparison({}));
    QStringList labels;
    for (const LadderRow& row : rows) labels += row.label;
    EXPECT_EQ(labels, (QStringList{"random state", "batch", "loss", "gradient", "optimizer", "weight"}));
    EXPECT_EQ(ladderRows(*makeComparison({.hasBuffers = true})).size(), 7u);
}

TEST(LadderRows, numberIsTheFirstStepOrASign) {
    auto comparison = makeComparison({});
    comparison->kinds[indexOf(Kind::Optimizer)] = {};
    const auto rows = ladderRows(*comparison);
    EXPECT_EQ(rowOf(rows, Kind::Batch).number(), QStringLiteral("="));
    EXPECT_EQ(rowOf(rows, Kind::Loss).number(), QStringLiteral("28"));
    EXPECT_EQ(rowOf(rows, Kind::Optimizer).number(), QStringLiteral("–"));
    EXPECT_EQ(rowOf(rows, Kind::Optimizer).at(5), Block::NotRecorded);
}

TEST(LadderRows, sayThemselvesInWords) {
    auto comparison = makeComparison({});
    auto& loss = comparison->kinds[indexOf(Kind::Loss)];
    loss.stepsDifferent = 117;
    loss.timesEqualAgain = 8;
    const auto rows = ladderRows(*comparison);
    EXPECT_EQ(rowOf(rows, Kind::Loss).description,
              QStringLiteral("loss: first differs at step 28, in 117 of 200 steps, 8 times equal again"));
    EXPECT_EQ(rowOf(rows, Kind::Batch).description, QStringLiteral("batch: equal in all of 200 steps"));
}

TEST(LadderRows, differentBeatsEqualAndNaNBeatsBoth) {
    const auto rows = ladderRows(*makeComparison({.nanFrom = 150}));
    const LadderRow& loss = rowOf(rows, Kind::Loss);
    EXPECT_EQ(loss.at(149), Block::Different);
    EXPECT_EQ(loss.at(150), Block::NotANumber);
    const auto one = loss.columns({-0.5, 199.5}, 1);
    EXPECT_EQ(one[0], Block::NotANumber);
    EXPECT_EQ(loss.columns({-0.5, 149.5}, 1)[0], Block::Different);
}

TEST(LadderRows, noLoneDifferenceIsEverLostBetweenPixels) {
    constexpr std::size_t steps = 100'000;
    const auto equal = static_cast<unsigned char>(1u << static_cast<unsigned>(Block::Equal));
    std::vector<unsigned char> blocks(steps + 1, equal);
    blocks[0] = 0;
    for (int columns : {650, 700, 1000, 1333}) {
        for (std::size_t i = 0; i < 300; ++i) {
            // Half of them on the seams of pixels, where they are lost first.
            const std::size_t step =
                i % 2 ? i * steps / 300
                      : std::min(steps - 1, i * 2 * steps / static_cast<std::size_t>(columns));
            LadderRow row;
            blocks[step + 1] = static_cast<unsigned char>(1u << static_cast<unsigned>(Block::Different));
            row.blocks = MaskPyramid(blocks);
            blocks[step + 1] = equal;
            const auto shown = row.columns({-0.5, steps - 0.5}, columns);
            ASSERT_GE(std::count(shown.begin(), shown.end(), Block::Different), 2)
                << "step " << step << ", " << columns;
        }
    }
}

TEST(LadderRows, stepsOfARunThatWentFurtherAreNotRecorded) {
    const auto rows = ladderRows(*makeComparison({.stepsB = 120}));
    EXPECT_EQ(rowOf(rows, Kind::Batch).at(119), Block::Equal);
    EXPECT_EQ(rowOf(rows, Kind::Batch).at(120), Block::NotRecorded);
}

struct LadderPixels : testing::Test {
    /// Widths of the runs of `colour` in the row's line of pixels.
    static std::vector<int> runsOf(const QImage& image, int y, const QColor& colour) {
        std::vector<int> runs;
        bool inside = false;
        for (int x = 0; x < image.width(); ++x) {
            const bool is = image.pixelColor(x, y) == colour;
            if (is && !inside) runs.push_back(0);
            if (is) ++runs.back();
            inside = is;
        }
        return runs;
    }
    static int middleOf(const PlotStack& stack, int row) {
        const auto* ladder = stack.findChild<Ladder*>();
        const auto buttons = ladder->findChildren<LadderRowButton*>();
        return buttons[row]->mapTo(&stack, buttons[row]->rect().center()).y();
    }
};

TEST_F(LadderPixels, aLoneDifferingStepOfAMillionIsAtLeastTwoPixels) {
    for (std::int64_t differs : {0, 1, 333'333, 987'654, 999'999}) {
        PlotStack stack;
        stack.resize(876, 500);
        stack.setComparison(tests::makeLoneDifference(1'000'000, differs));
        stack.setCursorStep(differs > 500'000 ? 100'000 : 800'000);
        stack.show();
        const QImage image = stack.grab().toImage();
        const auto runs = runsOf(image, middleOf(stack, 2), Theme::of(stack.palette()).differenceFill);
        ASSERT_EQ(runs.size(), 1u) << differs;
        EXPECT_GE(runs[0], 2) << differs;
        EXPECT_LE(runs[0], 3) << differs << ": and not blown up either";
    }
}

TEST_F(LadderPixels, anIdenticalPairIsAllGrey) {
    PlotStack stack;
    stack.resize(876, 500);
    stack.setComparison(makeComparison({.isIdentical = true}));
    stack.show();
    const QImage image = stack.grab().toImage();
    const Theme theme = Theme::of(stack.palette());
    for (int row = 0; row < 6; ++row) {
        EXPECT_TRUE(runsOf(image, middleOf(stack, row), theme.differenceFill).empty());
        EXPECT_TRUE(runsOf(image, middleOf(stack, row), theme.difference).empty());
        EXPECT_FALSE(runsOf(image, middleOf(stack, row), theme.equal).empty());
    }
}

TEST_F(LadderPixels, aRunningPairIsHollow) {
    PlotStack stack;
    stack.resize(876, 500);
    stack.setComparison(makeComparison({.steps = 112, .isIdentical = true, .isRunning = true}));
    stack.show();
    const QImage image = stack.grab().toImage();
    const Theme theme = Theme::of(stack.palette());
    EXPECT_TRUE(runsOf(image, middleOf(stack, 0), theme.equal).empty());
    const auto inside = runsOf(image, middleOf(stack, 0), theme.plotBackground);
    EXPECT_GT(*std::max_element(inside.begin(), inside.end()), 300);
}

TEST(LadderRow, aClickOnItsNumberGoesThere) {
    PlotStack stack;
    stack.resize(876, 700);
    stack.setComparison(makeComparison({}));
    stack.setCursorStep(100);
    const auto buttons = stack.findChild<Ladder*>()->findChildren<LadderRowButton*>();
    ASSERT_EQ(buttons.size(), 6);
    buttons[2]->click();
    EXPECT_EQ(stack.cursorStep(), 28);
    buttons[1]->click();
    EXPECT_EQ(stack.cursorStep(), 28) << "a row without a difference leads nowhere";
    EXPECT_EQ(buttons[2]->accessibleName(), QStringLiteral("loss"));
    EXPECT_TRUE(
        buttons[2]->accessibleDescription().startsWith(QStringLiteral("loss: first differs at step 28")));
}

}  // namespace
