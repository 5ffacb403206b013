#include "core/compare/events.h"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> textsOf(const std::vector<Event>& events, EventKind kind) {
    std::vector<std::string> texts;
    for (const Event& event : events)
        if (event.event == kind) texts.push_back(std::to_string(event.step) + ": " + event.sentence);
    return texts;
}

std::vector<std::string> textsOf(const FakeRun& a, const FakeRun& b, EventKind kind) {
    return textsOf(compared(a, b).events, kind);
}

TEST(Events, FirstDifferencesStandInTheOrderOfCausation) {
    FakeRun a, b;
    splitGradient(b, 4, 6);
    EXPECT_THAT(
        textsOf(a, b, EventKind::FirstDifference),
        ElementsAre("4: gradient differs for the first time", "4: optimizer differs for the first time",
                    "4: weight differs for the first time", "6: loss differs for the first time"));
}

TEST(Events, EqualAgainTakesTenSteps) {
    FakeRun a(100), b(100);
    b.shiftLoss(10, 10, 0.125);
    b.shiftLoss(20, 20, 0.125);  // nine equal steps between
    b.shiftLoss(31, 32, 0.125);  // ten
    EXPECT_THAT(textsOf(a, b, EventKind::EqualAgain),
                ElementsAre("21: loss is equal again", "33: loss is equal again"));
    EXPECT_THAT(textsOf(a, b, EventKind::DifferentAgain), ElementsAre("31: loss differs again"));
}

TEST(Events, TensorsThatJoinInOneStepAreOneEvent) {
    FakeRun a, b;
    b.vary(Kind::Gradient, "table", 2);
    b.vary(Kind::Gradient, "hidden.weight", 5);
    b.vary(Kind::Gradient, "hidden.bias", 5);
    b.vary(Kind::Weight, "table", 2);
    b.vary(Kind::Weight, "output.bias", 7);
    EXPECT_THAT(
        textsOf(a, b, EventKind::TensorJoins),
        ElementsAre("5: gradient of hidden.weight and hidden.bias join", "7: weight output.bias joins"));
}

TEST(Events, AThinnedTensorJoinsAtTheLatest) {
    FakeRun a(40), b(40);
    for (FakeRun* run : {&a, &b}) run->keepEvery(Kind::Weight, 8);
    b.vary(Kind::Weight, "table", 8);
    b.vary(Kind::Weight, "output.bias", 10);
    EXPECT_THAT(textsOf(a, b, EventKind::TensorJoins),
                ElementsAre("16: weight output.bias joins, at this step at the latest"));
}

TEST(Events, LossesThatAreNotNumbers) {
    FakeRun a, b;
    b.setLoss(7, std::nan(""));
    b.setLoss(8, HUGE_VAL);
    a.setLoss(9, -HUGE_VAL);
    EXPECT_THAT(textsOf(a, b, EventKind::NotANumber),
                ElementsAre("7: loss is NaN in B", "9: loss is infinite in A"));
    FakeRun c, d;
    for (FakeRun* run : {&c, &d}) run->setLoss(5, std::nan(""));
    EXPECT_THAT(textsOf(c, d, EventKind::NotANumber), ElementsAre("5: loss is NaN in both runs"));
    FakeRun e, f;
    for (FakeRun* run : {&e, &f}) run->leaveOut(Kind::Loss, 3, 4);
    EXPECT_THAT(textsOf(e, f, EventKind::NotANumber), IsEmpty()) << "not recorded is not NaN";
}

TEST(Events, SettingsThatWereNotOrDidNotStayInForce) {
    FakeRun a, b;
    b.information.requested = {{"threads", "4"}, {"seed.data", "from seed"}};
    b.information.inForceAtStart = {{"threads", "2"}, {"seed.data", "0"}, {"deterministic", "error"}};
    b.information.inForceAtEnd = {{"threads", "2"}, {"seed.data", "0"}, {"deterministic", "off"}};
    EXPECT_THAT(
        textsOf(a, b, EventKind::SettingChanged),
        ElementsAre("-1: threads of B was asked to be 4; in force is 2",
                    "19: deterministic of B changed during the run: error at the start, off at the end"));
}

TEST(Events, EndsOfRuns) {
    FakeRun a(20), b(20);
    EXPECT_THAT(textsOf(a, b, EventKind::EndOfRun),
                ElementsAre("19: both runs end after 20 steps: finished"));
    FakeRun c(12);
    c.information.end = record::EndState::Killed;
    c.information.signal = 11;
    EXPECT_THAT(
        textsOf(a, c, EventKind::EndOfRun),
        ElementsAre("11: B ends after 12 steps: killed by signal 11", "19: A ends after 20 steps: finished"));
    c.information.end = record::EndState::Running;
    EXPECT_THAT(textsOf(a, c, EventKind::EndOfRun), ElementsAre("19: A ends after 20 steps: finished"));
}

WeightDifferences weightsOf(const std::vector<std::pair<std::int64_t, double>>& largest) {
    WeightDifferences weights;
    weights.tensors = {"table"};
    weights.kinds = {Kind::Weight};
    for (const auto& [step, value] : largest) {
        Difference difference;
        difference.maxAbs = value;
        difference.notANumber = std::isfinite(value) ? 0 : 1;
        weights.steps.push_back(step);
        weights.overall.push_back(difference);
        weights.byTensor.push_back(difference);
    }
    return weights;
}

TEST(Events, AGrowthOfTenTimesInOneStep) {
    const auto events = eventsOf(weightsOf({{1, 0}, {2, 1e-6}, {3, 9e-6}, {4, 7.5e-4}, {8, 1}, {9, 10}}));
    EXPECT_THAT(textsOf(events, EventKind::Growth),
                ElementsAre("4: largest difference of the weights grows 83-fold in a step",
                            "9: largest difference of the weights grows 10-fold in a step"))
        << "from nothing is no growth, and neither is one over several steps";
    EXPECT_NEAR(events[0].factor, 83.3, 0.1);
}

TEST(Events, NaNInTheWeightsIsNamedOnce) {
    const auto events = eventsOf(weightsOf({{1, 1e-3}, {2, std::nan("")}, {3, std::nan("")}}));
    EXPECT_THAT(textsOf(events, EventKind::NotANumber), ElementsAre("2: NaN or Inf in the weight table"));
}

TEST(Events, AreSorted) {
    FakeRun a(60), b(60);
    splitGradient(b, 4, 6);
    b.vary(Kind::Gradient, "output.bias", 30);
    const auto events = compared(a, b).events;
    EXPECT_TRUE(std::is_sorted(events.begin(), events.end(),
                               [](const auto& x, const auto& y) { return x.step < y.step; }));
    EXPECT_EQ(events.back().event, EventKind::EndOfRun);
}

}  // namespace
}  // namespace firstsplit::compare
