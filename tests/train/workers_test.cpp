// `digits-augmented`: workers that share a generator, through the real runner.
#include <gmock/gmock.h>

#include "tests/train/trained.h"

namespace firstsplit::tests {
namespace {

const settings::Values oneThread = {{"seed", "0"}, {"threads", "1"}};

Trained augmented(const settings::Values& more) {
    settings::Values values = more;
    values.insert(oneThread.begin(), oneThread.end());
    return train("digits-augmented", values, {.steps = 60, .keepsWeights = false});
}

TEST(Workers, ThatShareAGeneratorSeeOtherPicturesInEachRun) {
    ASSERT_GE(usableCores(), 2)
        << "The race needs two cores, and this process may use one only: nothing can be shown here.";
    for (int pair = 0; pair < 2; ++pair) {
        const Trained a = augmented({}), b = augmented({});
        const compare::Comparison found = comparison(a, b);
        EXPECT_TRUE(split(found, Kind::Batch).firstStep) << "within the run";
        EXPECT_EQ(found.cause.cause, compare::CauseClass::Batch) << found.cause.sentence;
        EXPECT_FALSE(split(found, Kind::RandomState).firstStep);
        EXPECT_GT(found.ordersCompared, 0);
        EXPECT_TRUE(found.orderDiffers.empty()) << "the same samples in the same order, changed differently";
        EXPECT_NE(a.finalWeights, b.finalWeights);
    }
}

TEST(Workers, WithASeedForEverySampleGiveTheSameBitsWhateverTheirNumber) {
    const Trained two = augmented({{"seed.workers", "per_sample"}});
    const Trained again = augmented({{"seed.workers", "per_sample"}});
    const Trained none = augmented({{"seed.workers", "per_sample"}, {"data.workers", "0"}});
    const Trained three = augmented({{"seed.workers", "per_sample"}, {"data.workers", "3"}});
    EXPECT_EQ(comparison(two, again).verdict, compare::Verdict::Identical);
    EXPECT_EQ(two.finalWeights, none.finalWeights);
    EXPECT_EQ(two.finalWeights, three.finalWeights);
}

TEST(Workers, TheDeterministicPresetCuresThem) {
    const settings::Values values = preset("deterministic", {});
    EXPECT_EQ(comparison(augmented(values), augmented(values)).verdict, compare::Verdict::Identical);
}

TEST(Workers, OneAloneIsRepeatable) {
    const Trained a = augmented({{"data.workers", "1"}}), b = augmented({{"data.workers", "1"}});
    EXPECT_EQ(comparison(a, b).verdict, compare::Verdict::Identical);
}

TEST(Workers, AnotherSeedOfTheChangesChangesThePicturesAndNotTheOrder) {
    const settings::Values perSample = {{"seed.workers", "per_sample"}, {"seed.augment", "0"}};
    settings::Values other = perSample;
    other["seed.augment"] = "1";
    const compare::Comparison found = comparison(augmented(perSample), augmented(other));
    EXPECT_EQ(split(found, Kind::Batch).firstStep, 0);
    EXPECT_FALSE(found.initialWeightsDiffer);
    EXPECT_TRUE(found.orderDiffers.empty());
}

/// Batches that arrive as they are completed arrive in another order sooner or later; of the first ones of
/// each epoch at the latest.
TEST(Workers, FirstComeDeliversInTheOrderOfCompletion) {
    ASSERT_GE(usableCores(), 2)
        << "The race needs two cores, and this process may use one only: nothing can be shown here.";
    const settings::Values values = {
        {"seed.workers", "per_sample"}, {"data.order", "first_come"}, {"data.workers", "4"}};
    const settings::Values ordered = {{"seed.workers", "per_sample"}, {"data.workers", "4"}};
    bool differs = false;
    const Trained inOrder = augmented(ordered);
    for (int i = 0; i < 5 && !differs; ++i)
        differs = split(comparison(inOrder, augmented(values)), Kind::Batch).firstStep.has_value();
    EXPECT_TRUE(differs) << "five runs, and no batch overtook another";
}

}  // namespace
}  // namespace firstsplit::tests
