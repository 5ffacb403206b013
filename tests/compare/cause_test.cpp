#include <gmock/gmock.h>

#include <functional>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

struct Case {
    const char* what;
    std::function<void(FakeRun&, FakeRun&)> arrange;
    CauseClass cause;
    const char* sentence;
};

TEST(Cause, IsDecidedByEvidenceInOrder) {
    const Case cases[] = {
        {"nothing", [](FakeRun&, FakeRun&) {}, CauseClass::None, ""},
        {"a gradient", [](FakeRun&, FakeRun& b) { splitGradient(b, 0, 5); }, CauseClass::Backward,
         "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not."},
        {"a loss", [](FakeRun&, FakeRun& b) { splitGradient(b, 3, 3); }, CauseClass::Forward,
         "Forward pass: at step 3 random state and batch are still equal, the loss is not."},
        {"a weight alone", [](FakeRun&, FakeRun& b) { b.vary(Kind::Weight, "table", 4); },
         CauseClass::OptimizerStep,
         "Optimizer's step: at step 4 random state, batch, loss, gradient and optimizer are still equal, the "
         "weight is not."},
        {"optimizer state",
         [](FakeRun&, FakeRun& b) {
             b.vary(Kind::Optimizer, "table", 4);
             b.vary(Kind::Weight, "table", 4);
         },
         CauseClass::OptimizerStep,
         "Optimizer's step: at step 4 random state, batch, loss and gradient are still equal, the optimizer "
         "is not."},
        {"a batch",
         [](FakeRun&, FakeRun& b) {
             b.vary(Kind::Batch, "input", 2, 2);
             splitGradient(b, 2, 2);
         },
         CauseClass::Batch, "Data: at step 2 random state is still equal, the batch is not."},
        {"a buffer",
         [](FakeRun& a, FakeRun& b) {
             for (FakeRun* run : {&a, &b}) run->add(Kind::Buffer, "running_mean", {4});
             b.vary(Kind::Buffer, "running_mean", 2);
         },
         CauseClass::Forward,
         "Forward pass: at step 2 random state, batch and loss are still equal, the buffer is not."},
        {"initial weights", [](FakeRun&, FakeRun& b) { b.vary(Kind::Weight, "table", -1); },
         CauseClass::InitialWeights, "Initial weights: table differs before the first step."},
        {"initial weights beat the batch",
         [](FakeRun&, FakeRun& b) {
             for (const char* name : {"table", "output.bias"}) b.vary(Kind::Weight, name, -1);
             b.vary(Kind::Batch, "input", 0);
         },
         CauseClass::InitialWeights, "Initial weights: table and output.bias differ before the first step."},
        {"state of the optimizer from a checkpoint",
         [](FakeRun& a, FakeRun& b) {
             for (FakeRun* run : {&a, &b}) {
                 run->add(Kind::Buffer, "steps", {});
             }
             b.vary(Kind::Buffer, "steps", -1);
         },
         CauseClass::InitialWeights, "Initial buffers: steps differs before the first step."},
        {"a seed beats what it brings about",
         [](FakeRun&, FakeRun& b) {
             b.information.seed = 1;
             b.vary(Kind::Weight, "table", -1);
         },
         CauseClass::Environment, "Possible cause: seed (0, 1)."},
        {"a version and a setting",
         [](FakeRun& a, FakeRun& b) {
             a.information.environment["torch"] = "2.10.0";
             a.information.inForceAtStart = {{"deterministic", "off"}};
             b.information.inForceAtStart = {{"deterministic", "error"}};
             splitGradient(b, 0, 5);
         },
         CauseClass::Environment,
         "Possible causes: deterministic (off, error) and LibTorch (2.10.0, 2.11.0)."},
        {"no loss recorded",
         [](FakeRun& a, FakeRun& b) {
             splitGradient(b, 1, 20);
             for (FakeRun* run : {&a, &b}) run->leaveOut(Kind::Loss);
         },
         CauseClass::Unknown,
         "Unknown: the gradient differs first, at step 1, but the loss was not compared there."},
        {"no gradient recorded",
         [](FakeRun& a, FakeRun& b) {
             b.vary(Kind::Weight, "table", 1);
             for (FakeRun* run : {&a, &b})
                 for (const Kind kind : {Kind::Gradient, Kind::Optimizer}) run->leaveOut(kind);
         },
         CauseClass::Unknown,
         "Unknown: the weight differs first, at step 1, but the gradient was not compared there."},
        {"no batch recorded",
         [](FakeRun& a, FakeRun& b) {
             splitGradient(b, 1, 1);
             for (FakeRun* run : {&a, &b}) run->leaveOut(Kind::Batch);
         },
         CauseClass::Unknown,
         "Unknown: the loss differs first, at step 1, but the batch was not compared there."},
    };
    for (const Case& one : cases) {
        FakeRun a, b;
        one.arrange(a, b);
        const Comparison comparison = compared(a, b);
        EXPECT_EQ(nameOf(comparison.cause.cause), nameOf(one.cause)) << one.what;
        EXPECT_EQ(comparison.cause.sentence, one.sentence) << one.what;
        EXPECT_EQ(comparison.cause.evidence.empty(), one.cause == CauseClass::None) << one.what;
    }
}

TEST(Cause, EvidenceSaysWhatIsSeen) {
    FakeRun a(200), b(200);
    splitGradient(b, 0, 28);
    const auto evidence = compared(a, b).cause.evidence;
    EXPECT_THAT(evidence, Contains("At step 0 random state, batch and loss are equal, bit for bit."));
    EXPECT_THAT(evidence,
                Contains("The gradient differs first at step 0, in table; in 200 of 200 steps in all."));
    EXPECT_THAT(evidence, Contains("The loss differs first at step 28; in 172 of 200 steps in all."));
}

TEST(Cause, APossibleCauseKeepsTheSymptomAsEvidence) {
    FakeRun a, b;
    b.information.environment["torch"] = "2.10.0";
    splitGradient(b, 0, 5);
    const Cause cause = compared(a, b).cause;
    EXPECT_THAT(cause.evidence, Contains(HasSubstr("Backward pass: at step 0")));
    EXPECT_THAT(cause.sentence, Not(HasSubstr("The cause")));
}

TEST(Cause, AskedForDifferentlyButInForceAlikeIsNoCause) {
    FakeRun a, b;
    a.information.requested = {{"threads", "2"}};
    b.information.requested = {{"threads", "4"}};
    a.information.inForceAtStart = b.information.inForceAtStart = {{"threads", "2"}};
    splitGradient(b, 0, 5);
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.settingsDiffer.size(), 1U);
    EXPECT_EQ(comparison.cause.cause, CauseClass::Backward);
}

TEST(Cause, NamesTheSampleOrderAndTheSettingsThatChanged) {
    FakeRun a, b;
    a.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {1, 2, 3}}};
    b.epochRecords = {{0, 9, {}, {}, {3, 2, 1}}, {1, 19, {}, {}, {2, 1, 3}}};
    b.vary(Kind::Batch, "input", 0);
    for (FakeRun* run : {&a, &b}) run->information.inForceAtStart = {{"deterministic", "error"}};
    for (FakeRun* run : {&a, &b}) run->information.inForceAtEnd = {{"deterministic", "off"}};
    const auto evidence = compared(a, b).cause.evidence;
    EXPECT_THAT(
        evidence,
        Contains(
            "Epoch 0 drew its samples in another order: first at position 0 (1, 3), in 2 of its first 3."));
    EXPECT_THAT(evidence,
                Contains("deterministic changed during run B: error at the start, off at the end."));
}

}  // namespace
}  // namespace firstsplit::compare
