#include "core/compare/words.h"

#include <gmock/gmock.h>

#include <functional>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using record::EndState;

struct Case {
    State state;
    std::int64_t steps;
    std::function<void(FakeRun&, FakeRun&)> arrange;
    const char* sign;
    const char* sentence;
    const char* reason;
    const char* scope;
};

void endEarly(FakeRun& run, std::int64_t steps, EndState end) {
    run.setSteps(steps);
    run.information.end = end;
    run.information.exitCode.reset();
}

const Case cases[] = {
    {State::Identical, 200, [](FakeRun&, FakeRun&) {}, "=",
     "Identical: every fingerprint of 200 steps is equal.",
     "Compared: random state, batch, loss, gradient, optimizer and weight.", ""},
    {State::Identical, 1,
     [](FakeRun& a, FakeRun& b) {
         for (FakeRun* run : {&a, &b}) run->leaveOut(Kind::Optimizer);
     },
     "=", "Identical: every fingerprint of 1 step is equal.",
     "Compared: random state, batch, loss, gradient and weight.",
     "Left out: optimizer was recorded in neither run."},
    {State::Split, 200,
     [](FakeRun&, FakeRun& b) {
         splitGradient(b, 0, 28);
         b.setLoss(50, FakeRun().lossAt(50));
     },
     "≠", "Split at step 0, in the gradient of table. The loss shows it at step 28.",
     "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not.",
     "The loss differs in 171 of 200 steps."},
    {State::Split, 200, [](FakeRun&, FakeRun& b) { splitGradient(b, 9, 9); }, "≠",
     "Split at step 9, in the loss.",
     "Forward pass: at step 9 random state and batch are still equal, the loss is not.",
     "The loss differs in 191 of 200 steps."},
    {State::SplitLossSilent, 200, [](FakeRun&, FakeRun& b) { splitGradient(b, 0, 200); }, "≠",
     "Split at step 0, in the gradient of table. The loss never shows it: 200 of 200 losses are equal.",
     "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not.",
     "The gradient differs in 200 of 200 steps. The weight differs in 200 of 200 steps."},
    {State::Split, 200,
     [](FakeRun& a, FakeRun& b) {
         splitGradient(b, 3, 200);
         for (FakeRun* run : {&a, &b}) run->leaveOut(Kind::Loss);
     },
     "≠", "Split at step 3, in the gradient of table. The loss was not compared.",
     "Unknown: the gradient differs first, at step 3, but the loss was not compared there.",
     "The gradient differs in 197 of 200 steps. The weight differs in 197 of 200 steps."},
    {State::SplitBeforeTraining, 200,
     [](FakeRun&, FakeRun& b) {
         b.information.seed = 1;
         b.vary(Kind::Weight, "table", -1);
         b.shiftLoss(0, 199, 0.125);
     },
     "≠", "The runs start from different weights: seed differs (0, 1).",
     "Possible cause: seed (0, 1). Initial weights: table differs before the first step.",
     "The loss differs in 200 of 200 steps."},
    {State::SplitBeforeTraining, 200, [](FakeRun&, FakeRun& b) { b.vary(Kind::Weight, "table", -1); }, "≠",
     "The runs start from different weights: table differs.",
     "Initial weights: table differs before the first step.", "The weight differs in 200 of 200 steps."},
    {State::OtherEnvironment, 200,
     [](FakeRun& a, FakeRun& b) {
         a.information.environment["torch"] = "2.10";
         b.information.environment["torch"] = "2.11";
         splitGradient(b, 0, 28);
     },
     "≠", "Split at step 0. The runs were made with different versions: LibTorch 2.10, 2.11.",
     "Possible cause: LibTorch (2.10, 2.11). Backward pass: at step 0 random state, batch and loss are still "
     "equal, the "
     "gradient is not.",
     "The loss differs in 172 of 200 steps."},
    {State::OtherEnvironment, 200,
     [](FakeRun&, FakeRun& b) {
         b.information.environment["cpu.model"] = "6502";
         splitGradient(b, 0, 28);
     },
     "≠", "Split at step 0. The runs were made in different environments: CPU Z80, 6502.",
     "Possible cause: CPU (Z80, 6502). Backward pass: at step 0 random state, batch and loss are still "
     "equal, the gradient "
     "is not.",
     "The loss differs in 172 of 200 steps."},
    {State::UnequalLength, 200,
     [](FakeRun&, FakeRun& b) {
         endEarly(b, 120, EndState::Failed);
         b.information.endReason = "out of memory.";
     },
     "?", "Equal as far as both go: 120 of 200 steps. B ended at step 120: out of memory.",
     "Compared: random state, batch, loss, gradient, optimizer and weight.",
     "Left out: steps 120 to 199 are in A alone."},
    {State::UnequalLength, 200, [](FakeRun& a, FakeRun&) { endEarly(a, 120, EndState::Finished); }, "?",
     "Equal as far as both go: 120 of 200 steps. A ended at step 120.",
     "Compared: random state, batch, loss, gradient, optimizer and weight.",
     "Left out: steps 120 to 199 are in B alone."},
    {State::Stopped, 200,
     [](FakeRun&, FakeRun& b) {
         endEarly(b, 120, EndState::Killed);
         b.information.signal = 11;
         b.information.lastWords = "one\ntwo\n\nthree\nSegmentation fault\n";
     },
     "?", "B stopped at step 120: killed by signal 11. The 120 recorded steps can be used.",
     "two\nthree\nSegmentation fault",
     "Equal as far as both go: 120 of 200 steps. Left out: steps 120 to 199 are in A alone."},
    {State::EqualSoFar, 200, [](FakeRun&, FakeRun& b) { endEarly(b, 112, EndState::Running); }, "?",
     "Equal so far: 112 of 200 steps.",
     "Compared: random state, batch, loss, gradient, optimizer and weight.",
     "Left out: steps 112 to 199 are in A alone."},
    {State::Cancelled, 200, [](FakeRun&, FakeRun& b) { endEarly(b, 120, EndState::Cancelled); }, "?",
     "Stopped at step 120. Equal up to there.",
     "Compared: random state, batch, loss, gradient, optimizer and weight.",
     "Left out: steps 120 to 199 are in A alone."},
    {State::ObserverEffect, 200,
     [](FakeRun& a, FakeRun& b) {
         a.information.inForceAtStart = {{"recorder", "on"}};
         b.information.inForceAtStart = {{"recorder", "off"}};
         b.vary(Kind::Weight, "table", 199);
     },
     "≠", "Recording changes the result: with and without the recorder the final weights differ.",
     "Possible cause: recorder (on, off). Optimizer's step: at step 199 random state, batch, loss, gradient "
     "and optimizer "
     "are still equal, the weight is not.",
     "The weight differs in 1 of 200 steps."},
    {State::PartlyCompared, 200, [](FakeRun&, FakeRun& b) { b.leaveOut(Kind::Gradient); }, "?",
     "Equal in what both runs recorded: 200 of 200 steps.",
     "Compared: random state, batch, loss, optimizer and weight.",
     "Left out: gradient was not recorded in B."},
    {State::NothingCompared, 200,
     [](FakeRun&, FakeRun& b) {
         endEarly(b, -1, EndState::Failed);
         b.information.exitCode = 3;
     },
     "?", "Nothing to compare: B holds no whole step (exit code 3).", "",
     "Left out: steps 0 to 199 are in A alone."},
    // What is known of the end is said with a split too.
    {State::Split, 200,
     [](FakeRun&, FakeRun& b) {
         endEarly(b, 120, EndState::Killed);
         b.information.signal = 9;
         splitGradient(b, 0, 28);
     },
     "≠", "Split at step 0, in the gradient of table. The loss shows it at step 28.",
     "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not.",
     "The loss differs in 92 of 120 steps. B stopped at step 120: killed by signal 9. 120 of 200 steps "
     "compared."},
    {State::Split, 200,
     [](FakeRun&, FakeRun& b) {
         endEarly(b, 20, EndState::Running);
         splitGradient(b, 0, 28);
     },
     "≠",
     "Split at step 0, in the gradient of table. The loss has not shown it so far: 20 of 20 losses are "
     "equal.",
     "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not.",
     "The gradient differs in 20 of 20 steps. The weight differs in 20 of 20 steps. Still running: 20 of 200 "
     "steps "
     "compared."},
};

TEST(Words, EveryStateHasItsSentence) {
    for (const Case& one : cases) {
        FakeRun a(one.steps), b(one.steps);
        one.arrange(a, b);
        const Comparison comparison = compared(a, b);
        const VerdictText text = describe(comparison);
        EXPECT_EQ(stateOf(comparison), one.state) << one.sentence;
        EXPECT_EQ(text.sign, one.sign) << one.sentence;
        EXPECT_EQ(text.sentence, one.sentence);
        EXPECT_EQ(text.reason, one.reason) << one.sentence;
        EXPECT_EQ(text.scope, one.scope) << one.sentence;
    }
}

TEST(Words, PlacesOfASplit) {
    const std::pair<Kind, std::string> places[] = {
        {Kind::RandomState,
         "Split at step 4, in the random state of torch. The loss never shows it: 20 of 20 losses are "
         "equal."},
        {Kind::Batch,
         "Split at step 4, in the batch (input). The loss never shows it: 20 of 20 losses are equal."},
        {Kind::Buffer,
         "Split at step 4, in the buffer mean. The loss never shows it: 20 of 20 losses are equal."},
        {Kind::Optimizer,
         "Split at step 4, in the optimizer's state of table. The loss never shows it: 20 of 20 losses are "
         "equal."},
        {Kind::Weight,
         "Split at step 4, in the weight table. The loss never shows it: 20 of 20 losses are equal."},
    };
    for (const auto& [kind, sentence] : places) {
        FakeRun a, b;
        for (FakeRun* run : {&a, &b}) run->add(Kind::Buffer, "mean");
        b.vary(kind, a.members(kind).front().name, 4);
        EXPECT_EQ(describe(compared(a, b)).sentence, sentence);
    }
}

TEST(Words, StatusBarSaysWhatWasComparedAndLeftOut) {
    FakeRun a(200), b(200);
    EXPECT_EQ(describe(compared(a, b)).compared,
              "200 of 200 steps compared, 15 tensors each, every fingerprint. Nothing left out.");
    FakeRun c(120);
    EXPECT_EQ(describe(compared(a, c)).compared,
              "120 of 200 steps compared, 15 tensors each. Left out: steps 120 to 199 are in A alone.");
}

TEST(Words, Repeats) {
    const std::pair<Repeats, const char*> outcomes[] = {
        {{4, 4, 0, {28, 28, 53, 28}}, "Split in 4 of 4 pairs; the loss first at 28 to 53."},
        {{4, 2, 0, {28, 28}}, "Split in 2 of 4 pairs; the loss first at 28."},
        {{4, 4, 0, {30, 28}}, "Split in 4 of 4 pairs; the loss first at 28 to 30, in 2 of them."},
        {{3, 1, 0, {}}, "Split in 1 of 3 pairs; the loss never shows it."},
        {{10, 0, 0, {}}, "No split in 10 pairs: at 95 % it happens in fewer than 3 of 10."},
        {{300, 0, 0, {}}, "No split in 300 pairs: at 95 % it happens in fewer than 3 of 300."},
        {{2, 0, 0, {}}, "No split in 2 pairs: too few to say how rarely it happens."},
        {{1, 0, 0, {}}, "No split in 1 pair: too few to say how rarely it happens."},
        {{11, 0, 1, {}},
         "No split in 10 pairs: at 95 % it happens in fewer than 3 of 10. 1 pair is incomplete."},
        {{2, 0, 2, {}}, "No pair could be compared to its end. 2 pairs are incomplete."},
    };
    for (const auto& [repeats, sentence] : outcomes) EXPECT_EQ(describe(repeats), sentence);
}

TEST(Words, RepeatsAreCounted) {
    FakeRun a, b, c, d(10);
    splitGradient(b, 2, 5);
    splitGradient(c, 2, 20);
    const Repeats repeats = repeatsOf({compared(a, a), compared(a, b), compared(a, c), compared(a, d)});
    EXPECT_EQ(repeats.pairs, 4);
    EXPECT_EQ(repeats.splits, 2);
    EXPECT_EQ(repeats.incomplete, 1);
    EXPECT_THAT(repeats.lossFirstSteps, ::testing::ElementsAre(5));
}

}  // namespace
}  // namespace firstsplit::compare
