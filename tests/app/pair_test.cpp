#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "tests/app/program.h"

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace firstsplit::testing {
namespace {

class PairTest : public ::testing::Test {
  protected:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QStringList files() const { return QDir(path("runs")).entryList(QDir::Files | QDir::Hidden, QDir::Name); }
    Finished pair(const QStringList& options, const QStringList& trainer) const {
        return runProgram(QStringList{"pair", "--out", path("runs")} + options +
                          QStringList{"--", trainerFile()} + trainer);
    }

    QTemporaryDir m_folder;
};

TEST_F(PairTest, EqualRunsAreIdentical) {
    const Finished result = pair({"--json"}, {"--steps", "20"});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto document = result.document();
    EXPECT_EQ(document["format"], "firstsplit.comparison/1");
    EXPECT_EQ(document["verdict"], "identical");
    EXPECT_EQ(document["steps_compared"], 20);
    EXPECT_EQ(document["difference"]["max_abs_weight"], 0.0);
    EXPECT_EQ(files(), (QStringList{"firstsplit-test-trainer-001-A.split.h5",
                                    "firstsplit-test-trainer-001-B.split.h5"}));
}

TEST_F(PairTest, ASplitIsFoundAndSaid) {
    const Finished result = pair({}, {"--steps", "30", "--split-at", "9"});
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("Split at step 9, in the gradient of table"), HasSubstr("max |Δw|")));
}

TEST_F(PairTest, ASplitIsFoundInTheDocument) {
    const auto document = pair({"--json"}, {"--steps", "30", "--split-at", "9"}).document();
    EXPECT_EQ(document["verdict"], "split");
    EXPECT_EQ(document["first"]["step"], 9);
    EXPECT_EQ(document["first"]["kind"], "gradient");
    EXPECT_EQ(document["splits"]["loss"]["step"], 10);
    EXPECT_GT(document["difference"]["max_abs_weight"], 0.0);
}

TEST_F(PairTest, RepeatsAreCountedAndNeverOverwrite) {
    EXPECT_EQ(pair({}, {"--steps", "5"}).code, 0);
    const Finished result = pair({"--pairs", "2", "--json"}, {"--steps", "10", "--split-at", "2"});
    EXPECT_EQ(result.code, 1);
    EXPECT_EQ(result.document()["pairs"], 2);
    EXPECT_EQ(result.document()["splits"], 2);
    EXPECT_EQ(files().size(), 6);
    EXPECT_TRUE(files().contains("firstsplit-test-trainer-003-B.split.h5"));
}

TEST_F(PairTest, RepeatsWithoutASplitGiveTheBound) {
    const Finished result = pair({"--pairs", "2"}, {"--steps", "5"});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, HasSubstr("No split in 2 pairs"));
}

TEST_F(PairTest, AFailingCommandIsNeverASplit) {
    const Finished result = pair({"--json"}, {"--steps", "20", "--fail-at", "5", "--code", "1"});
    EXPECT_EQ(result.code, 2);
    const auto document = result.document();
    ASSERT_EQ(document["runs"].size(), 1u) << document;
    EXPECT_EQ(document["runs"][0]["exit_code"], 1);
    EXPECT_EQ(document["runs"][0]["end"], "failed");
}

TEST_F(PairTest, StopAtSplitEndsBAndIsASplit) {
    const Finished result =
        pair({"--stop-at-split", "4", "--json"}, {"--steps", "150", "--split-at", "3", "--pause", "20"});
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_EQ(result.document()["a"]["steps"], 150);
    EXPECT_LT(result.document()["b"]["steps"], 150);
    EXPECT_GE(result.document()["b"]["steps"], 8);
}

TEST_F(PairTest, DifferentSettingsAreNamed) {
    const Finished result = pair({"--json", "--set-a", "seed=0", "--set-b", "seed=1"}, {"--steps", "5"});
    const auto document = result.document();
    ASSERT_EQ(document["settings_differ"].size(), 1u) << document;
    EXPECT_EQ(document["settings_differ"][0]["key"], "seed");
}

TEST_F(PairTest, StoppedItKeepsWhatWasRecorded) {
    auto process = startProgram(
        {"pair", "--out", path("runs"), "--", trainerFile(), "--steps", "100000", "--pause", "5"});
    ASSERT_TRUE(waitForFile(path("runs/firstsplit-test-trainer-001-A.split.part")));
    process->terminate();
    EXPECT_EQ(waitFor(*process).code, 2);
    EXPECT_EQ(infoOf(path("runs/firstsplit-test-trainer-001-A.split.h5"))["end"], "cancelled");
    EXPECT_EQ(files().size(), 1);
}

TEST_F(PairTest, ALostRecorderIsToldOnceWithTheWayToRecover) {
    const QString pidFile = path("pid");
    auto process = startProgram({"pair", "--out", path("runs"), "--", trainerFile(), "--steps", "200",
                                 "--pause", "5", "--pid-file", pidFile});
    ASSERT_TRUE(waitForFile(path("runs/firstsplit-test-trainer-001-A.split.part")));
    // The training's parent is its recorder.
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pidIn(pidFile)));
    ASSERT_TRUE(stat.open(QIODevice::ReadOnly));
    const QByteArray fields = stat.readAll();
    const long recorder = fields.mid(fields.lastIndexOf(')') + 2).split(' ').at(1).toLong();
    ::kill(static_cast<pid_t>(recorder), SIGKILL);
    const Finished result = waitFor(*process);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("recorder of run A was killed"), HasSubstr("firstsplit recover")));
    EXPECT_EQ(result.err.find("was killed"), result.err.rfind("was killed"));
    EXPECT_TRUE(waitForEnd(pidIn(pidFile)));
}

/// The programs in a folder of their own, with another runner or none.
class RunnerTest : public PairTest {
  protected:
    void SetUp() override {
        QDir().mkpath(path("bin"));
        ASSERT_TRUE(QFile::copy(firstsplitFile(), path("bin/firstsplit")));
    }
    void putTrainerAsRunner() { ASSERT_TRUE(QFile::copy(trainerFile(), path("bin/firstsplit-runner"))); }
    Finished pairWith(const QString& trainerOptions, const QStringList& options = {}) const {
        return runProgram(QStringList{"pair", "--out", path("runs"), "--steps", "20"} + options,
                          {.folder = m_folder.path(),
                           .program = path("bin/firstsplit"),
                           .environment = {{"TRAINER_OPTIONS", trainerOptions}}});
    }
};

TEST_F(RunnerTest, MissingIsSaid) {
    const Finished result = pairWith("");
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("firstsplit-runner"), HasSubstr("missing"), HasSubstr("packaging/setup.sh")));
}

TEST_F(RunnerTest, NotExecutableIsSaid) {
    putTrainerAsRunner();
    QFile(path("bin/firstsplit-runner")).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    const Finished result = pairWith("");
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("firstsplit-runner"), HasSubstr("cannot be executed")));
}

TEST_F(RunnerTest, OneThatTrainsIsGivenTheExperiment) {
    putTrainerAsRunner();
    const Finished result = pairWith("", {"--preset", "seeds", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.document()["a"]["experiment"], "digits-embedding");
    EXPECT_EQ(result.document()["a"]["preset"], "seeds");
    EXPECT_TRUE(files().contains("digits-embedding-seeds-001-A.split.h5"));
}

TEST_F(RunnerTest, OneThatNeverTrainsIsSaidWithItsLastWords) {
    putTrainerAsRunner();
    const Finished result = pairWith("--garbage --quit 0");
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("Nothing was recorded"));
    EXPECT_TRUE(files().isEmpty());
}

TEST_F(RunnerTest, OneThatPrintsGarbageStillTrains) {
    putTrainerAsRunner();
    EXPECT_EQ(pairWith("--garbage").code, 0);
}

TEST_F(RunnerTest, OneThatDamagesItsJournalIsNeverIdentical) {
    putTrainerAsRunner();
    const Finished result = pairWith("--damage-at 7");
    EXPECT_EQ(result.code, 2) << result.out;
}

TEST_F(RunnerTest, OneThatHangsCanBeStopped) {
    putTrainerAsRunner();
    auto process = startProgram({"pair", "--out", path("runs")},
                                {.folder = m_folder.path(),
                                 .program = path("bin/firstsplit"),
                                 .environment = {{"TRAINER_OPTIONS", "--hang --pid-file " + path("pid")}}});
    ASSERT_TRUE(waitForFile(path("pid")));
    process->terminate();
    const Finished result = waitFor(*process);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_TRUE(waitForEnd(pidIn(path("pid"))));
}

}  // namespace
}  // namespace firstsplit::testing
