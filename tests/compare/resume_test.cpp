#include <gmock/gmock.h>

#include <functional>

#include "core/record/run_part.h"
#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using firstsplit::testing::splitOf;
using ::testing::Contains;
using ::testing::HasSubstr;

/// What a run resumed at a step records is what the whole one recorded from there on.
std::unique_ptr<record::Run> resumed(const FakeRun& whole, std::int64_t at) {
    return record::partFrom(std::make_unique<FakeRun>(whole), at);
}

TEST(Resume, ARunThatLostNothingIsIdenticalFromThereOn) {
    const FakeRun whole(20);
    const auto a = resumed(whole, 5), b = resumed(whole, 5);
    const Comparison comparison = compared(*a, *b);
    EXPECT_EQ(comparison.verdict, Verdict::Identical);
    EXPECT_EQ(comparison.stepsCompared, 15);
    EXPECT_THAT(comparison.leftOut, Contains(HasSubstr("A's steps before step 5, which is B's step 0")));
    for (const Kind kind : {Kind::Batch, Kind::Gradient, Kind::Optimizer, Kind::Loss})
        EXPECT_EQ(splitOf(comparison, kind).cells[0], Cell::NotRecorded) << labelOf(kind);
    EXPECT_EQ(splitOf(comparison, Kind::Weight).cells[0], Cell::Equal);
    EXPECT_EQ(splitOf(comparison, Kind::RandomState).cells[0], Cell::Equal);
}

TEST(Resume, TheStepIsFoundFromTheWeights) {
    const FakeRun whole(20);
    EXPECT_EQ(record::stepResumedAt(whole, *resumed(whole, 7)).value(), 7);
    EXPECT_EQ(record::stepResumedAt(whole, whole).value(), std::nullopt) << "it starts as the whole does";
    EXPECT_EQ(record::stepResumedAt(whole, *resumed(whole, 20)).value(), std::nullopt) << "nothing follows";
    FakeRun other(20);
    other.vary(Kind::Weight, "table", -1);
    EXPECT_EQ(record::stepResumedAt(whole, other).value(), std::nullopt);
}

TEST(Resume, FindsTheBatchThatTheResumedRunBeginsWith) {
    const FakeRun whole(20);
    EXPECT_EQ(record::stepOfFirstBatch(whole, *resumed(whole, 7)).value(), 7);
    FakeRun other(20);
    other.vary(Kind::Batch, "input", 0);
    EXPECT_EQ(record::stepOfFirstBatch(whole, other).value(), std::nullopt);
    const auto a = resumed(whole, 7), b = resumed(whole, 6);  // its weights are not A's: as if it were told
    EXPECT_EQ(compared(*a, *b).firstBatchOfResumed, 6) << "the last one before the part, too";
}

struct Case {
    const char* what;
    std::function<void(FakeRun&)> lose;
    CauseClass cause;
    const char* sentence;
};

TEST(Resume, NamesWhatWasNotRestored) {
    const Case cases[] = {
        {"random state",
         [](FakeRun& b) {
             b.vary(Kind::RandomState, "torch", 5);
             b.vary(Kind::Batch, "input", 5);
             splitGradient(b, 5, 5);
         },
         CauseClass::Resume,
         "State lost at resume: the state of the random generators was not restored when B "
         "went on with A's step 5."},
        {"loader's order",
         [](FakeRun& b) {
             b.vary(Kind::Batch, "input", 5);
             splitGradient(b, 5, 5);
         },
         CauseClass::Resume,
         "State lost at resume: the loader's order was not restored when B went on with A's step 5: its "
         "first batch is none of A's."},
        {"optimizer",
         [](FakeRun& b) {
             b.vary(Kind::Optimizer, "table", 5);
             b.vary(Kind::Weight, "table", 5);
         },
         CauseClass::Resume,
         "State lost at resume: the optimizer's state, or its learning rate, was not restored "
         "when B went on with A's step 5."},
        {"scaler", [](FakeRun& b) { b.vary(Kind::Optimizer, "GradScaler.scale", 5); }, CauseClass::Resume,
         "State lost at resume: the state of the gradient scaler was not restored when B went on with A's "
         "step 5."},
        {"a race later on", [](FakeRun& b) { splitGradient(b, 9, 10); }, CauseClass::Backward,
         "Backward pass: at step 4"},
    };
    for (const Case& one : cases) {
        FakeRun whole(20), other(20);
        for (FakeRun* run : {&whole, &other}) run->add(Kind::Optimizer, "GradScaler.scale");
        one.lose(other);
        const Cause cause = compared(*resumed(whole, 5), *resumed(other, 5)).cause;
        EXPECT_EQ(nameOf(cause.cause), nameOf(one.cause)) << one.what << ": " << cause.sentence;
        EXPECT_THAT(cause.sentence, HasSubstr(one.sentence)) << one.what;
    }
}

}  // namespace
}  // namespace firstsplit::compare
