#include "core/compare/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/compare/bootstrap.h"
#include "core/compare/power.h"
#include "core/compare/sign_flip.h"
#include "core/compare/spread.h"

namespace firstsplit::compare {
namespace {

using Values = std::vector<double>;

TEST(Spread, MeanAndDeviationOfValuesCountedByHand) {
    const auto spread = spreadOf(Values{2, 4, 4, 4, 5, 5, 7, 9});
    ASSERT_TRUE(spread);
    EXPECT_DOUBLE_EQ(spread->mean, 5);
    EXPECT_DOUBLE_EQ(spread->deviation, std::sqrt(32.0 / 7));
}

TEST(Spread, AQuarterOfAPointFromFiveSeedsMayBeThreeTimesAsMuch) {
    const Interval interval = deviationInterval(0.25, 5);
    // Quantiles of χ² with 4 degrees of freedom, from its table: 11.143 and 0.4844.
    EXPECT_NEAR(interval.low, 0.25 * std::sqrt(4 / 11.1433), 1e-5);
    EXPECT_NEAR(interval.high, 0.25 * std::sqrt(4 / 0.48442), 1e-5);
    EXPECT_NEAR(interval.low, 0.15, 0.005);
    EXPECT_NEAR(interval.high, 0.72, 0.005);
}

TEST(Spread, EqualValuesHaveNoneAtAll) {
    EXPECT_EQ(spreadOf(Values(7, 0.1))->deviation, 0);
}

TEST(Spread, OneValueOrOneThatIsNoNumberHasNone) {
    EXPECT_FALSE(spreadOf(Values{1}));
    EXPECT_FALSE(spreadOf(Values{}));
    EXPECT_FALSE(spreadOf(Values{1, std::numeric_limits<double>::quiet_NaN(), 2}));
}

TEST(Spread, GroupsAreWeighedByTheirDegreesOfFreedom) {
    const Values two{0, 2}, three{10, 10, 10}, single{5};
    const std::vector<std::span<const double>> groups{two, three, single};
    // (1·2 + 2·0) / 3
    EXPECT_DOUBLE_EQ(*pooledDeviation(groups), std::sqrt(2.0 / 3));
    const std::vector<std::span<const double>> singles{single, single};
    EXPECT_FALSE(pooledDeviation(singles));
}

TEST(Median, MiddleOrMeanOfTheMiddleTwo) {
    EXPECT_EQ(median(Values{3, 1, 2}), 2);
    EXPECT_EQ(median(Values{4, 1, 3, 2}), 2.5);
    EXPECT_TRUE(std::isnan(median(Values{})));
}

// Cohen 1988, table 2.4.1 (two-sided 0.05, power 0.80): d = 0.50 needs 64 a group, d = 0.80 needs 26.
TEST(Power, AgreesWithCohensTables) {
    EXPECT_GE(powerOf(Design::Unpaired, 0.5, 64), 0.8);
    EXPECT_LT(powerOf(Design::Unpaired, 0.5, 63), 0.8);
    EXPECT_GE(powerOf(Design::Unpaired, 0.8, 26), 0.8);
    EXPECT_LT(powerOf(Design::Unpaired, 0.8, 25), 0.8);
    // One sample, d = 0.5: 34 (G*Power's manual gives the same).
    EXPECT_GE(powerOf(Design::Paired, 0.5, 34), 0.8);
    EXPECT_LT(powerOf(Design::Paired, 0.5, 33), 0.8);
}

TEST(Power, NoEffectIsSeenAsOftenAsTheLevelSays) {
    EXPECT_NEAR(powerOf(Design::Unpaired, 0, 5), testLevel, 1e-9);
    EXPECT_NEAR(powerOf(Design::Paired, 0, 5), testLevel, 1e-9);
}

TEST(Power, TheSmallestDifferenceHasJustThePower) {
    for (const Design design : {Design::Unpaired, Design::Paired})
        for (const std::size_t count : {2u, 3u, 5u, 10u, 50u}) {
            const double difference = smallestDifference(design, 0.25, count);
            EXPECT_NEAR(powerOf(design, difference / 0.25, count), testPower, 1e-6) << count;
        }
    EXPECT_EQ(smallestDifference(Design::Unpaired, 0, 5), 0);
}

TEST(Power, FiveSeedsSeeTwoDeviations) {
    // G*Power 3.1: two groups of 5, two-sided 0.05, power 0.8: d = 2.02.
    EXPECT_NEAR(smallestDifference(Design::Unpaired, 0.25, 5), 0.25 * 2.02, 0.25 * 0.01);
}

TEST(SignFlip, DarwinsMaize) {
    // Fisher 1935, §21: of 2^15 sign patterns, 1,726 have a sum as far from zero as 314 eighths of an inch.
    const Values differences{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
    EXPECT_DOUBLE_EQ(signFlipP(differences), 1726.0 / 32768);
}

TEST(SignFlip, AllOfOneSignGiveTheSmallestP) {
    for (const std::size_t pairs : {1u, 5u, 6u, 20u})
        EXPECT_DOUBLE_EQ(signFlipP(Values(pairs, 0.3)), smallestP(pairs)) << pairs;
    EXPECT_GE(smallestP(fewestPairsForLevel - 1), testLevel);
    EXPECT_LT(smallestP(fewestPairsForLevel), testLevel);
}

TEST(SignFlip, DifferencesThatCancelOutSayNothing) {
    EXPECT_DOUBLE_EQ(signFlipP(Values{1, -1, 2, -2}), 1);
    EXPECT_DOUBLE_EQ(signFlipP(Values{0, 0, 0}), 1);
}

TEST(SignFlip, RoundingDoesNotBreakTies) {
    // On paper ±(0.1 + 0.2 − 0.3) is a tie with the observed sum of zero.
    EXPECT_DOUBLE_EQ(signFlipP(Values{0.1, 0.2, -0.3}), 1);
}

TEST(SignFlip, FortyPairsAreCountedExactly) {
    Values differences(40, 1.0);
    differences[7] = -1;
    // Sums of ±38 or ±40: 2·(1 + 40) patterns.
    EXPECT_DOUBLE_EQ(signFlipP(differences), 82 / std::ldexp(1.0, 40));
}

TEST(Bootstrap, OfEqualBlocksIsThePoint) {
    const auto ratio = ratioOfMedians(std::vector<Block>(5, {2.0, 2.5}));
    ASSERT_TRUE(ratio);
    EXPECT_DOUBLE_EQ(ratio->value, 1.25);
    EXPECT_DOUBLE_EQ(ratio->interval.low, 1.25);
    EXPECT_DOUBLE_EQ(ratio->interval.high, 1.25);
}

TEST(Bootstrap, TheIntervalHoldsTheRatioAndIsTheSameEachTime) {
    const std::vector<Block> blocks{{2.0, 2.3}, {2.1, 2.4}, {1.9, 2.35}, {2.0, 2.2}, {2.2, 2.5}};
    const auto once = ratioOfMedians(blocks), again = ratioOfMedians(blocks);
    ASSERT_TRUE(once && again);
    EXPECT_DOUBLE_EQ(once->value, 2.35 / 2.0);
    EXPECT_LT(once->interval.low, once->value);
    EXPECT_GT(once->interval.high, once->value);
    EXPECT_EQ(once->interval.low, again->interval.low);
    EXPECT_EQ(once->interval.high, again->interval.high);
}

TEST(Bootstrap, WholeBlocksKeepWhatSlowedBoth) {
    // The machine is twice as slow in some blocks, B always 10 % slower than A.
    const std::vector<Block> blocks{{1, 1.1}, {2, 2.2}, {1, 1.1}, {2, 2.2}, {1, 1.1}};
    const auto ratio = ratioOfMedians(blocks);
    EXPECT_NEAR(ratio->interval.low, 1.1, 1e-9);
    EXPECT_NEAR(ratio->interval.high, 1.1, 1e-9);
}

TEST(Bootstrap, NothingToBeFoundFromOneBlockOrNoTime) {
    EXPECT_FALSE(ratioOfMedians(std::vector<Block>{{1, 1}}));
    EXPECT_FALSE(ratioOfMedians(std::vector<Block>{{1, 1}, {0, 1}}));
    EXPECT_FALSE(ratioOfMedians(std::vector<Block>{{1, 1}, {1, std::nan("")}}));
}

TEST(RuleOfThree, BoundsWhatWasNotSeen) {
    EXPECT_FALSE(ruleOfThree(3));
    EXPECT_DOUBLE_EQ(*ruleOfThree(30), 0.1);
}

}  // namespace
}  // namespace firstsplit::compare
