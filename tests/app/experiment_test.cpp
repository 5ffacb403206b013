#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFileInfo>

#include "tests/app/program.h"

namespace firstsplit::testing {
namespace {

/// From the command line to the verdict, with the real runner.
class ExperimentTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!QFileInfo(runnerFile()).isExecutable())
            GTEST_SKIP() << "firstsplit-runner was not built (no LibTorch)";
    }
    Finished pairs(const QStringList& options, int steps = 200) const {
        return runProgram(QStringList{"pair", "--experiment", "digits-embedding", "--steps",
                                      QString::number(steps), "--out", m_folder.path(), "--json"} +
                          options);
    }

    QTemporaryDir m_folder;
};

TEST_F(ExperimentTest, SeedsAloneSplitInTheGradientOfTheTable) {
    for (int pair = 0; pair < 2; ++pair) {
        const Finished result = pairs({"--preset", "seeds", "--set", "threads=2"});
        ASSERT_EQ(result.code, 1) << result.err << result.out;
        const auto document = result.document();
        EXPECT_EQ(document["verdict"], "split");
        EXPECT_EQ(document["first"]["kind"], "gradient");
        EXPECT_EQ(document["splits"]["gradient"]["tensor"], "table");
        ASSERT_FALSE(document["splits"]["loss"].is_null());
        EXPECT_GT(document["splits"]["loss"]["step"], document["splits"]["gradient"]["step"]);
        EXPECT_GT(document["difference"]["max_abs_weight"], 0.01);
        EXPECT_EQ(document["cause"]["class"], "backward_operator");
    }
}

TEST_F(ExperimentTest, DeterministicRunsAreIdentical) {
    const Finished result = pairs({"--preset", "deterministic", "--set", "threads=2", "--pairs", "2"});
    ASSERT_EQ(result.code, 0) << result.err << result.out;
    for (const auto& comparison : result.document()["comparisons"]) {
        EXPECT_EQ(comparison["verdict"], "identical");
        EXPECT_EQ(comparison["difference"]["max_abs_weight"], 0.0);
    }
}

TEST_F(ExperimentTest, OneThreadDoesNotRace) {
    const Finished result = pairs({"--preset", "seeds", "--set", "threads=1", "--pairs", "2"});
    ASSERT_EQ(result.code, 0) << result.err << result.out;
    EXPECT_EQ(result.document()["splits"], 0);
    EXPECT_EQ(result.document()["identical"], 2);
}

TEST_F(ExperimentTest, AnotherSeedIsNamedAsTheCause) {
    const Finished result =
        pairs({"--preset", "deterministic", "--set-a", "seed=0", "--set-b", "seed=1"}, 20);
    ASSERT_EQ(result.code, 1) << result.err;
    EXPECT_EQ(result.document()["splits"]["initial_weight"]["step"], -1);
}

TEST_F(ExperimentTest, OneRunIsRecorded) {
    const QString file = m_folder.filePath("one.split.h5");
    const Finished result = runProgram({"run", "--json", "--steps", "30", "-o", file});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.document()["steps"], 30);
    EXPECT_EQ(infoOf(file)["experiment"], "digits-embedding");
}

}  // namespace
}  // namespace firstsplit::testing
