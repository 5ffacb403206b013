// What the built-in experiments show, on the runner's own journals: at most three pairs an arm, never a
// step's number.
#include <gmock/gmock.h>

#include <cmath>

#include "core/fingerprint/fingerprint.h"
#include "tests/train/trained.h"

namespace firstsplit::tests {
namespace {

using compare::Comparison;

TEST(Pairs, TwoThreadsSplitInTheGradientOfTheTableAndTheLossFollows) {
    ASSERT_GE(usableCores(), 2)
        << "The race needs two cores, and this process may use one only: nothing can be shown here.";
    for (int pair = 0; pair < 3; ++pair) {
        const Trained a = train("digits-embedding", preset("seeds", {{"threads", "2"}}));
        const Trained b = train("digits-embedding", preset("seeds", {{"threads", "2"}}));
        EXPECT_NE(a.finalWeights, b.finalWeights);
        const Comparison found = comparison(a, b);
        EXPECT_FALSE(found.initialWeightsDiffer);
        EXPECT_FALSE(split(found, Kind::RandomState).firstStep);
        EXPECT_FALSE(split(found, Kind::Batch).firstStep);
        ASSERT_TRUE(split(found, Kind::Gradient).firstStep);
        EXPECT_EQ(split(found, Kind::Gradient).firstMember, "table");
        ASSERT_TRUE(split(found, Kind::Loss).firstStep);
        EXPECT_GT(*split(found, Kind::Loss).firstStep, *split(found, Kind::Gradient).firstStep);
        EXPECT_GT(found.weights->overall.back().maxAbs, 0.01);
        EXPECT_GE(finalAccuracy(a), 0.9);
        EXPECT_GE(finalAccuracy(b), 0.9);
    }
}

TEST(Pairs, PlainIndexingRacesToo) {
    ASSERT_GE(usableCores(), 2)
        << "The race needs two cores, and this process may use one only: nothing can be shown here.";
    const settings::Values values = preset("seeds", {{"threads", "2"}, {"embedding.gradient", "index"}});
    EXPECT_NE(train("digits-embedding", values).finalWeights, train("digits-embedding", values).finalWeights);
}

/// Arms whose bits must be equal, and to each other: one thread adds in the order that the others keep.
TEST(Pairs, DeterministicSortedAndOneThreadGiveEqualBits) {
    const std::vector<settings::Values> arms = {
        preset("deterministic", {{"threads", "2"}}),
        preset("seeds", {{"threads", "2"}, {"embedding.gradient", "sorted"}}),
        preset("deterministic", {{"threads", "2"}, {"embedding.gradient", "index"}}),
    };
    for (const settings::Values& values : arms) {
        const Trained a = train("digits-embedding", values);
        const Trained b = train("digits-embedding", values);
        const Comparison found = comparison(a, b);
        EXPECT_EQ(found.verdict, compare::Verdict::Identical) << testing::PrintToString(values);
        EXPECT_EQ(found.weights->overall.back().maxAbs, 0.0);
        EXPECT_EQ(a.finalWeights, b.finalWeights);
    }
    const Trained a = train("digits-embedding", preset("seeds", {{"threads", "1"}}));
    const Trained b = train("digits-embedding", preset("seeds", {{"threads", "1"}}));
    EXPECT_EQ(comparison(a, b).verdict, compare::Verdict::Identical);
}

TEST(Pairs, TheRecorderDoesNotChangeTheResult) {
    for (const settings::Values& values :
         {preset("deterministic", {{"threads", "2"}}), preset("seeds", {{"threads", "1"}})}) {
        settings::Values unrecorded = values;
        unrecorded["recorder"] = "off";
        const Trained on = train("digits-embedding", values);
        const Trained off = train("digits-embedding", unrecorded);
        EXPECT_NE(on.finalWeights, "");
        EXPECT_EQ(on.finalWeights, off.finalWeights);
        EXPECT_EQ(off.run->rowCount(), 0);
    }
}

TEST(Pairs, AnotherSeedStartsFromOtherWeightsAndAnotherDataSeedDrawsOtherBatches) {
    const Trained a = train("digits-embedding-relu", {{"seed", "0"}, {"threads", "1"}});
    const Trained otherSeed =
        train("digits-embedding-relu", {{"seed", "1"}, {"seed.data", "0"}, {"threads", "1"}});
    const Trained otherOrder =
        train("digits-embedding-relu", {{"seed", "0"}, {"seed.data", "1"}, {"threads", "1"}});
    EXPECT_TRUE(comparison(a, otherSeed).initialWeightsDiffer);
    EXPECT_FALSE(split(comparison(a, otherSeed), Kind::Batch).firstStep);
    EXPECT_FALSE(comparison(a, otherOrder).initialWeightsDiffer);
    EXPECT_TRUE(split(comparison(a, otherOrder), Kind::Batch).firstStep);
}

TEST(Pairs, TheReluVariantLearnsAndItsSplitHardlyMatters) {
    ASSERT_GE(usableCores(), 2)
        << "The race needs two cores, and this process may use one only: nothing can be shown here.";
    const Trained a = train("digits-embedding-relu", preset("seeds", {{"threads", "2"}}));
    const Trained b = train("digits-embedding-relu", preset("seeds", {{"threads", "2"}}));
    const Comparison found = comparison(a, b);
    EXPECT_EQ(found.verdict, compare::Verdict::Split);
    EXPECT_GT(found.weights->overall.back().maxAbs, 0.0);
    EXPECT_LT(found.weights->overall.back().maxAbs, 0.01);
    EXPECT_GE(finalAccuracy(a), 0.9);
}

TEST(Pairs, ThePlainVariantSplitsToo) {
    ASSERT_GE(usableCores(), 2)
        << "The race needs two cores, and this process may use one only: nothing can be shown here.";
    const Trained a = train("digits-embedding-plain", preset("seeds", {{"threads", "2"}}));
    const Trained b = train("digits-embedding-plain", preset("seeds", {{"threads", "2"}}));
    EXPECT_EQ(comparison(a, b).verdict, compare::Verdict::Split);
    EXPECT_GE(finalAccuracy(a), 0.6);
}

TEST(Records, HoldEveryStepInFullAndTheEpochs) {
    const Trained trained = train("digits-embedding", preset("deterministic", {{"threads", "2"}}));
    const record::Run& run = *trained.run;
    EXPECT_EQ(run.info().end, record::EndState::Finished);
    EXPECT_EQ(run.info().experiment, "digits-embedding");
    EXPECT_EQ(run.info().plannedSteps, 200);
    EXPECT_EQ(run.info().seed, 0);
    EXPECT_EQ(run.rowCount(), 201);
    EXPECT_EQ(run.valueRows().size(), 201u);
    EXPECT_EQ(run.members(Kind::Weight).size(), 7u);
    EXPECT_EQ(run.members(Kind::Weight)[0].name, "table");
    EXPECT_EQ(run.members(Kind::Weight)[0].shape, (std::vector<std::int64_t>{1088, 32}));
    EXPECT_EQ(run.members(Kind::Gradient).size(), 7u);
    EXPECT_EQ(run.members(Kind::Optimizer)[0].name, "momentum_buffer/table");
    EXPECT_EQ(run.members(Kind::RandomState).size(), 2u);
    EXPECT_EQ(run.members(Kind::Batch).size(), 3u);
    EXPECT_TRUE(run.info().environment.contains("torch"));

    std::vector<record::Fingerprint> digests(201);
    ASSERT_TRUE(run.readDigests(Kind::Weight, 0, digests));
    EXPECT_EQ(fingerprint::toHex(digests.back()), trained.finalWeights);
    for (std::size_t row = 1; row < digests.size(); ++row) EXPECT_NE(digests[row], digests[row - 1]) << row;
    ASSERT_TRUE(run.readDigests(Kind::Gradient, 0, digests));
    EXPECT_TRUE(digests[0].isAbsent());
    EXPECT_FALSE(digests[1].isAbsent());
    ASSERT_TRUE(run.readDigests(Kind::RandomState, 0, digests));
    EXPECT_EQ(digests[1], digests[0]) << "read before the batch is drawn, so nothing was drawn yet";
    EXPECT_NE(digests[2], digests[1]) << "the first epoch's permutation was drawn in step 0";
    EXPECT_EQ(digests[3], digests[2]) << "and nothing more within the epoch";

    std::vector<double> column(201);
    ASSERT_TRUE(run.readColumn(record::Column::Loss, 0, column));
    EXPECT_TRUE(std::isnan(column[0]));
    EXPECT_LT(column[200], column[1]);
    ASSERT_TRUE(run.readColumn(record::Column::LearningRate, 0, column));
    EXPECT_NEAR(column[1], 0.2 / 50, 1e-12);
    EXPECT_NEAR(column[50], 0.2, 1e-12);
    EXPECT_NEAR(column[125 + 1], 0.1, 1e-12);
    ASSERT_TRUE(run.readColumn(record::Column::GradientNorm, 0, column));
    EXPECT_GT(column[1], 0);

    ASSERT_EQ(run.epochs().size(), 10u) << "nine whole epochs of 22 batches, and the tenth as far as it went";
    EXPECT_EQ(run.epochs()[0].step, 21);
    EXPECT_EQ(run.epochs()[9].step, 199);
    EXPECT_EQ(run.epochs()[0].firstSampleIds.size(), 100u);
    EXPECT_NE(run.epochs()[0].firstSampleIds, run.epochs()[1].firstSampleIds);
    EXPECT_GE(*run.epochs()[9].validationAccuracy, 0.9);
}

TEST(Records, OfTheConvolutionalNetworkHoldBuffersAndAdamsState) {
    const Trained a = train("digits-cnn", preset("deterministic", {{"threads", "1"}}));
    const record::Run& run = *a.run;
    EXPECT_EQ(run.members(Kind::Buffer).size(), 6u);
    EXPECT_EQ(run.members(Kind::Optimizer).size(), 3 * run.members(Kind::Weight).size());
    EXPECT_GE(finalAccuracy(a), 0.95);
    std::vector<record::Fingerprint> digests(3);
    ASSERT_TRUE(run.readDigests(Kind::Buffer, 0, digests));
    EXPECT_NE(digests[0], digests[1]) << "batch norm's statistics move in every step";
    EXPECT_NE(digests[1], digests[2]);
    const Trained b = train("digits-cnn", preset("deterministic", {{"threads", "1"}}));
    EXPECT_EQ(comparison(a, b).verdict, compare::Verdict::Identical);
}

}  // namespace
}  // namespace firstsplit::tests
