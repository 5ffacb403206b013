#include "core/launch/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

namespace firstsplit::launch {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class SeriesTest : public ::testing::Test {
  protected:
    static SeriesPlan plan(const std::string& preset = "seeds") {
        SeriesPlan plan;
        plan.kind = QStringLiteral("seeds");
        plan.arguments = {{"--experiment", "digits-cnn"}, {"--preset", preset}};
        RecordRequest run;
        run.source.experiment = QStringLiteral("digits-cnn");
        for (const char* name : {"seed-0", "seed-1"}) {
            run.name = QString::fromLatin1(name);
            plan.runs.push_back(run);
        }
        return plan;
    }
    QString path(const QString& name) const { return m_parent.filePath(name); }
    static void touch(const QString& file) {
        QFile handle(file);
        ASSERT_TRUE(handle.open(QIODevice::WriteOnly));
    }
    /// A series in which seed-0 has ended.
    void start(const QString& folder, record::EndState end = record::EndState::Finished) {
        auto series = Series::open(folder, plan());
        ASSERT_TRUE(series);
        ASSERT_TRUE(series->begin());
        const QString file = series->fileForAttempt(QStringLiteral("seed-0"));
        touch(file);
        ASSERT_TRUE(series->note(QStringLiteral("seed-0"), file, end));
    }
    std::string refusalOf(const QString& folder, const SeriesPlan& wanted) const {
        const auto series = Series::open(folder, wanted);
        return series ? "" : series.error().message;
    }

    QTemporaryDir m_parent;
};

TEST_F(SeriesTest, OpeningWritesNothing) {
    ASSERT_TRUE(Series::open(path("s"), plan()));
    EXPECT_FALSE(QDir(path("s")).exists());
}

TEST_F(SeriesTest, WhatHasFinishedIsFoundAgain) {
    start(path("s"));
    const auto again = Series::open(path("s"), plan());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->finishedFile("seed-0"), path("s/seed-0.split.h5"));
    EXPECT_TRUE(again->finishedFile("seed-1").isEmpty());
}

TEST_F(SeriesTest, TheManifestNamesFormatArgumentsAndRuns) {
    start(path("s"));
    QFile file(path("s/series.json"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto json = nlohmann::json::parse(file.readAll().toStdString());
    EXPECT_EQ(json["format"], "firstsplit.series/1");
    EXPECT_EQ(json["kind"], "seeds");
    EXPECT_EQ(json["arguments"]["--preset"], "seeds");
    EXPECT_EQ(json["runs"][0]["file"], "seed-0.split.h5");
    EXPECT_EQ(json["runs"][0]["end"], "finished");
}

TEST_F(SeriesTest, ARunThatDidNotFinishIsTriedAgainUnderAnotherName) {
    start(path("s"), record::EndState::Cancelled);
    const auto again = Series::open(path("s"), plan());
    EXPECT_TRUE(again->finishedFile("seed-0").isEmpty());
    EXPECT_EQ(again->fileForAttempt("seed-0"), path("s/seed-0-2.split.h5"));
}

TEST_F(SeriesTest, AFileThatWasMovedAwayIsMadeAgain) {
    start(path("s"));
    QFile::remove(path("s/seed-0.split.h5"));
    EXPECT_TRUE(Series::open(path("s"), plan())->finishedFile("seed-0").isEmpty());
}

TEST_F(SeriesTest, AJournalThatWasLeftKeepsItsName) {
    start(path("s"));
    touch(path("s/seed-1.split.part"));
    EXPECT_EQ(Series::open(path("s"), plan())->fileForAttempt("seed-1"), path("s/seed-1-2.split.h5"));
}

TEST_F(SeriesTest, OtherArgumentsAreRefusedByName) {
    start(path("s"));
    EXPECT_THAT(refusalOf(path("s"), plan("fast")),
                AllOf(HasSubstr("--preset was \"seeds\" and is \"fast\" now"), HasSubstr("--out")));
    SeriesPlan other = plan();
    other.kind = QStringLiteral("cost");
    EXPECT_THAT(refusalOf(path("s"), other), HasSubstr("a series of firstsplit seeds, not of cost"));
}

TEST_F(SeriesTest, MoreRunsAreTheSameSeries) {
    start(path("s"));
    SeriesPlan longer = plan();
    longer.runs.push_back(longer.runs.back());
    longer.runs.back().name = QStringLiteral("seed-2");
    EXPECT_TRUE(Series::open(path("s"), longer));
}

TEST_F(SeriesTest, OneAtATime) {
    auto first = Series::open(path("s"), plan()), second = Series::open(path("s"), plan());
    ASSERT_TRUE(first->begin());
    const auto refused = second->begin();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("at work"));
}

TEST_F(SeriesTest, ManifestsThatCannotBeReadAreRefused) {
    const char* const broken[] = {
        "",
        "{",
        "[]",
        R"({"format":"firstsplit.series/2","kind":"seeds"})",
        R"({"format":"firstsplit.series/1","kind":7,"arguments":{},"runs":[]})",
        R"({"format":"firstsplit.series/1","kind":"seeds","arguments":{},"runs":[1]})"};
    QDir().mkpath(path("s"));
    for (const char* text : broken) {
        QFile file(path("s/series.json"));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
        file.close();
        EXPECT_THAT(refusalOf(path("s"), plan()), HasSubstr("no manifest")) << text;
    }
}

TEST_F(SeriesTest, WithoutAFolderItsOwnIsFoundAgainAndAnotherGetsTheNextNumber) {
    EXPECT_EQ(seriesFolderIn(m_parent.path(), plan()), path("seeds-digits-cnn-001"));
    start(path("seeds-digits-cnn-001"));
    EXPECT_EQ(seriesFolderIn(m_parent.path(), plan()), path("seeds-digits-cnn-001"));
    EXPECT_EQ(seriesFolderIn(m_parent.path(), plan("fast")), path("seeds-digits-cnn-002"));
}

}  // namespace
}  // namespace firstsplit::launch
