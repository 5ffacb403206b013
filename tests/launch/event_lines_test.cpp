#include "core/launch/event_lines.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <limits>

namespace firstsplit::launch {
namespace {

template <class T>
T roundTrip(const T& event) {
    const QByteArray line = toLine(event);
    EXPECT_EQ(line.count('\n'), 1) << line.toStdString();
    const auto back = eventFromLine(line.chopped(1));
    EXPECT_TRUE(back) << (back ? "" : back.error().message);
    return std::get<T>(*back);
}

TEST(EventLines, ProgressComesBackWithItsOptionalNumbers) {
    RunProgress progress;
    progress.step = 12;
    progress.plannedSteps = 200;
    progress.stepsPerSecond = 312.5;
    progress.loss = 0.25;
    progress.recordedBytes = 123456789012345u;
    progress.stage = QStringLiteral("training");
    const RunProgress back = roundTrip(progress);
    EXPECT_EQ(back.step, 12);
    EXPECT_EQ(back.plannedSteps, 200);
    EXPECT_EQ(back.stepsPerSecond, 312.5);
    EXPECT_EQ(back.loss, 0.25);
    EXPECT_EQ(back.recordedBytes, 123456789012345u);
    EXPECT_FALSE(roundTrip(RunProgress{}).loss);
    EXPECT_FALSE(roundTrip(RunProgress{}).plannedSteps);
}

TEST(EventLines, NumbersThatAreNotFiniteSurvive) {
    RunProgress progress;
    progress.loss = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(*roundTrip(progress).loss));
    for (const double sign : {1.0, -1.0}) {
        progress.loss = sign * std::numeric_limits<double>::infinity();
        EXPECT_EQ(roundTrip(progress).loss, progress.loss);
    }
}

TEST(EventLines, TextMayHoldAnything) {
    const QString text = QStringLiteral("a \"quoted\"\nline, \t, \\, ≠ and ") + QChar(0x01);
    EXPECT_EQ(roundTrip(event::Output{true, text}).text, text);
    EXPECT_TRUE(roundTrip(event::Output{true, text}).isError);
    EXPECT_FALSE(roundTrip(event::Output{false, text}).isError);
}

TEST(EventLines, SplitsEndsAndRefusalsComeBack) {
    const SplitSeen split = roundTrip(SplitSeen{Kind::Gradient, 7, QStringLiteral("table")});
    EXPECT_EQ(split.kind, Kind::Gradient);
    EXPECT_EQ(split.step, 7);
    EXPECT_EQ(split.tensor, "table");

    RecordOutcome outcome;
    outcome.end = record::EndState::Killed;
    outcome.signal = 11;
    outcome.steps = 120;
    outcome.file = QStringLiteral("/x/a.split.h5");
    outcome.lastWords = QStringLiteral("one\ntwo");
    outcome.recorderExitCode = 139;
    const RecordOutcome back = roundTrip(event::End{outcome}).outcome;
    EXPECT_EQ(back.end, record::EndState::Killed);
    EXPECT_EQ(back.signal, 11);
    EXPECT_FALSE(back.exitCode);
    EXPECT_EQ(back.steps, 120);
    EXPECT_EQ(back.file, outcome.file);
    EXPECT_EQ(back.lastWords, outcome.lastWords);
    EXPECT_EQ(back.recorderExitCode, 139);

    EXPECT_EQ(roundTrip(event::Refused{{126, QStringLiteral("no")}}).refusal.exitCode, 126);
    EXPECT_EQ(roundTrip(event::Started{QStringLiteral("j"), QStringLiteral("f"), 42}).processId, 42);
}

class NoEvent : public ::testing::TestWithParam<std::string> {};

TEST_P(NoEvent, IsAnErrorNeverACrash) {
    EXPECT_FALSE(eventFromLine(GetParam().c_str()));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, NoEvent,
    ::testing::Values("", "hello", "{", "[]", "null", "{}", "{\"event\":1}", "{\"event\":\"unheard of\"}",
                      "{\"event\":\"progress\"}", "{\"event\":\"progress\",\"step\":\"one\"}",
                      "{\"event\":\"split\",\"kind\":\"colour\",\"step\":1,\"tensor\":\"\"}",
                      "{\"event\":\"end\",\"state\":5}", "\xff\xfe"));

TEST(EventWriter, AReaderThatWentAwayDoesNotEndTheWriter) {
    ::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    EventWriter writer(ends[1]);
    writer.write(event::Log{QStringLiteral("to nobody")});
    writer.write(event::Log{QStringLiteral("to nobody, again")});
    ::close(ends[1]);
}

TEST(EventWriter, AReaderThatDoesNotReadMissesProgressOnly) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);
    ::fcntl(ends[1], F_SETFL, 0);
    EventWriter writer(ends[1]);
    // Far more than a pipe holds; it returns, because what can be missed is left out.
    for (int i = 0; i < 20000; ++i) writer.write(RunProgress{});
    QByteArray all;
    char buffer[65536];
    for (ssize_t count; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;) all.append(buffer, count);
    writer.write(event::Log{QStringLiteral("important")});
    for (ssize_t count; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;) all.append(buffer, count);
    EXPECT_LT(all.count('\n'), 20000);
    EXPECT_TRUE(all.contains("important"));
    QList<QByteArray> lines = all.split('\n');
    EXPECT_TRUE(lines.takeLast().isEmpty());
    for (const QByteArray& line : lines) EXPECT_TRUE(eventFromLine(line)) << line.toStdString();
    ::close(ends[0]);
    ::close(ends[1]);
}

}  // namespace
}  // namespace firstsplit::launch
