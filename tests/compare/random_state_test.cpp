#include <gmock/gmock.h>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using firstsplit::testing::splitOf;
using ::testing::Contains;
using ::testing::HasSubstr;

/// Two runs with a second generator that nobody seeded: it differs from the start.
struct Unseeded {
    explicit Unseeded(std::vector<std::int64_t> movedAt) {
        for (FakeRun* run : {&a, &b}) {
            run->add(Kind::RandomState, "numpy");
            run->standStill("numpy", movedAt);
        }
        b.vary(Kind::RandomState, "numpy", -1);
    }
    FakeRun a, b;
};

const MemberSplit& generator(const Comparison& comparison, const std::string& name) {
    return *std::find_if(
        comparison.members.begin(), comparison.members.end(),
        [&](const MemberSplit& member) { return member.kind == Kind::RandomState && member.name == name; });
}

TEST(RandomState, AnUnseededGeneratorThatNobodyUsesDecidesNothing) {
    Unseeded runs({});
    const Comparison comparison = compared(runs.a, runs.b);
    EXPECT_EQ(comparison.verdict, Verdict::Identical);
    EXPECT_FALSE(splitOf(comparison, Kind::RandomState).firstStep);
    EXPECT_FALSE(generator(comparison, "numpy").everDrawnFrom);
    EXPECT_TRUE(generator(comparison, "torch").everDrawnFrom);
    EXPECT_THAT(comparison.leftOut,
                Contains("random state of numpy: it differs, was never used, and decides nothing"));
}

TEST(RandomState, CountsFromTheStepAtWhichItsStateHasMoved) {
    Unseeded runs({6});
    const Comparison comparison = compared(runs.a, runs.b);
    EXPECT_EQ(comparison.verdict, Verdict::Split);
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).firstStep, 6);
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).firstMember, "numpy");
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).cells[6], Cell::Equal);
    EXPECT_EQ(generator(comparison, "numpy").firstStep, 6);
    EXPECT_EQ(generator(comparison, "numpy").firstUse, 5) << "the draw was made in the step before";
}

TEST(RandomState, OneRunThatDrewIsEnough) {
    Unseeded runs({});
    runs.a.standStill("numpy", {9});
    EXPECT_EQ(splitOf(compared(runs.a, runs.b), Kind::RandomState).firstStep, 9);
    EXPECT_EQ(splitOf(compared(runs.b, runs.a), Kind::RandomState).firstStep, 9);
}

TEST(RandomState, ABatchThatWasDrawnFromAnUnseededGeneratorIsItsDoing) {
    // Step 0 draws its batch from numpy: the state is found moved at step 1.
    Unseeded runs({1, 2, 3, 4});
    runs.b.vary(Kind::Batch, "input", 0);
    splitGradient(runs.b, 0, 0);
    const Comparison comparison = compared(runs.a, runs.b);
    EXPECT_EQ(comparison.cause.cause, CauseClass::RandomState);
    EXPECT_EQ(comparison.cause.sentence,
              "Random state: numpy differs before step 0 draws from it; the batch of that step differs.");
    EXPECT_EQ(comparison.first->kind, Kind::Batch);
}

TEST(RandomState, AGeneratorThatDiffersBeforeTheBatchIsTheCause) {
    FakeRun a, b;
    b.vary(Kind::RandomState, "torch", 3);
    b.vary(Kind::Batch, "input", 5);
    splitGradient(b, 5, 5);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.cause.cause, CauseClass::RandomState);
    EXPECT_EQ(comparison.cause.sentence,
              "Random state: torch differs from step 3 on; the batch differs from step 5 on.");
    EXPECT_EQ(comparison.first->kind, Kind::RandomState);
    EXPECT_EQ(comparison.first->step, 3);
}

TEST(RandomState, DrawnFromElsewhereIsNotTheCauseOfTheWeights) {
    FakeRun a, b;
    b.vary(Kind::RandomState, "torch", 3);  // validation drew once more
    splitGradient(b, 8, 10);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.cause.cause, CauseClass::Backward);
    EXPECT_EQ(comparison.first->kind, Kind::Gradient) << "what was drawn from elsewhere stands back";
    EXPECT_THAT(comparison.cause.evidence, Contains(HasSubstr("drawn from elsewhere")));
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).firstStep, 3) << "and is reported all the same";
}

TEST(RandomState, AloneItIsASplitThatReachesNothing) {
    FakeRun a, b;
    b.vary(Kind::RandomState, "torch", 3);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Split);
    EXPECT_EQ(comparison.first->kind, Kind::RandomState);
    EXPECT_THAT(comparison.cause.sentence, HasSubstr("nothing else differs"));
}

TEST(RandomState, AForwardPassThatDrawsForTheFirstTimeIsItsDoing) {
    // Dropout: the batch is equal, the loss is not, and the step drew from a state that differed for the
    // first time.
    Unseeded runs({5, 6, 7});
    splitGradient(runs.b, 4, 4);
    const Comparison comparison = compared(runs.a, runs.b);
    EXPECT_EQ(comparison.cause.cause, CauseClass::RandomState);
    EXPECT_THAT(comparison.cause.sentence, HasSubstr("dropout"));
}

TEST(RandomState, WhatDiffersAfterTheSplitIsAConsequence) {
    FakeRun a, b;
    splitGradient(b, 4, 5);
    b.vary(Kind::RandomState, "torch", 9);
    EXPECT_EQ(compared(a, b).cause.cause, CauseClass::Backward);
}

TEST(RandomState, AnExtraGeneratorInOneRunIsLeftOut) {
    FakeRun a, b;
    b.add(Kind::RandomState, "numpy");
    const Comparison comparison = compared(a, b);
    EXPECT_FALSE(comparison.first);
    EXPECT_THAT(comparison.leftOut, Contains("random state of numpy is in B alone"));
    b.vary(Kind::RandomState, "torch", 7);
    EXPECT_EQ(splitOf(compared(a, b), Kind::RandomState).firstStep, 7);
}

TEST(RandomState, DigestsAloneTellAGeneratorThatWasEqualBefore) {
    FakeRun a, b;
    b.vary(Kind::RandomState, "torch", 3);
    b.vary(Kind::Batch, "input", 3);
    for (FakeRun* run : {&a, &b}) run->keepEvery(Kind::RandomState, 0);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).firstStep, 3);
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).firstMember, "");
    EXPECT_EQ(comparison.cause.cause, CauseClass::RandomState);
}

TEST(RandomState, DigestsAloneCannotTellAnUnusedGenerator) {
    Unseeded runs({});
    for (FakeRun* run : {&runs.a, &runs.b}) run->keepEvery(Kind::RandomState, 0);
    const Comparison comparison = compared(runs.a, runs.b);
    EXPECT_FALSE(comparison.first) << "never more claimed than compared";
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_THAT(comparison.leftOut, Contains(HasSubstr("random state could not be compared at 21 steps")));
}

TEST(RandomState, ThinnedStatesDecideWhereTheyWereKept) {
    FakeRun a(40), b(40);
    for (FakeRun* run : {&a, &b}) {
        run->add(Kind::RandomState, "numpy");
        run->standStill("numpy", {10, 11, 12});
        run->keepEvery(Kind::RandomState, 4);
    }
    b.vary(Kind::RandomState, "numpy", -1);
    const KindSplit split = splitOf(compared(a, b), Kind::RandomState);
    EXPECT_EQ(split.firstStep, 12) << "the first kept step at which it is seen to have moved";
    EXPECT_EQ(split.cells[10], Cell::NotRecorded);
    EXPECT_EQ(split.cells[14], Cell::Different) << "nothing idle is left that could be what differs";
}

}  // namespace
}  // namespace firstsplit::compare
