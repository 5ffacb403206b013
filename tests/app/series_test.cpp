#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "tests/app/program.h"

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace firstsplit::testing {
namespace {

class SeriesCommandTest : public ::testing::Test {
  protected:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    Finished run(const QString& subcommand, const QStringList& options, const QStringList& trainer) const {
        return runProgram(QStringList{subcommand} + options + QStringList{"--", trainerFile()} + trainer,
                          {.folder = m_folder.path(), .environment = {}});
    }
    Finished seeds(const QStringList& options, const QStringList& trainer = {"--steps", "5"}) const {
        return run("seeds", QStringList{"--out", "s"} + options, trainer);
    }
    QStringList runFiles(const QString& folder = "s") const {
        return QDir(path(folder)).entryList({"*.split.h5"}, QDir::Files, QDir::Name);
    }

    QTemporaryDir m_folder;
};

TEST_F(SeriesCommandTest, SeedsShowEveryValueAndWhatTheyCanShow) {
    const Finished result = seeds({"--seeds", "3"});
    EXPECT_EQ(result.code, 0) << result.err;
    // 1/5 for seed 0, and a hundredth of the seed's square more for the others.
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("seed 0  0.200"), HasSubstr("seed 1  0.210"), HasSubstr("seed 2  0.240"),
                      HasSubstr("mean"), HasSubstr("95 %"),
                      HasSubstr("The smallest improvement that 3 seeds"), HasSubstr("power 0.8")));
}

TEST_F(SeriesCommandTest, SeedsAreADocument) {
    const Finished result = seeds({"--seeds", "3", "--repeats", "2", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto document = result.document();
    ASSERT_FALSE(document.is_discarded()) << result.out;
    EXPECT_EQ(document["format"], "firstsplit.seeds/1");
    EXPECT_EQ(document["metric"], "last_loss");
    const auto& variant = document["variants"].at(0);
    EXPECT_EQ(variant["seeds"].size(), 3u);
    EXPECT_EQ(variant["seeds"][2]["values"].size(), 2u);
    EXPECT_NEAR(variant["seed_to_seed"]["mean"], 0.2 + 0.05 / 3, 1e-6);
    EXPECT_EQ(variant["same_seed_standard_deviation"], 0.0);
    EXPECT_GT(variant["smallest_improvement"]["value"], 0.0);
    EXPECT_EQ(document["paired"], nullptr);
}

TEST_F(SeriesCommandTest, TheSpreadOfOneSeedStandsBesideThatOfSeeds) {
    const Finished result =
        seeds({"--seeds", "2", "--repeats", "2", "--json"}, {"--steps", "5", "--split-at", "1"});
    EXPECT_GT(result.document()["variants"][0]["same_seed_standard_deviation"], 0.0) << result.out;
}

TEST_F(SeriesCommandTest, ACommandTakesItsSeedByItsOwnArgument) {
    const auto document =
        seeds({"--seeds", "2", "--seed", "3", "--seed-argument", "--seed", "--json"}).document();
    EXPECT_NEAR(document["variants"][0]["seeds"][0]["mean"], 0.2 + 0.09, 1e-6) << document;
    EXPECT_THAT(infoOf(path("s/seed-3.split.h5"))["command"].get<std::string>(), HasSubstr("--seed 3"));
}

TEST_F(SeriesCommandTest, ASeedWithoutEffectIsSaid) {
    EXPECT_THAT(seeds({"--seeds", "2"}, {"--steps", "5", "--seed", "0"}).out,
                HasSubstr("Every seed gave the same value"));
}

TEST_F(SeriesCommandTest, TwoVariantsArePairedAndFiveCannotReachTheLevel) {
    const Finished result = seeds({"--seeds", "2", "--set-a", "threads=1", "--set-b", "deterministic=error"},
                                  {"--steps", "5", "--split-at", "1"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("A  threads=1"), HasSubstr("B  deterministic=error"), HasSubstr("B − A"),
                      HasSubstr("sign-flip"), HasSubstr("Fewer than 6 pairs cannot reach p < 0.05")));
}

TEST_F(SeriesCommandTest, VariantsThatAreAlikeAreSaidToBe) {
    EXPECT_THAT(seeds({"--seeds", "2", "--set-a", "threads=1", "--set-b", "threads=2"}).out,
                HasSubstr("the same value for each of 2 seeds"));
}

TEST_F(SeriesCommandTest, ASecondCallTrainsOnlyWhatIsMissing) {
    ASSERT_EQ(seeds({"--seeds", "2"}).code, 0);
    const QDateTime before = QFileInfo(path("s/seed-0.split.h5")).lastModified();
    const Finished longer = seeds({"--seeds", "3"});
    EXPECT_EQ(longer.code, 0) << longer.err;
    EXPECT_THAT(longer.err, AllOf(HasSubstr("2 of 3 runs are there already"), HasSubstr("seed-2"),
                                  Not(HasSubstr("seed-0"))));
    EXPECT_EQ(QFileInfo(path("s/seed-0.split.h5")).lastModified(), before);
    EXPECT_EQ(runFiles(), (QStringList{"seed-0.split.h5", "seed-1.split.h5", "seed-2.split.h5"}));
    EXPECT_THAT(seeds({"--seeds", "3"}).err, HasSubstr("nothing was trained"));
}

TEST_F(SeriesCommandTest, OtherArgumentsAreRefused) {
    ASSERT_EQ(seeds({"--seeds", "2"}).code, 0);
    const Finished result = seeds({"--seeds", "2"}, {"--steps", "6"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("other arguments"), HasSubstr("--steps 6"), HasSubstr("--out")));
    EXPECT_EQ(runFiles().size(), 2);
}

TEST_F(SeriesCommandTest, WithoutAFolderASeriesHasOneOfItsOwn) {
    for (int i = 0; i < 2; ++i) ASSERT_EQ(run("seeds", {"--seeds", "2"}, {"--steps", "5"}).code, 0);
    ASSERT_EQ(run("seeds", {"--seeds", "2"}, {"--steps", "6"}).code, 0);
    EXPECT_EQ(QDir(path("runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name),
              (QStringList{"seeds-firstsplit-test-trainer-001", "seeds-firstsplit-test-trainer-002"}));
}

TEST_F(SeriesCommandTest, StoppedItKeepsWhatFinishedAndGoesOnLater) {
    // Each run waits until the test lets it end.
    auto process = startProgram(
        {"seeds", "--seeds", "2", "--out", "s", "--", trainerFile(), "--steps", "400", "--pause", "5"},
        {.folder = m_folder.path(), .environment = {}});
    ASSERT_TRUE(waitForFile(path("s/seed-0.split.h5")));
    ASSERT_TRUE(waitForFile(path("s/seed-1.split.part")));
    process->terminate();
    const Finished stopped = waitFor(*process);
    EXPECT_EQ(stopped.code, 2);
    EXPECT_THAT(stopped.err, AllOf(HasSubstr("Stopped."), HasSubstr("1 of 2 runs")));
    EXPECT_EQ(infoOf(path("s/seed-0.split.h5"))["end"], "finished");
    EXPECT_EQ(infoOf(path("s/seed-1.split.h5"))["end"], "cancelled");

    const Finished again = seeds({"--seeds", "2"}, {"--steps", "400", "--pause", "5"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(runFiles(), (QStringList{"seed-0.split.h5", "seed-1-2.split.h5", "seed-1.split.h5"}));
}

TEST_F(SeriesCommandTest, ARunThatFailsEndsTheSeriesWithItsLastWords) {
    const Finished result = seeds({"--seeds", "3", "--json"}, {"--steps", "5", "--fail-at", "2"});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.document()["format"], "firstsplit.error/1");
    EXPECT_THAT(result.document()["error"].get<std::string>(),
                AllOf(HasSubstr("seed-0"), HasSubstr("something went wrong at step 2")));
    EXPECT_EQ(runFiles().size(), 1);
}

TEST_F(SeriesCommandTest, ALossThatIsNoNumberIsNoValue) {
    const Finished result = seeds({"--seeds", "2"}, {"--steps", "5", "--nan-at", "3"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("no value in common"));
}

TEST_F(SeriesCommandTest, CostIsARatioWithItsInterval) {
    const Finished result = run("cost", {"--out", "c", "--json"}, {"--steps", "12", "--slow-us", "1165"});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto document = result.document();
    ASSERT_FALSE(document.is_discarded()) << result.out;
    EXPECT_EQ(document["format"], "firstsplit.cost/1");
    EXPECT_EQ(document["blocks"], 5);
    EXPECT_EQ(document["steps_timed"], 10);  // the first tenth of 12, rounded up, is left out
    const auto& part = document["parts"].at(0);
    EXPECT_NEAR(part["ratio"], 1.165, 1e-9);
    EXPECT_NEAR(part["percent"], 16.5, 1e-6);
    EXPECT_TRUE(part["shown"]);
    EXPECT_EQ(runFiles("c").size(), 10);

    const Finished text = run("cost", {"--out", "c"}, {"--steps", "12", "--slow-us", "1165"});
    EXPECT_THAT(text.out, AllOf(HasSubstr("16.5 % longer than one of A: +16.5 %"), HasSubstr("1.00 ms")));
}

TEST_F(SeriesCommandTest, CostInBothPrecisionsIsATableOfBoth) {
    // A stand-in for the runner, whose deterministic steps take longer.
    QDir().mkpath(path("bin"));
    ASSERT_TRUE(QFile::copy(firstsplitFile(), path("bin/firstsplit")));
    ASSERT_TRUE(QFile::copy(trainerFile(), path("bin/firstsplit-runner")));
    const Finished result =
        runProgram({"cost", "--bf16", "--steps", "12", "--out", "c"},
                   {.folder = m_folder.path(),
                    .program = path("bin/firstsplit"),
                    .environment = {{"TRAINER_OPTIONS", "--steps 12 --pause 0 --slow-us 1165"}}});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("fp32  A  seeds"), HasSubstr("bf16  B  deterministic"),
                                  HasSubstr("bf16  deterministic"), HasSubstr("+16.5 %"),
                                  HasSubstr("bf16 in place of fp32, seeds")));
    EXPECT_EQ(runFiles("c").size(), 20);
}

TEST_F(SeriesCommandTest, CostOfACommandHasOnePrecision) {
    const Finished result = run("cost", {"--out", "c", "--json", "--bf16"}, {"--steps", "5"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.document()["error"].get<std::string>(), HasSubstr("built-in experiments"));
    EXPECT_FALSE(QFile::exists(path("c")));
}

TEST_F(SeriesCommandTest, ASettingThatDoesNothingIsSaidOnceForAllRuns) {
    const std::string err = seeds({"--seeds", "3", "--set", "autocast=bf16"}).err;
    const std::string sentence = "autocast=bf16 has no effect here: it acts only in built-in experiments";
    const std::size_t at = err.find(sentence);
    ASSERT_NE(at, std::string::npos) << err;
    EXPECT_EQ(err.find(sentence, at + 1), std::string::npos) << err;
}

TEST_F(SeriesCommandTest, ACostThatIsNoneIsNotShown) {
    EXPECT_THAT(run("cost", {"--out", "c"}, {"--steps", "12"}).out, HasSubstr("No cost is shown"));
}

TEST_F(SeriesCommandTest, CheckIsSilentWhenEqualAndLeavesNothing) {
    const Finished result = run("check", {"--pairs", "2"}, {"--steps", "5", "--say", "hello"});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_FALSE(QDir(path("runs")).exists());
    EXPECT_EQ(run("check", {"--keep"}, {"--steps", "5"}).code, 0);
    EXPECT_EQ(runFiles("runs").size(), 2);
}

TEST_F(SeriesCommandTest, CheckNamesStepKindTensorAndCause) {
    const Finished result = run("check", {"--pairs", "3"}, {"--steps", "20", "--split-at", "9"});
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("Split at step 9, in the gradient of table"),
                                  HasSubstr("Backward pass"), HasSubstr("pair 1 of 3"),
                                  HasSubstr("--preset deterministic"), HasSubstr("firstsplit diff runs/")));
    EXPECT_EQ(runFiles("runs").size(), 2);  // no further pair was trained
}

TEST_F(SeriesCommandTest, CheckProposesAlgorithmsOnlyWhereTheyCouldHelp) {
    const auto proposal = HasSubstr("--preset deterministic says whether");
    EXPECT_THAT(run("check", {"--out", "c"}, {"--steps", "8", "--split-at", "3"}).out, proposal);
    EXPECT_THAT(run("check", {"--out", "c"}, {"--steps", "8", "--split-at", "-1"}).out,
                AllOf(HasSubstr("different weights"), Not(proposal)));
}

TEST_F(SeriesCommandTest, CheckIsADocument) {
    const auto equal = run("check", {"--json"}, {"--steps", "5"}).document();
    EXPECT_EQ(equal["format"], "firstsplit.check/1");
    EXPECT_EQ(equal["verdict"], "identical");
    const auto split = run("check", {"--json"}, {"--steps", "5", "--split-at", "2"}).document();
    EXPECT_EQ(split["verdict"], "split");
    EXPECT_EQ(split["comparison"]["first"]["step"], 2);
}

TEST_F(SeriesCommandTest, CheckOfACommandThatFailsIsNoSplit) {
    const Finished result = run("check", {}, {"--steps", "20", "--fail-at", "5", "--code", "1"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("something went wrong at step 5"));
}

TEST_F(SeriesCommandTest, RerunTrainsTheRecordAgain) {
    ASSERT_EQ(runProgram(recordArguments(path("a.split.h5"), {"--steps", "8"}, {"--set", "threads=1"})).code,
              0);
    const Finished result = runProgram({"rerun", path("a.split.h5")});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("Identical"));
    const auto again = infoOf(path("a-rerun-001.split.h5"));
    EXPECT_EQ(again["command"], infoOf(path("a.split.h5"))["command"]);
    EXPECT_EQ(again["settings"]["requested"]["threads"], "1") << again;
}

TEST_F(SeriesCommandTest, RerunFindsASplit) {
    ASSERT_EQ(runProgram(recordArguments(path("a.split.h5"), {"--steps", "8", "--split-at", "3"})).code, 0);
    const Finished result = runProgram({"rerun", "--json", path("a.split.h5")});
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_EQ(result.document()["first"]["step"], 3);
}

TEST_F(SeriesCommandTest, RerunRefusesWhereTheCodeIsAnother) {
    const auto git = [this](const QStringList& words) {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start("git", QStringList{"-c", "user.name=T", "-c", "user.email=t@example.org"} + words);
        return process.waitForFinished() && process.exitCode() == 0;
    };
    if (!git({"init", "-q"})) GTEST_SKIP() << "there is no git here";
    ASSERT_TRUE(git({"commit", "-q", "--allow-empty", "-m", "one"}));
    ASSERT_EQ(runProgram(recordArguments("a.split.h5", {"--steps", "5"}),
                         {.folder = m_folder.path(), .environment = {}})
                  .code,
              0);
    ASSERT_TRUE(git({"commit", "-q", "--allow-empty", "-m", "two"}));
    const Finished refused = runProgram({"rerun", path("a.split.h5")});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("commit of the code"), HasSubstr("--anyway")));
    EXPECT_FALSE(QFile::exists(path("a-rerun-001.split.h5")));
    const Finished anyway = runProgram({"rerun", "--anyway", path("a.split.h5")});
    EXPECT_THAT(anyway.err, HasSubstr("Not as it was"));
    EXPECT_TRUE(QFile::exists(path("a-rerun-001.split.h5")));
}

TEST_F(SeriesCommandTest, RerunBringsRecordedVariablesBack) {
    const firstsplit::testing::Setup then{.folder = m_folder.path(),
                                          .environment = {{"OMP_PROC_BIND", "false"}}};
    ASSERT_EQ(runProgram(recordArguments(path("a.split.h5"), {"--steps", "5"}), then).code, 0);
    EXPECT_EQ(runProgram({"rerun", path("a.split.h5")}).code, 0);
    EXPECT_EQ(infoOf(path("a-rerun-001.split.h5"))["environment"]["env.OMP_PROC_BIND"], "false");
}

TEST_F(SeriesCommandTest, RerunKeepsTheWeightsThatTheSavedRunWasToKeep) {
    const auto weightsOf = [this](const QStringList& options) {
        const QString file = path("every.split.h5");
        EXPECT_EQ(runProgram(recordArguments(file, {"--steps", "9"}, options)).code, 0);
        EXPECT_EQ(runProgram({"rerun", file}).code, 0);
        const auto again = infoOf(path("every-rerun-001.split.h5"));
        EXPECT_EQ(again["weights_asked_for"], infoOf(file)["weights_asked_for"]);
        QFile::remove(file);
        QFile::remove(path("every-rerun-001.split.h5"));
        return again["weights_asked_for"];
    };
    EXPECT_EQ(weightsOf({"--weights", "every", "4"})["every"], 4);
    EXPECT_EQ(weightsOf({"--weights", "none"})["policy"], "none");
    EXPECT_EQ(weightsOf({"--weight-budget", "1000000"})["budget_bytes"], 1000000);
}

TEST_F(SeriesCommandTest, AFindingIsToldFromTheRecord) {
    const Finished pair = run("pair", {"--json", "--out", path("p")}, {"--steps", "5", "--finding-at", "2"});
    EXPECT_EQ(pair.code, 2);
    const auto told = pair.document();
    EXPECT_EQ(told["runs"][0]["finding"]["operator"], "put_") << told;
    const QString file = QString::fromStdString(told["runs"][0]["file"]);
    const auto info = infoOf(file);
    EXPECT_EQ(info["finding"]["step"], 2);
    EXPECT_EQ(info["finding"]["phase"], "backward pass");
    EXPECT_THAT(runProgram({"info", file}).out, HasSubstr("put_, which has no deterministic implementation"));
    const Finished diff = runProgram({"diff", "--json", file, file});
    EXPECT_EQ(diff.code, 2);
    EXPECT_EQ(diff.document()["a"]["finding"]["remedy"], "Write to each place once.");
    EXPECT_THAT(runProgram({"diff", file, file}).out, HasSubstr("A and B: put_"));
}

}  // namespace
}  // namespace firstsplit::testing
