#include <gmock/gmock.h>

#include "core/compare/words.h"
#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using firstsplit::testing::splitOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CompareRuns, EqualRunsAreIdentical) {
    const FakeRun a, b;
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Identical);
    EXPECT_EQ(comparison.stepsCompared, 20);
    EXPECT_EQ(comparison.tensorsCompared, 15U);
    EXPECT_THAT(comparison.leftOut, IsEmpty());
    EXPECT_FALSE(comparison.first);
    EXPECT_EQ(comparison.cause.cause, CauseClass::None);
    EXPECT_EQ(exitCodeOf(comparison), 0);
    EXPECT_EQ(a.fingerprintRowsRead, 0) << "digests that are equal need no member's fingerprint";
}

TEST(CompareRuns, ASplitIsAFirstStepAndASetOfSteps) {
    FakeRun a(200), b(200);
    splitGradient(b, 3, 200);
    b.shiftLoss(28, 30, 0.125);
    b.shiftLoss(50, 50, 0.125);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Split);
    EXPECT_EQ(exitCodeOf(comparison), 1);
    const KindSplit& gradient = splitOf(comparison, Kind::Gradient);
    EXPECT_EQ(gradient.firstStep, 3);
    EXPECT_EQ(gradient.stepsDifferent, 197);
    EXPECT_EQ(gradient.stepsCompared, 200);
    EXPECT_EQ(gradient.timesEqualAgain, 0);
    EXPECT_EQ(gradient.firstMember, "table");
    EXPECT_EQ(gradient.cells[0], Cell::NotRecorded);
    EXPECT_EQ(gradient.cells[3], Cell::Equal);
    EXPECT_EQ(gradient.cells[4], Cell::Different);
    const KindSplit& loss = splitOf(comparison, Kind::Loss);
    EXPECT_EQ(loss.firstStep, 28);
    EXPECT_EQ(loss.stepsDifferent, 4);
    EXPECT_EQ(loss.timesEqualAgain, 2);
    ASSERT_TRUE(comparison.first);
    EXPECT_EQ(comparison.first->kind, Kind::Gradient);
    EXPECT_EQ(comparison.first->step, 3);
    EXPECT_EQ(comparison.first->member, "table");
}

TEST(CompareRuns, TheBackwardPassMeetsTheLastTensorFirst) {
    FakeRun a, b;
    for (const char* name : {"table", "hidden.weight"}) {
        b.vary(Kind::Gradient, name, 4);
        b.vary(Kind::Weight, name, 4);
    }
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Gradient).firstMember, "hidden.weight");
    EXPECT_EQ(splitOf(comparison, Kind::Weight).firstMember, "table");
}

TEST(CompareRuns, MembersAreRankedByTheirFirstStep) {
    FakeRun a, b;
    b.vary(Kind::Weight, "output.bias", 2, 5);
    b.vary(Kind::Weight, "table", 7);
    const Comparison comparison = compared(a, b);
    ASSERT_GE(comparison.members.size(), 3U);
    EXPECT_EQ(comparison.members[0].name, "output.bias");
    EXPECT_EQ(comparison.members[0].firstStep, 2);
    EXPECT_EQ(comparison.members[0].stepsDifferent, 4);
    EXPECT_EQ(comparison.members[1].name, "table");
    EXPECT_EQ(comparison.members[1].firstStep, 7);
    EXPECT_FALSE(comparison.members[2].firstStep);
}

TEST(CompareRuns, MembersMayStandInAnotherOrder) {
    FakeRun a, b;
    b.reverse(Kind::Weight);
    EXPECT_EQ(compared(a, b).verdict, Verdict::Identical);
    b.vary(Kind::Weight, "hidden.bias", 6);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Weight).firstStep, 6);
    EXPECT_EQ(splitOf(comparison, Kind::Weight).firstMember, "hidden.bias");
}

TEST(CompareRuns, ATensorOfOneRunIsLeftOutAndNeverIdentical) {
    FakeRun a, b;
    b.add(Kind::Weight, "extra", {3});
    const Comparison comparison = compared(a, b);
    EXPECT_FALSE(comparison.first) << "what both have is equal";
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_EQ(exitCodeOf(comparison), 2);
    EXPECT_THAT(comparison.leftOut, Contains("weight of extra is in B alone"));
}

TEST(CompareRuns, AnotherShapeIsAnotherTensor) {
    FakeRun a, b;
    b.remove(Kind::Weight, "output.bias");
    b.add(Kind::Weight, "output.bias", {100});
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_THAT(comparison.leftOut,
                ElementsAre("weight of output.bias is in A alone", "weight of output.bias is in B alone"));
}

TEST(CompareRuns, ALaterMemberDoesNotSpoilTheDigestsBeforeIt) {
    FakeRun a(30), b(30);
    a.add(Kind::Weight, "late", {3}, fingerprint::ScalarType::Float32, 20);
    for (FakeRun* run : {&a, &b}) run->keepEvery(Kind::Weight, 0);
    const auto& cells = splitOf(compared(a, b), Kind::Weight).cells;
    EXPECT_EQ(cells[20], Cell::Equal) << "step 19: the lists are still the same";
    EXPECT_EQ(cells[21], Cell::NotRecorded) << "step 20: other lists, and nothing kept to look at";
}

TEST(CompareRuns, AbsentDiffersFromPresent) {
    FakeRun a, b;
    b.makeAbsent(Kind::Gradient, "hidden.bias", 5, 5);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Gradient).firstStep, 5);
    EXPECT_EQ(splitOf(comparison, Kind::Gradient).stepsDifferent, 1);
    EXPECT_EQ(splitOf(comparison, Kind::Gradient).firstMember, "hidden.bias");
}

TEST(CompareRuns, OtherModelsCannotBeCompared) {
    FakeRun a, b;
    for (const Kind kind : {Kind::Weight, Kind::Gradient, Kind::Optimizer}) {
        b.clear(kind);
        for (int i = 0; i < 62; ++i) b.add(kind, "layer" + std::to_string(i), {2});
    }
    const auto comparison = compareRuns(a, b);
    ASSERT_FALSE(comparison);
    EXPECT_EQ(comparison.error().message,
              "These runs cannot be compared: A has 5 tensors, B has 62, no name and shape in common.");
}

TEST(CompareRuns, NothingRecordedInBothIsAnError) {
    FakeRun a, b;
    for (const Kind kind : allKinds) (kind < Kind::Gradient ? a : b).leaveOut(kind);
    const auto comparison = compareRuns(a, b);
    ASSERT_FALSE(comparison);
    EXPECT_THAT(comparison.error().message, HasSubstr("no kind of fingerprint was recorded in both"));
}

TEST(CompareRuns, AKindOfOneRunIsLeftOut) {
    FakeRun a, b;
    b.leaveOut(Kind::Gradient);
    const Comparison comparison = compared(a, b);
    EXPECT_FALSE(splitOf(comparison, Kind::Gradient).compared);
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_THAT(comparison.leftOut, ElementsAre("gradient was not recorded in B"));
}

TEST(CompareRuns, AKindOfNeitherRunIsSaidAndDoesNotSpoilTheVerdict) {
    FakeRun a, b;
    for (FakeRun* run : {&a, &b}) run->leaveOut(Kind::Optimizer);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Identical);
    EXPECT_THAT(comparison.leftOut, ElementsAre("optimizer was recorded in neither run"));
}

TEST(CompareRuns, TheLossAloneIsNotEnoughForIdentical) {
    FakeRun a, b;
    for (FakeRun* run : {&a, &b})
        for (const Kind kind : {Kind::Gradient, Kind::Optimizer, Kind::Weight}) run->leaveOut(kind);
    EXPECT_EQ(compared(a, b).verdict, Verdict::Incomplete);
}

TEST(CompareRuns, AbsentRowsOfOneRunAreNoEquality) {
    FakeRun a, b;
    b.leaveOut(Kind::Loss, 5, 7);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Loss).cells[6], Cell::NotRecorded);
    EXPECT_EQ(splitOf(comparison, Kind::Loss).stepsCompared, 17);
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_THAT(comparison.leftOut, ElementsAre("loss was not recorded in B at 3 of 20 steps"));
}

TEST(CompareRuns, UnequalLengthIsIncomplete) {
    FakeRun a(200), b(120);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_EQ(comparison.stepsCompared, 120);
    EXPECT_THAT(comparison.leftOut, ElementsAre("steps 120 to 199 are in A alone"));
    EXPECT_EQ(comparison.lossA.size(), 201U);
    EXPECT_EQ(comparison.lossB.size(), 121U);
    EXPECT_EQ(comparison.lossUlp.size(), 121U);
}

TEST(CompareRuns, OnlyWholeRunsAreIdentical) {
    for (const auto end : {record::EndState::Running, record::EndState::Failed, record::EndState::Killed,
                           record::EndState::Cancelled, record::EndState::Unknown}) {
        FakeRun a, b;
        b.information.end = end;
        EXPECT_EQ(compared(a, b).verdict, Verdict::Incomplete) << record::nameOf(end);
        EXPECT_EQ(compared(b, a).verdict, Verdict::Incomplete) << record::nameOf(end);
    }
}

TEST(CompareRuns, DamageIsNeverIdentical) {
    FakeRun a, b;
    b.information.damaged = {"A frame of 120 bytes at 4,096 is damaged."};
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_THAT(comparison.leftOut, ElementsAre("damage in B: A frame of 120 bytes at 4,096 is damaged"));
}

TEST(CompareRuns, RunsWithoutAStepAreIncomplete) {
    const FakeRun a(0), b(0);
    EXPECT_EQ(compared(a, b).verdict, Verdict::Incomplete);
    FakeRun nothing(-1), some(5);
    EXPECT_EQ(compared(nothing, some).verdict, Verdict::Incomplete);
    EXPECT_EQ(compared(some, nothing).stepsCompared, 0);
}

TEST(CompareRuns, ThinnedFingerprintsLeaveTheTensorUnknown) {
    FakeRun a(40), b(40);
    splitGradient(b, 3, 40);
    for (FakeRun* run : {&a, &b})
        for (const Kind kind : allKinds) run->keepEvery(kind, 8);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Gradient).firstStep, 3) << "digests are kept for every step";
    EXPECT_EQ(splitOf(comparison, Kind::Gradient).firstMember, "");
    const auto table = std::find_if(
        comparison.members.begin(), comparison.members.end(),
        [](const MemberSplit& member) { return member.kind == Kind::Gradient && member.name == "table"; });
    EXPECT_EQ(table->firstStep, 8);
    EXPECT_FALSE(table->firstStepIsExact);
    EXPECT_EQ(describe(comparison).sentence.substr(0, 34), "Split at step 3, in a gradient. Th");
}

TEST(CompareRuns, ThinnedFingerprintsOfOtherListsAreUndecidedBetween) {
    FakeRun a(20), b(20);
    b.reverse(Kind::Weight);
    for (FakeRun* run : {&a, &b}) run->keepEvery(Kind::Weight, 5);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Weight).stepsCompared, 4);
    EXPECT_EQ(comparison.verdict, Verdict::Incomplete);
    EXPECT_THAT(
        comparison.leftOut,
        ElementsAre("weight could not be compared at 16 steps: the single fingerprints were not kept there"));
}

TEST(CompareRuns, RunsThinnedDifferentlyMeetWhereBothKept) {
    FakeRun a(60), b(60);
    splitGradient(b, 12, 60);
    a.keepEvery(Kind::Gradient, 4);
    b.keepEvery(Kind::Gradient, 6);
    EXPECT_EQ(splitOf(compared(a, b), Kind::Gradient).firstMember, "table") << "12 is a multiple of both";
}

TEST(CompareRuns, SwappingExchangesTheRunsAndNothingElse) {
    FakeRun a(50), b(40);
    splitGradient(b, 7, 20);
    b.add(Kind::Buffer, "mean", {4});
    b.information.seed = 1;
    const Comparison ab = compared(a, b), ba = compared(b, a);
    EXPECT_EQ(ab.first->step, ba.first->step);
    EXPECT_EQ(ab.first->kind, ba.first->kind);
    for (const Kind kind : allKinds) {
        EXPECT_EQ(splitOf(ab, kind).cells, splitOf(ba, kind).cells) << nameOf(kind);
        EXPECT_EQ(splitOf(ab, kind).firstMember, splitOf(ba, kind).firstMember) << nameOf(kind);
    }
    EXPECT_EQ(ab.lossUlp, ba.lossUlp);
    EXPECT_EQ(ab.lossA.size(), ba.lossB.size());
    EXPECT_TRUE(std::equal(ab.lossA.begin() + 1, ab.lossA.end(), ba.lossB.begin() + 1))
        << "row 0 has no loss";
    EXPECT_EQ(ab.settingsDiffer.at(0).a, ba.settingsDiffer.at(0).b);
    EXPECT_THAT(ab.leftOut, Contains("buffer was not recorded in A"));
    EXPECT_THAT(ba.leftOut, Contains("buffer was not recorded in B"));
}

TEST(CompareRuns, UlpOfTheLossIsMeantInItsOwnType) {
    FakeRun a, b;
    b.setLoss(3, static_cast<double>(std::nextafter(static_cast<float>(a.lossAt(3)), 10.0F)));
    EXPECT_EQ(compared(a, b).lossUlp[4], 1);
    b.setLoss(3, std::nan(""));
    EXPECT_EQ(compared(a, b).lossUlp[4], std::numeric_limits<std::int64_t>::max());
    FakeRun wide, other;
    wide.typeOfLoss = other.typeOfLoss = fingerprint::ScalarType::Float64;
    other.setLoss(3, static_cast<double>(std::nextafter(static_cast<float>(wide.lossAt(3)), 10.0F)));
    EXPECT_GT(compared(wide, other).lossUlp[4], 1'000'000) << "a float32 step is many float64 ones";
}

TEST(CompareRuns, ALossThatIsTheSameNaNIsEqual) {
    FakeRun a, b;
    for (FakeRun* run : {&a, &b}) run->setLoss(9, std::nan(""));
    EXPECT_EQ(compared(a, b).verdict, Verdict::Identical);
}

TEST(CompareRuns, NegativeZeroDiffersFromZero) {
    FakeRun a, b;
    a.setLoss(9, 0.0);
    b.setLoss(9, -0.0);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(splitOf(comparison, Kind::Loss).firstStep, 9);
    EXPECT_EQ(comparison.lossUlp[10], 0);
}

TEST(CompareRuns, NamesTheEpochsWithAnotherOrder) {
    FakeRun a, b;
    a.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {4, 5, 6}}};
    b.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {4, 6, 5}}};
    const Comparison comparison = compared(a, b);
    ASSERT_EQ(comparison.orderDiffers.size(), 1U);
    EXPECT_EQ(comparison.orderDiffers[0].epoch, 1);
    EXPECT_EQ(comparison.orderDiffers[0].position, 1);
    EXPECT_EQ(comparison.orderDiffers[0].idA, 5);
    EXPECT_EQ(comparison.orderDiffers[0].idB, 6);
    EXPECT_EQ(comparison.orderDiffers[0].differing, 2);
}

TEST(CompareRuns, CanBeCancelled) {
    const FakeRun a, b;
    double last = -1;
    const auto whole = compareRuns(a, b, [&](double done) {
        EXPECT_GE(done, last);
        last = done;
        return true;
    });
    ASSERT_TRUE(whole);
    EXPECT_EQ(last, 1.0);
    const auto cancelled = compareRuns(a, b, [](double done) { return done < 0.4; });
    ASSERT_FALSE(cancelled);
    EXPECT_TRUE(isCancelled(cancelled.error()));
}

TEST(CompareRuns, AMillionStepsAreReadOnce) {
    FakeRun a(1'000'000), b(1'000'000);
    for (FakeRun* run : {&a, &b})
        for (const Kind kind : {Kind::Optimizer, Kind::Batch, Kind::Gradient}) {
            run->clear(kind);
            run->leaveOut(kind);
        }
    b.vary(Kind::Weight, "table", 999'990);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.first->step, 999'990);
    EXPECT_EQ(comparison.first->member, "table");
    EXPECT_EQ(splitOf(comparison, Kind::Weight).stepsDifferent, 10);
    EXPECT_EQ(a.digestRowsRead, 7 * 1'000'001);
    EXPECT_EQ(a.fingerprintRowsRead, 10) << "members are looked at only where digests differ";
}

}  // namespace
}  // namespace firstsplit::compare
