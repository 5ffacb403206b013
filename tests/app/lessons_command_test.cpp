#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include "tests/app/program.h"

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace firstsplit::testing {
namespace {

/// Lessons with a stand-in for the runner, whose runs are equal unless told otherwise.
class LessonsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        QDir().mkpath(path("bin"));
        ASSERT_TRUE(QFile::copy(firstsplitFile(), path("bin/firstsplit")));
        ASSERT_TRUE(QFile::copy(trainerFile(), path("bin/firstsplit-runner")));
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    Finished lessons(const QStringList& arguments, const QString& trainerOptions = {}) const {
        return runProgram(QStringList{"lessons"} + arguments,
                          {.folder = m_folder.path(),
                           .program = path("bin/firstsplit"),
                           .environment = {{"TRAINER_OPTIONS", trainerOptions + " --steps 20"}}});
    }

    QTemporaryDir m_folder;
};

TEST_F(LessonsTest, AreListedWithTheirQuestions) {
    const Finished result = lessons({});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("seeds-are-not-enough"), HasSubstr("?"), HasSubstr("lessons run NAME")));
    EXPECT_GE(lessons({"--json"}).document()["lessons"].size(), 6u);
}

TEST_F(LessonsTest, AClaimThatWasSeenIsZero) {
    const Finished result = lessons({"run", "seeds-are-not-enough"}, "--split-at 4");
    EXPECT_EQ(result.code, 0) << result.out << result.err;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("yes"), HasSubstr("firstsplit pair --experiment digits-embedding")));
    EXPECT_TRUE(QDir(path("runs/lesson-seeds-are-not-enough-001")).exists());
}

TEST_F(LessonsTest, AClaimThatWasNotSeenIsOne) {
    const Finished result = lessons({"run", "seeds-are-not-enough", "--json"});
    EXPECT_EQ(result.code, 1) << result.err;
    const auto document = result.document();
    EXPECT_EQ(document["format"], "firstsplit.lesson/1");
    EXPECT_EQ(document["seen"], false);
    EXPECT_EQ(document["claim"][0]["holds"], false);
    EXPECT_EQ(document["claim"][1]["holds"], true);
}

TEST_F(LessonsTest, ARunThatFailsIsNoAnswer) {
    const Finished result = lessons({"run", "one-flag-exactly-zero", "--json"}, "--fail-at 3");
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.document()["error"].get<std::string>(), HasSubstr("something went wrong at step 3"));
}

TEST_F(LessonsTest, SeveralCommandsAreEachInAPlaceOfTheirOwn) {
    const Finished result = lessons({"run", "another-thread-count"});
    EXPECT_EQ(result.code, 1) << result.err;  // the stand-in does not mind its threads
    EXPECT_EQ(QDir(path("runs/lesson-another-thread-count-001")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
              (QStringList{"1", "2"}));
}

}  // namespace
}  // namespace firstsplit::testing
