#include <gtest/gtest.h>

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/window/fake_library.h"
#include "ui/lessons/lesson_cards.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_session.h"
#include "ui/models/settings_model.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/first_page.h"
#include "ui/window/lesson_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/window_docks.h"

namespace firstsplit::ui {
namespace {

const lessons::Lesson& lesson(const std::string& name) {
    static lessons::Lesson found;
    const auto named = lessons::lessonNamed(name);
    EXPECT_TRUE(named) << name;
    if (named) found = *named;
    return found;
}

TEST(LessonTraining, EveryLessonIsKnownToTheWindow) {
    ASSERT_FALSE(lessons::lessons().empty());
    for (const lessons::Lesson& one : lessons::lessons()) {
        EXPECT_GT(trainingsOf(one), 0) << one.name;
        for (const lessons::Run& run : one.runs) {
            const auto training = trainingOf(run);
            ASSERT_TRUE(training) << one.name << ": " << training.error().message;
            if (!training->pair) continue;
            // The set-up says what the lesson's own command line says.
            QStringList words = launch::commandLineOf(*training->pair);
            words.removeFirst();
            for (const QString& word : training->words)
                EXPECT_TRUE(words.contains(word)) << word.toStdString();
        }
    }
}

TEST(LessonTraining, AnOptionThatTheWindowDoesNotKnowIsRefused) {
    EXPECT_FALSE(trainingOf({"", {"pair", "--no-such-option", "1"}}));
    EXPECT_FALSE(trainingOf({"", {"pair", "--steps"}}));
    EXPECT_FALSE(trainingOf({"", {"diff", "--json", "1"}}));
}

TEST(LessonTraining, ASettingOfOneSideIsThatSidesAlone) {
    const auto training = trainingOf({"", {"pair", "--set", "seed=1", "--set-b", "threads=2"}});
    ASSERT_TRUE(training && training->pair);
    EXPECT_EQ(training->pair->assignmentsA, (settings::Values{{"seed", "1"}}));
    EXPECT_EQ(training->pair->assignmentsB, (settings::Values{{"seed", "1"}, {"threads", "2"}}));
}

struct SessionTest : ::testing::Test {
    LessonSession session{QStringLiteral("/bin/false")};
    QSignalSpy wanted{&session, &LessonSession::pairWanted};

    void give(int part, const QString& verdict, const QString& kind) {
        const QString a = QStringLiteral("%1-A").arg(part), b = QStringLiteral("%1-B").arg(part);
        session.pairSaved(a, b);
        session.pairEnded(false, {});
        session.takeDocument({a, b, QStringLiteral("≠"), QStringLiteral("Split."),
                              QStringLiteral(R"({"verdict": "%1", "first": {"kind": "%2"}})")
                                  .arg(verdict, kind)
                                  .toStdString()});
    }
};

TEST_F(SessionTest, RunsItsPairsOneAfterTheOtherAndChecksItsClaim) {
    session.start(lesson("workers-that-share-a-generator"), QStringLiteral("out"));
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_TRUE(session.claims().empty());
    give(0, QStringLiteral("split"), QStringLiteral("batch"));
    ASSERT_EQ(wanted.size(), 2) << "the second follows by itself";
    EXPECT_FALSE(session.isDone());
    give(1, QStringLiteral("identical"), {});
    EXPECT_TRUE(session.isDone());
    EXPECT_FALSE(session.isTraining());
    ASSERT_EQ(session.claims().size(), 3u);
    for (const auto& claim : session.claims()) EXPECT_TRUE(claim.isSeen) << claim.sentence.toStdString();
}

TEST_F(SessionTest, AClaimThatWasNotSeenIsSaidToBeSo) {
    session.start(lesson("workers-that-share-a-generator"), QStringLiteral("out"));
    give(0, QStringLiteral("identical"), {});
    give(1, QStringLiteral("identical"), {});
    ASSERT_EQ(session.claims().size(), 3u);
    EXPECT_FALSE(session.claims()[0].isSeen);
    EXPECT_TRUE(session.claims()[2].isSeen);
}

TEST_F(SessionTest, AFailedPairEndsTheLesson) {
    session.start(lesson("workers-that-share-a-generator"), QStringLiteral("out"));
    session.pairEnded(false, QStringLiteral("Out of memory."));
    EXPECT_EQ(wanted.size(), 1);
    EXPECT_FALSE(session.isTraining());
    EXPECT_EQ(session.parts()[0].progress, LessonSession::Progress::Failed);
    EXPECT_EQ(session.parts()[0].sentence, QStringLiteral("Out of memory."));
}

/// A program that answers as `firstsplit cost` does: lines while it trains, JSON, and words when asked again.
struct CommandTest : ::testing::Test {
    QTemporaryDir folder;
    QString program(const QString& script) {
        const QString path = folder.filePath(QStringLiteral("program"));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + script.toUtf8());
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }
};

TEST_F(CommandTest, ACostIsReportedInItsOwnWords) {
    LessonSession session(
        program(QStringLiteral("case \"$*\" in\n"
                               "*--json*) while [ \"$1\" != --out ]; do shift; done; mkdir \"$2\"\n"
                               "  for i in 1 2; do touch \"$2/$i.split.h5\"; echo \"$i: done\" >&2; done\n"
                               "  echo '{\"parts\": [{\"shown\": true}]}';;\n"
                               "*) echo a table;; esac\n")));
    QSignalSpy reported(&session, &LessonSession::reported);
    QSignalSpy ended(&session, &LessonSession::reportEnded);
    session.start(lesson("what-it-costs"), folder.path());
    ASSERT_TRUE(!ended.isEmpty() || ended.wait());
    EXPECT_TRUE(reported.last()[1].toString().contains(QStringLiteral("a table")));
    EXPECT_DOUBLE_EQ(reported.last()[2].toDouble(), 1);
    EXPECT_DOUBLE_EQ(reported[2][2].toDouble(), 0.2) << "two of ten runs";
    EXPECT_TRUE(reported[2][1].toString().contains(QStringLiteral("2: done")));
    EXPECT_TRUE(session.isDone());
    ASSERT_EQ(session.claims().size(), 1u);
    EXPECT_TRUE(session.claims()[0].isSeen);
}

TEST_F(CommandTest, ACommandThatFailsSaysItsLastWords) {
    LessonSession session(program(QStringLiteral("echo 'The disk is full.' >&2; exit 2\n")));
    QSignalSpy failed(&session, &LessonSession::failed);
    session.start(lesson("what-it-costs"), folder.path());
    ASSERT_TRUE(!failed.isEmpty() || failed.wait());
    EXPECT_EQ(failed[0][0].toString(), QStringLiteral("The disk is full."));
    EXPECT_FALSE(session.isTraining());
}

TEST_F(CommandTest, AProgramThatIsMissingIsNamed) {
    LessonSession session(folder.filePath(QStringLiteral("none")));
    QSignalSpy failed(&session, &LessonSession::failed);
    session.start(lesson("what-it-costs"), folder.path());
    ASSERT_TRUE(!failed.isEmpty() || failed.wait());
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("none")));
}

TEST_F(CommandTest, StoppingInterruptsIt) {
    LessonSession session(program(QStringLiteral("exec sleep 60\n")));
    session.start(lesson("what-it-costs"), folder.path());
    EXPECT_TRUE(session.isTraining());
    session.stop();
    EXPECT_FALSE(session.isTraining());
    EXPECT_EQ(session.parts()[0].progress, LessonSession::Progress::Failed);
}

TEST(LessonPanel, ExplainsOnlyWhenTheRunsHaveEndedAndTheReaderAsks) {
    LessonSession session(QStringLiteral("/bin/false"));
    LessonPanel panel(&session);
    panel.resize(390, 800);
    session.start(lesson("seeds-are-not-enough"), QStringLiteral("out"));
    panel.begin();
    const QString explanation = QString::fromStdString(session.lesson().explanation);
    EXPECT_FALSE(panel.explainButton()->isEnabled());
    EXPECT_FALSE(panel.text().contains(explanation));
    EXPECT_TRUE(panel.text().contains(QString::fromStdString(session.lesson().question)));
    session.pairSaved(QStringLiteral("A"), QStringLiteral("B"));
    session.pairEnded(false, {});
    session.takeDocument({QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("≠"),
                          QStringLiteral("Split at step 0."), R"({"verdict": "split"})"});
    EXPECT_TRUE(panel.text().contains(QStringLiteral("Split at step 0.")));
    EXPECT_FALSE(panel.text().contains(explanation)) << "the reader thinks first";
    ASSERT_TRUE(panel.explainButton()->isEnabled());
    panel.explainButton()->click();
    EXPECT_TRUE(panel.text().contains(explanation));
    EXPECT_TRUE(panel.text().contains(QStringLiteral("The two trainings split.")));
}

TEST(LessonCards, StartsTheLessonOfTheCard) {
    LessonCards cards;
    QSignalSpy chosen(&cards, &LessonCards::lessonChosen);
    ASSERT_EQ(cards.startButtons().size(), static_cast<qsizetype>(lessons::lessons().size()));
    cards.startButtons()[1]->click();
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toString().toStdString(), lessons::lessons()[1].name);
    cards.setObstacle(QStringLiteral("No runner."));
    EXPECT_FALSE(cards.startButtons()[1]->isEnabled());
    EXPECT_EQ(cards.startButtons()[1]->toolTip(), QStringLiteral("No runner."));
}

TEST(SetupPanel, ShowsWhereTheSidesOfALessonDiffer) {
    SetupPanel panel;
    const auto training = trainingOf(lesson("another-thread-count").runs.back());
    ASSERT_TRUE(training && training->pair);
    panel.adopt(*training->pair);
    EXPECT_EQ(panel.request().assignmentsA, training->pair->assignmentsA);
    EXPECT_EQ(panel.request().assignmentsB, training->pair->assignmentsB);
    EXPECT_TRUE(panel.question().contains(QStringLiteral("threads"))) << panel.question().toStdString();
}

TEST(SetupPanel, ShowsWhatALessonAsksFor) {
    SetupPanel panel;
    const auto training = trainingOf(lesson("workers-that-share-a-generator").runs.front());
    ASSERT_TRUE(training && training->pair);
    panel.adopt(*training->pair);
    const launch::PairRequest shown = panel.request();
    EXPECT_EQ(shown.source.experiment, training->pair->source.experiment);
    EXPECT_EQ(shown.preset, training->pair->preset);
    for (const auto& [key, value] : training->pair->assignmentsA)
        EXPECT_EQ(panel.model()->values().valueA(key), value) << key;
    for (const auto& [key, value] : training->pair->assignmentsB)
        EXPECT_EQ(panel.model()->values().valueB(key), value) << key;
    EXPECT_EQ(shown.snapshots.policy, journal::SnapshotRequest::Policy::None);
    panel.chooseDefault();
    EXPECT_NE(panel.request().snapshots.policy, journal::SnapshotRequest::Policy::None);
}

}  // namespace
}  // namespace firstsplit::ui
