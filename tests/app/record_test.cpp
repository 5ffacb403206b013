#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "tests/app/program.h"

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace firstsplit::testing {
namespace {

class RecordTest : public ::testing::Test {
  protected:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QStringList files() const { return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden); }

    QTemporaryDir m_folder;
    const QString m_file = path("a.split.h5");
};

TEST_F(RecordTest, AFinishedTrainingLeavesItsFileAndNothingElse) {
    const Finished result = runProgram(recordArguments(m_file, {"--steps", "20", "--say", "hello"}));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "hello\n");
    EXPECT_EQ(files(), QStringList{"a.split.h5"});
    const auto info = infoOf(m_file);
    EXPECT_EQ(info["end"], "finished");
    EXPECT_EQ(info["exit_code"], 0);
    EXPECT_EQ(info["steps"], 20);
    EXPECT_TRUE(info["environment"].contains("cpu.model"));
    EXPECT_TRUE(info["environment"].contains("kernel"));
    EXPECT_THAT(info["command"].get<std::string>(), HasSubstr("firstsplit-test-trainer --steps 20"));
}

TEST_F(RecordTest, AnExitCodeIsHandedOnAndKeptWithTheLastWords) {
    const Finished result =
        runProgram(recordArguments(m_file, {"--steps", "20", "--fail-at", "7", "--code", "3"}));
    EXPECT_EQ(result.code, 3);
    EXPECT_THAT(result.err, HasSubstr("something went wrong at step 7"));
    const auto info = infoOf(m_file);
    EXPECT_EQ(info["end"], "failed");
    EXPECT_EQ(info["exit_code"], 3);
    EXPECT_EQ(info["steps"], 8);
    EXPECT_THAT(info["last_words"].get<std::string>(), HasSubstr("something went wrong at step 7"));
}

TEST_F(RecordTest, ATrainingThatIsKilledKeepsWhatWasWritten) {
    const Finished result =
        runProgram(recordArguments(m_file, {"--steps", "40", "--pause", "2", "--kill-at", "25"}));
    EXPECT_EQ(result.code, 128 + SIGKILL);
    EXPECT_THAT(result.err, AllOf(HasSubstr("signal 9"), HasSubstr("out-of-memory")));
    const auto info = infoOf(m_file);
    EXPECT_EQ(info["end"], "killed");
    EXPECT_EQ(info["signal"], SIGKILL);
    EXPECT_GT(info["steps"], 0);
    EXPECT_LE(info["steps"], 26);
}

TEST_F(RecordTest, ANotANumberLossIsRecordedAsSuch) {
    const Finished result = runProgram(recordArguments(m_file, {"--steps", "10", "--nan-at", "5"}));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(infoOf(m_file)["last_loss"], "NaN");
}

TEST_F(RecordTest, SettingsReachTheTrainingAsVariablesAndTheFileAsWords) {
    const Finished result = runProgram({"record", "-o", m_file, "--set", "threads=3", "--", "sh", "-c",
                                        "echo threads $OMP_NUM_THREADS; exec " + trainerFile()});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "threads 3\n");
    EXPECT_EQ(infoOf(m_file)["settings"]["requested"]["threads"], "3");
}

TEST_F(RecordTest, EventsAreJsonLinesWhateverTheTrainingPrints) {
    const Finished result =
        runProgram(recordArguments(m_file, {"--garbage", "--steps", "40", "--pause", "5"}, {"--events"}));
    EXPECT_EQ(result.code, 0) << result.err;
    std::vector<std::string> names;
    for (const auto& event : result.events()) {
        ASSERT_TRUE(event.is_object());
        names.push_back(event["event"]);
    }
    ASSERT_FALSE(names.empty());
    EXPECT_EQ(names.front(), "started");
    EXPECT_EQ(names.back(), "end");
    EXPECT_EQ(std::count(names.begin(), names.end(), "end"), 1);
    for (const char* expected : {"output", "progress", "building"})
        EXPECT_GT(std::count(names.begin(), names.end(), expected), 0) << expected;
    EXPECT_EQ(result.events().back()["steps"], 40);
    EXPECT_EQ(files(), QStringList{"a.split.h5"});
}

TEST_F(RecordTest, AskedToEndItForwardsTheSignalAndKeepsTheSteps) {
    const QString pidFile = path("pid");
    auto process = startProgram(recordArguments(
        m_file, {"--steps", "100000", "--pause", "5", "--stop-politely", "--pid-file", pidFile}));
    ASSERT_TRUE(waitForFile(path("a.split.part")));
    process->terminate();
    const Finished result = waitFor(*process);
    EXPECT_EQ(result.code, 128 + SIGTERM) << result.err;
    EXPECT_EQ(infoOf(m_file)["end"], "cancelled");
    EXPECT_TRUE(waitForEnd(pidIn(pidFile)));
}

TEST_F(RecordTest, ATrainingThatIgnoresTheSignalIsKilledAfterTheGrace) {
    auto process = startProgram(
        recordArguments(m_file, {"--steps", "100000", "--pause", "5", "--ignore-sigterm"}, {"--grace", "1"}));
    ASSERT_TRUE(waitForFile(path("a.split.part")));
    process->terminate();
    const Finished result = waitFor(*process);
    EXPECT_EQ(result.code, 128 + SIGKILL);
    EXPECT_THAT(result.err, AllOf(HasSubstr("--grace"), Not(HasSubstr("out-of-memory"))));
    EXPECT_EQ(infoOf(m_file)["end"], "cancelled");
}

TEST_F(RecordTest, ASecondSignalKillsAtOnce) {
    auto process = startProgram(recordArguments(
        m_file, {"--steps", "100000", "--pause", "5", "--ignore-sigterm"}, {"--grace", "86400"}));
    ASSERT_TRUE(waitForFile(path("a.split.part")));
    process->terminate();
    std::string said;
    while (said.find("again") == std::string::npos) {
        process->waitForReadyRead(1000);
        said += process->readAllStandardError().toStdString();
        if (process->state() == QProcess::NotRunning) break;
    }
    process->terminate();
    EXPECT_EQ(waitFor(*process).code, 128 + SIGKILL);
    EXPECT_EQ(infoOf(m_file)["end"], "cancelled");
}

TEST_F(RecordTest, StoppedBeforeTheFirstStepThereIsNothingToSave) {
    const QString pidFile = path("pid");
    auto process = startProgram(recordArguments(m_file, {"--hang", "--pid-file", pidFile}));
    ASSERT_TRUE(waitForFile(pidFile));
    process->terminate();
    const Finished result = waitFor(*process);
    EXPECT_NE(result.code, 0);
    EXPECT_THAT(result.err, HasSubstr("nothing to save"));
    EXPECT_EQ(files(), QStringList{"pid"});
}

TEST_F(RecordTest, AChildThatOutlivesTheCommandIsSaidAndNotWaitedFor) {
    const Finished result = runProgram(recordArguments(m_file, {"--steps", "5", "--fork-child", "20000"}));
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.err, HasSubstr("outlived"));
    EXPECT_EQ(infoOf(m_file)["end"], "finished");
}

TEST_F(RecordTest, ATrainingBehindAWrapperThatLeavesIsWaitedFor) {
    const Finished result =
        runProgram(recordArguments(m_file, {"--background", "--steps", "60", "--pause", "5"}));
    EXPECT_EQ(result.code, 0) << result.err;
    const auto info = infoOf(m_file);
    EXPECT_EQ(info["steps"], 60);
    EXPECT_EQ(info["end"], "finished");
}

TEST_F(RecordTest, AJournalDamagedInTheMiddleGivesItsStepsAndSaysSo) {
    const Finished result = runProgram(recordArguments(m_file, {"--steps", "20", "--damage-at", "9"}));
    EXPECT_NE(result.code, 0);
    const auto info = infoOf(m_file);
    EXPECT_GE(info["steps"], 10);
    EXPECT_FALSE(info["damaged"].empty());
}

TEST_F(RecordTest, AJournalOfJunkIsLeftAndNoFileIsMade) {
    const Finished result = runProgram(recordArguments(m_file, {"--junk-journal"}));
    EXPECT_EQ(result.code, 125);
    EXPECT_THAT(result.err, HasSubstr("a.split.part"));
    EXPECT_EQ(files(), QStringList{"a.split.part"});
}

TEST_F(RecordTest, ACommandThatReturnsZeroWithoutAnEndIsNotCalledFinished) {
    runProgram(recordArguments(m_file, {"--steps", "20", "--no-end", "--no-plan"}));
    EXPECT_NE(infoOf(m_file)["end"], "finished");
    EXPECT_EQ(infoOf(m_file)["steps"], 20);
}

TEST_F(RecordTest, AFileSizeLimitInMidRunDetachesTheRecordAndTheTrainingGoesOn) {
    const Finished result =
        runProgram(recordArguments(m_file, {"--steps", "60", "--fat", "--limit-file", "1000000"}));
    EXPECT_THAT(result.err, HasSubstr("detached"));
    const auto info = infoOf(m_file);
    EXPECT_NE(info["end"], "finished");
    EXPECT_GT(info["steps"], 0);
    EXPECT_LT(info["steps"], 60);
}

TEST_F(RecordTest, BFollowedAgainstATellsItsSplitsWhileItTrains) {
    ASSERT_EQ(runProgram(recordArguments(m_file, {"--steps", "40"})).code, 0);
    const Finished result =
        runProgram(recordArguments(path("b.split.h5"), {"--steps", "40", "--split-at", "11", "--pause", "5"},
                                   {"--events", "--against", m_file}));
    std::vector<std::string> seen;
    for (const auto& event : result.events())
        if (event["event"] == "split")
            seen.push_back(event["kind"].get<std::string>() + " " + std::to_string(event["step"].get<int>()) +
                           " " + event["tensor"].get<std::string>());
    EXPECT_THAT(seen,
                ::testing::UnorderedElementsAre("gradient 11 table", "weight 11 table", "loss 12 loss"));
}

TEST_F(RecordTest, StopAfterSplitEndsTheTraining) {
    ASSERT_EQ(runProgram(recordArguments(m_file, {"--steps", "500", "--pause", "0"})).code, 0);
    const Finished result =
        runProgram(recordArguments(path("b.split.h5"), {"--steps", "500", "--split-at", "3", "--pause", "20"},
                                   {"--against", m_file, "--stop-after-split", "5"}));
    EXPECT_THAT(result.err, HasSubstr("5 steps after the first split (step 3)"));
    const auto info = infoOf(path("b.split.h5"));
    EXPECT_GE(info["steps"], 9);
    EXPECT_LT(info["steps"], 500);
    EXPECT_EQ(runProgram({"diff", m_file, path("b.split.h5")}).code, 1);
}

TEST_F(RecordTest, ARunInProgressIsFollowedAndCannotBeRecoveredYet) {
    auto process = startProgram(recordArguments(m_file, {"--steps", "100000", "--pause", "5"}));
    ASSERT_TRUE(waitForFile(path("a.split.part")));
    EXPECT_EQ(infoOf(path("a.split.part"))["end"], "running");
    const Finished recovered = runProgram({"recover", path("a.split.part")});
    EXPECT_EQ(recovered.code, 2);
    EXPECT_THAT(recovered.err, HasSubstr("still being written"));
    EXPECT_FALSE(QFileInfo::exists(m_file));
    process->terminate();
    waitFor(*process);
    EXPECT_TRUE(QFileInfo::exists(m_file));
}

TEST_F(RecordTest, ARunFileGivenToRecoverIsAnsweredByASentence) {
    ASSERT_EQ(runProgram(recordArguments(m_file, {})).code, 0);
    const Finished result = runProgram({"recover", m_file});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("run file already"));
}

TEST_F(RecordTest, ATruncatedFileIsRefusedNotMisread) {
    ASSERT_EQ(runProgram(recordArguments(m_file, {})).code, 0);
    QFile::copy(m_file, path("cut.split.h5"));
    QFile(path("cut.split.h5")).resize(QFileInfo(m_file).size() / 2);
    const Finished result = runProgram({"diff", m_file, path("cut.split.h5")});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("cut.split.h5"));
}

TEST_F(RecordTest, RunsOfOtherModelsCannotBeCompared) {
    ASSERT_EQ(runProgram(recordArguments(m_file, {})).code, 0);
    ASSERT_EQ(runProgram(recordArguments(path("b.split.h5"), {"--model", "other"})).code, 0);
    const Finished result = runProgram({"diff", "--json", m_file, path("b.split.h5")});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.document()["format"], "firstsplit.error/1");
}

TEST_F(RecordTest, RunsOfUnequalLengthAreIncompleteNeverIdentical) {
    ASSERT_EQ(runProgram(recordArguments(m_file, {"--steps", "20"})).code, 0);
    ASSERT_EQ(runProgram(recordArguments(path("b.split.h5"), {"--steps", "20", "--fail-at", "12"})).code, 3);
    const Finished result = runProgram({"diff", "--json", m_file, path("b.split.h5")});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.document()["verdict"], "incomplete");
    EXPECT_EQ(result.document()["steps_compared"], 13);
}

}  // namespace
}  // namespace firstsplit::testing
