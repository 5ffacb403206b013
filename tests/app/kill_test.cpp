#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <QDir>
#include <QFileInfo>
#include <QThread>
#include <random>

#include "tests/app/program.h"

namespace firstsplit::testing {
namespace {

constexpr int steps = 60;

/// FIRSTSPLIT_KILLS is the number of kills a test; 50 is what every test run does.
int moments() {
    return qEnvironmentVariableIntValue("FIRSTSPLIT_KILLS") > 0
               ? qEnvironmentVariableIntValue("FIRSTSPLIT_KILLS")
               : 50;
}

/// What is left after a recorder was killed: its training, which goes on to its end.
class KillTest : public ::testing::Test {
  protected:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// The run file, built by `recover` if need be; empty when the training had not begun.
    QString fileAfterKill(const QString& stem) {
        const QString file = path(stem + ".split.h5"), journal = path(stem + ".split.part");
        EXPECT_TRUE(waitForEnd(pidIn(path(stem + ".pid"))));
        if (QFileInfo::exists(file)) return file;
        if (!QFileInfo::exists(journal)) return {};
        const Finished recovered = runProgram({"recover", journal});
        EXPECT_EQ(recovered.code, 0) << recovered.err;
        EXPECT_FALSE(QFileInfo::exists(journal));
        return file;
    }

    QTemporaryDir m_folder;
};

TEST_F(KillTest, ARecorderKilledAtAnyMomentLosesNothing) {
    const QString reference = path("reference.split.h5");
    ASSERT_EQ(runProgram(recordArguments(reference, {"--steps", QString::number(steps)})).code, 0);
    std::mt19937 generator(20240601);
    std::uniform_int_distribution<int> delay(0, 350);
    int recovered = 0;
    for (int i = 0; i < moments(); ++i) {
        const QString stem = QStringLiteral("run%1").arg(i);
        auto recorder = startProgram(recordArguments(
            path(stem + ".split.h5"),
            {"--steps", QString::number(steps), "--pause", "3", "--pid-file", path(stem + ".pid")}));
        QThread::msleep(static_cast<unsigned long>(delay(generator)));
        recorder->kill();
        waitFor(*recorder);
        const QString file = fileAfterKill(stem);
        if (file.isEmpty()) continue;
        ++recovered;
        const auto document = runProgram({"diff", "--json", reference, file}).document();
        ASSERT_TRUE(document.contains("verdict")) << document;
        EXPECT_NE(document["verdict"], "split");
        EXPECT_EQ(document["steps_compared"], steps);
        EXPECT_EQ(document["b"]["steps"], steps);
    }
    EXPECT_GT(recovered, moments() / 4);  // otherwise the moments were badly chosen
}

TEST_F(KillTest, ATrainingKilledAtAnyMomentLeavesOnlyRightSteps) {
    const QString reference = path("reference.split.h5");
    ASSERT_EQ(runProgram(recordArguments(reference, {"--steps", QString::number(steps)})).code, 0);
    std::mt19937 generator(20240602);
    std::uniform_int_distribution<int> delay(20, 300);
    int killed = 0;
    for (int i = 0; i < moments(); ++i) {
        const QString file = path(QStringLiteral("run%1.split.h5").arg(i)),
                      pid = path(QStringLiteral("run%1.pid").arg(i));
        auto recorder = startProgram(
            recordArguments(file, {"--steps", QString::number(steps), "--pause", "3", "--pid-file", pid}));
        ASSERT_TRUE(waitForFile(pid));
        QThread::msleep(static_cast<unsigned long>(delay(generator)));
        ::kill(static_cast<pid_t>(pidIn(pid)), SIGKILL);
        const Finished result = waitFor(*recorder);
        if (!QFileInfo::exists(file)) continue;
        const auto document = runProgram({"diff", "--json", reference, file}).document();
        EXPECT_NE(document["verdict"], "split");
        EXPECT_EQ(document["steps_compared"], document["b"]["steps"]);
        if (result.code != 128 + SIGKILL) continue;
        ++killed;
        EXPECT_EQ(document["b"]["end"], "killed");
        EXPECT_EQ(document["b"]["signal"], SIGKILL);
    }
    EXPECT_GT(killed, moments() / 4);
}

TEST_F(KillTest, TheRunnerKilledAtFiveMomentsLeavesOnlyRightSteps) {
    if (!QFileInfo(runnerFile()).isExecutable())
        GTEST_SKIP() << "firstsplit-runner was not built (no LibTorch)";
    const QString reference = path("reference.split.h5");
    const QStringList options = {"--preset", "seeds", "--set", "threads=1", "--steps", "300"};
    ASSERT_EQ(runProgram(QStringList{"run", "-o", reference} + options).code, 0);
    for (int i = 0; i < 5; ++i) {
        const QString file = path(QStringLiteral("run%1.split.h5").arg(i));
        auto recorder = startProgram(QStringList{"run", "--events", "-o", file} + options);
        long pid = 0;
        int step = -1;
        while (step < 20 + 50 * i && recorder->waitForReadyRead(60'000))
            while (recorder->canReadLine()) {
                const auto event = nlohmann::json::parse(recorder->readLine().toStdString());
                if (event["event"] == "started") pid = event["pid"];
                if (event["event"] == "progress") step = event["step"];
            }
        ASSERT_GT(pid, 0);
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        waitFor(*recorder);
        const auto document = runProgram({"diff", "--json", reference, file}).document();
        ASSERT_TRUE(document.contains("verdict")) << document;
        EXPECT_NE(document["verdict"], "split");
        EXPECT_GE(document["b"]["steps"], step + 1);
        EXPECT_EQ(document["steps_compared"], document["b"]["steps"]);
    }
}

}  // namespace
}  // namespace firstsplit::testing
