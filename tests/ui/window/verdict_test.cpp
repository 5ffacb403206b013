#include <gtest/gtest.h>

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/compare/fake_run.h"
#include "tests/ui/window/fake_library.h"
#include "ui/library/log_panel.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/verdict/verdict_view.h"

namespace firstsplit::ui {
namespace {

using testing::FakeRun;

compare::Comparison comparisonOf(const FakeRun& b) {
    const FakeRun a(20);
    auto comparison = compare::compareRuns(a, b);
    EXPECT_TRUE(comparison.has_value());
    return *comparison;
}

RunningState training(QChar side, qint64 step) {
    RunningState state;
    state.isRunning = true;
    state.side = side;
    state.step = step;
    state.plannedSteps = 20;
    state.stage = QStringLiteral("training");
    return state;
}

TEST(Verdict, ASplitIsSaidInTheWordsOfTheCommandLine) {
    const auto comparison = comparisonOf(testing::splitRun());
    const VerdictView view = verdictOfPair(comparison);
    EXPECT_EQ(view.look, VerdictView::Look::Split);
    EXPECT_EQ(view.sentence.toStdString(), compare::describe(comparison).sentence);
    EXPECT_EQ(view.sign, QStringLiteral("≠"));
}

TEST(Verdict, IdenticalOffersMorePairsAndNoColour) {
    const VerdictView view = verdictOfPair(comparisonOf(FakeRun(20)));
    EXPECT_EQ(view.look, VerdictView::Look::Neutral);
    EXPECT_EQ(view.sign, QStringLiteral("="));
    EXPECT_EQ(view.next, QList<NextStep>{NextStep::RunMorePairs});
}

TEST(Verdict, EqualWhileBTrainsIsHollowAndCanBeStopped) {
    FakeRun b(8);
    b.information.end = record::EndState::Running;
    b.information.plannedSteps = 20;
    const VerdictView view = verdictOfPair(comparisonOf(b), training(u'B', 7));
    EXPECT_EQ(view.look, VerdictView::Look::Hollow);
    EXPECT_EQ(view.sentence, QStringLiteral("Equal so far: 8 of 20 steps."));
    EXPECT_EQ(view.next, QList<NextStep>{NextStep::Stop});
}

TEST(Verdict, ASplitShowsItsColourAlsoWhileBTrains) {
    FakeRun b(8);
    b.information.end = record::EndState::Running;
    b.vary(Kind::Gradient, "table", 2);
    const VerdictView view = verdictOfPair(comparisonOf(b), training(u'B', 7));
    EXPECT_EQ(view.look, VerdictView::Look::Split);
    EXPECT_EQ(view.next, QList<NextStep>{NextStep::Stop});
}

TEST(Verdict, ACrashOffersTheLogAndAnotherRun) {
    FakeRun b(12);
    b.information.end = record::EndState::Killed;
    b.information.signal = 11;
    b.information.plannedSteps = 20;
    const VerdictView view = verdictOfPair(comparisonOf(b));
    EXPECT_EQ(view.look, VerdictView::Look::Neutral)
        << "equal as far as both go is no split, and not identical either";
    EXPECT_TRUE(view.next.contains(NextStep::ShowLog));
    EXPECT_TRUE(view.next.contains(NextStep::RunAgain));
    EXPECT_NE(view.sign, QStringLiteral("="));
}

TEST(Verdict, ARunThatEndedEarlyOffersItsLastWordsWhereItLeftSome) {
    FakeRun b(12);
    b.information.plannedSteps = 20;
    EXPECT_FALSE(verdictOfPair(comparisonOf(b)).next.contains(NextStep::ShowLastWords));
    b.information.lastWords = "out of memory";
    EXPECT_TRUE(verdictOfPair(comparisonOf(b)).next.contains(NextStep::ShowLastWords));
    EXPECT_TRUE(verdictOfPair(comparisonOf(b)).next.contains(NextStep::RunAgain));
}

TEST(LogPanel, ShowsTheLastWordsOfTheRunThatWasOpenedLast) {
    LogPanel log;
    record::RunInfo info;
    info.name = "first";
    info.lastWords = "out of memory\nat line 3";
    log.addRun(QStringLiteral("B"), info, {});
    for (int i = 0; i < 200; ++i) log.addMessage(QStringLiteral("later"));
    log.showLastWords();
    EXPECT_EQ(log.textCursor().selectedText(), QStringLiteral("out of memory\u2029at line 3"));
}

TEST(Verdict, ASplitOfARunThatCrashedOffersTheLogToo) {
    FakeRun b(12);
    b.vary(Kind::Gradient, "table", 3);
    b.information.end = record::EndState::Killed;
    b.information.signal = 11;
    const VerdictView view = verdictOfPair(comparisonOf(b));
    EXPECT_EQ(view.look, VerdictView::Look::Split);
    EXPECT_EQ(view.next, (QList<NextStep>{NextStep::ShowLog, NextStep::RunMorePairs}));
}

TEST(Verdict, OtherInitialWeightsPointToTheSettings) {
    FakeRun b(20);
    b.vary(Kind::Weight, "table", -1);
    b.information.seed = 1;
    b.information.requested["seed"] = "1";
    const VerdictView view = verdictOfPair(comparisonOf(b));
    EXPECT_EQ(view.next, QList<NextStep>{NextStep::ShowSettings});
}

TEST(Verdict, ARunThatWasStoppedAloneCanBeRunAgain) {
    compare::Comparison onlyA;
    onlyA.stepsA = 43;
    onlyA.a.end = record::EndState::Cancelled;
    const VerdictView stopped = verdictOfSingle(onlyA, {});
    EXPECT_TRUE(stopped.sentence.startsWith(QStringLiteral("Stopped at step 43")));
    EXPECT_TRUE(stopped.next.contains(NextStep::RunAgain));
    onlyA.a.end = record::EndState::Finished;
    EXPECT_FALSE(verdictOfSingle(onlyA, {}).next.contains(NextStep::RunAgain));
}

TEST(Verdict, WhatCannotBeComparedIsNeverIdentical) {
    const VerdictView view =
        verdictOfFailure(QStringLiteral("These runs cannot be compared: nothing in common. Choose another."));
    EXPECT_EQ(view.sentence, QStringLiteral("These runs cannot be compared: nothing in common."));
    EXPECT_EQ(view.reason, QStringLiteral("Choose another."));
    EXPECT_NE(view.sign, QStringLiteral("="));
    EXPECT_EQ(view.next, QList<NextStep>{NextStep::ChooseAnotherRun});
}

TEST(Verdict, AnIdenticalPairThatWasRepeatedSpeaksOfAllPairs) {
    const VerdictView one = verdictOfPair(comparisonOf(FakeRun(20)));
    const VerdictView all =
        verdictOfRepeats(one, {.pairs = 10, .splits = 0, .incomplete = 0, .lossFirstSteps = {}});
    EXPECT_TRUE(all.sentence.startsWith(QStringLiteral("No split in 10 pairs")))
        << all.sentence.toStdString();
    EXPECT_TRUE(all.reason.contains(one.sentence));
    const VerdictView mixed =
        verdictOfRepeats(one, {.pairs = 10, .splits = 3, .incomplete = 0, .lossFirstSteps = {4}});
    EXPECT_EQ(mixed.sentence, one.sentence);
    EXPECT_TRUE(mixed.reason.contains(QStringLiteral("Split in 3 of 10 pairs")))
        << mixed.reason.toStdString();
}

TEST(Verdict, HintsStandBesideItAndAreCopied) {
    auto comparison = comparisonOf(FakeRun(20));
    comparison.hints = {"The batches of A repeat every 4 steps."};
    const VerdictView view = verdictOfPair(comparison);
    EXPECT_EQ(view.hints, QStringList{QStringLiteral("The batches of A repeat every 4 steps.")});
    EXPECT_TRUE(view.plainText().endsWith(QStringLiteral("repeat every 4 steps.")));
}

TEST(Verdict, AnotherDataOrderIsSaidBeforeAllElse) {
    auto comparison = comparisonOf(FakeRun(20));
    comparison.ordersCompared = 1;
    comparison.samplesPerOrder = 100;
    const VerdictView equal = verdictOfPair(comparison);
    EXPECT_TRUE(equal.order.isEmpty());
    EXPECT_TRUE(equal.scope.contains(QStringLiteral("Data order"))) << equal.scope.toStdString();
    comparison.orderDiffers = {
        {.epoch = 0, .position = 3, .idA = 1, .idB = 2, .differing = 4, .compared = 100}};
    const VerdictView other = verdictOfPair(comparison);
    EXPECT_FALSE(other.order.isEmpty());
    EXPECT_TRUE(other.plainText().startsWith(other.order));
}

TEST(VerdictBar, ShowsOnlyTheButtonsOfItsVerdict) {
    VerdictBar bar;
    bar.resize(800, 80);
    bar.show();
    bar.setVerdict(verdictOfPair(comparisonOf(FakeRun(20))));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const auto buttons = bar.findChildren<QPushButton*>();
    ASSERT_EQ(buttons.size(), 1);
    EXPECT_EQ(buttons[0]->text(), QStringLiteral("Run more pairs"));
    QSignalSpy chosen(&bar, &VerdictBar::nextChosen);
    buttons[0]->click();
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<NextStep>(), NextStep::RunMorePairs);
    EXPECT_FALSE(bar.accessibleDescription().isEmpty());
}

}  // namespace
}  // namespace firstsplit::ui
