#include <gmock/gmock.h>

#include <cmath>

#include "core/compare/ulp.h"
#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Keeps all five weights at a step, all ones but the table's first element.
void keepAll(FakeRun& run, std::int64_t step, float first) {
    std::vector<float> table(32, 1.0F);
    table[0] = first;
    run.keepValues(Kind::Weight, "table", step, table);
    run.keepValues(Kind::Weight, "hidden.weight", step, std::vector<float>(16, 1.0F));
    run.keepValues(Kind::Weight, "hidden.bias", step, std::vector<float>(4, 1.0F));
    run.keepValues(Kind::Weight, "output.weight", step, std::vector<float>(8, 1.0F));
    run.keepValues(Kind::Weight, "output.bias", step, std::vector<float>(2, 1.0F));
}

Comparison withWeights(const FakeRun& a, const FakeRun& b) {
    Comparison comparison = compared(a, b);
    const auto read = compareWeights(a, b, comparison);
    EXPECT_TRUE(read) << read.error().message;
    return comparison;
}

TEST(Weights, AreMeasuredWhereBothKeptThem) {
    FakeRun a, b;
    b.vary(Kind::Weight, "table", 4);
    for (const std::int64_t step : {-1, 2, 4, 10}) keepAll(a, step, 1.0F);
    keepAll(b, -1, 1.0F);
    keepAll(b, 4, 1.5F);
    keepAll(b, 8, 1.5F);
    keepAll(b, 10, 3.0F);
    const Comparison comparison = withWeights(a, b);
    ASSERT_TRUE(comparison.weights);
    const WeightDifferences& weights = *comparison.weights;
    EXPECT_THAT(weights.steps, ElementsAre(-1, 4, 10));
    EXPECT_THAT(weights.tensors,
                ElementsAre("table", "hidden.weight", "hidden.bias", "output.weight", "output.bias"));
    EXPECT_EQ(weights.overall[0].maxAbs, 0);
    EXPECT_EQ(weights.overall[0].elements, 62);
    EXPECT_EQ(weights.overall[1].maxAbs, 0.5);
    EXPECT_EQ(weights.overall[1].differingElements, 1);
    EXPECT_EQ(weights.overall[1].elements, 62);
    EXPECT_DOUBLE_EQ(weights.overall[1].relativeL2, 0.5 / std::sqrt(62.0))
        << "the equal tensors are part of the norm";
    EXPECT_DOUBLE_EQ(weights.at(1, 0).relativeL2, 0.5 / std::sqrt(32.0));
    EXPECT_EQ(weights.at(2, 0).maxAbs, 2);
    EXPECT_EQ(weights.at(2, 1).maxAbs, 0);
    EXPECT_EQ(weights.at(2, 1).elements, 16);
}

TEST(Weights, SwappedRunsDifferByAsMuch) {
    FakeRun a, b;
    b.vary(Kind::Weight, "table", 4);
    keepAll(a, 4, 1.0F);
    keepAll(b, 4, -2.0F);
    const auto ab = withWeights(a, b).weights->overall[0], ba = withWeights(b, a).weights->overall[0];
    EXPECT_EQ(ab.maxAbs, ba.maxAbs);
    EXPECT_EQ(ab.ulpAtMax, ba.ulpAtMax);
    EXPECT_EQ(ab.differingElements, ba.differingElements);
}

TEST(Weights, EqualRunsAreNotRead) {
    FakeRun a, b;
    keepAll(a, 4, 1.0F);
    keepAll(b, 4, 1.5F);  // against the fingerprints, which decide
    EXPECT_EQ(withWeights(a, b).weights->overall[0].maxAbs, 0);
}

TEST(Weights, BuffersStandApart) {
    FakeRun a, b;
    for (FakeRun* run : {&a, &b}) run->add(Kind::Buffer, "mean", {2});
    b.vary(Kind::Buffer, "mean", 4);
    keepAll(a, 4, 1.0F);
    keepAll(b, 4, 1.0F);
    a.keepValues(Kind::Buffer, "mean", 4, {1, 2});
    b.keepValues(Kind::Buffer, "mean", 4, {1, 9});
    const auto weights = *withWeights(a, b).weights;
    EXPECT_EQ(weights.tensors.back(), "mean");
    EXPECT_EQ(weights.kinds.back(), Kind::Buffer);
    EXPECT_EQ(weights.at(0, 5).maxAbs, 7);
    EXPECT_EQ(weights.overall[0].maxAbs, 0) << "overall means the weights";
}

TEST(Weights, GrowthAndNaNBecomeEvents) {
    FakeRun a, b;
    b.vary(Kind::Weight, "table", 3);
    for (std::int64_t step = 3; step < 6; ++step) keepAll(a, step, 1.0F);
    keepAll(b, 3, 1.0F + 0x1p-20F);
    keepAll(b, 4, 1.0F + 0x1p-10F);
    keepAll(b, 5, std::nanf(""));
    const Comparison comparison = withWeights(a, b);
    EXPECT_TRUE(std::isnan(comparison.weights->overall[2].maxAbs));
    std::vector<std::string> texts;
    for (const Event& event : comparison.events)
        texts.push_back(std::to_string(event.step) + ": " + event.sentence);
    EXPECT_THAT(texts, Contains("4: largest difference of the weights grows 1,024-fold in a step"));
    EXPECT_THAT(texts, Contains("5: NaN or Inf in the weight table"));
    EXPECT_TRUE(std::is_sorted(comparison.events.begin(), comparison.events.end(),
                               [](const auto& x, const auto& y) { return x.step < y.step; }));
}

TEST(Weights, WhyThereAreNoneIsSaid) {
    FakeRun a, b;
    EXPECT_THAT(withWeights(a, b).leftOut,
                Contains("size of the difference: neither run kept the values of its weights"));
    keepAll(a, 3, 1.0F);
    EXPECT_THAT(withWeights(a, b).leftOut,
                Contains("size of the difference: B kept no values of its weights"));
    keepAll(b, 4, 1.0F);
    const Comparison comparison = withWeights(a, b);
    EXPECT_THAT(comparison.leftOut, Contains(HasSubstr("at no common step")));
    EXPECT_FALSE(comparison.weights);
}

TEST(Weights, CanBeCancelled) {
    FakeRun a, b;
    for (std::int64_t step = 3; step < 6; ++step) {
        keepAll(a, step, 1.0F);
        keepAll(b, step, 1.0F);
    }
    Comparison comparison = compared(a, b);
    const auto read = compareWeights(a, b, comparison, [](double done) { return done < 0.5; });
    ASSERT_FALSE(read);
    EXPECT_TRUE(isCancelled(read.error()));
    EXPECT_FALSE(comparison.weights);
}

TEST(Weights, AFailedReadIsPassedOn) {
    FakeRun a, b;
    b.vary(Kind::Weight, "table", 3);
    keepAll(a, 3, 1.0F);
    keepAll(b, 3, 1.0F);
    b.keepValues(Kind::Weight, "table", 3, {1, 2, 3});
    Comparison comparison = compared(a, b);
    EXPECT_FALSE(compareWeights(a, b, comparison));
}

}  // namespace
}  // namespace firstsplit::compare
