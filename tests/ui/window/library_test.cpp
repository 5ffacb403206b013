#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/window/fake_library.h"
#include "ui/library/library_panel.h"
#include "ui/models/library_model.h"
#include "ui/models/library_scanner.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {
namespace {

RunEntry entry(const char* path, int minute, std::map<std::string, std::string> requested = {}) {
    RunEntry run;
    run.path = QString::fromLatin1(path);
    run.experiment = QStringLiteral("digits-embedding");
    run.preset = QStringLiteral("seeds");
    run.requested = std::move(requested);
    run.steps = 200;
    run.end = record::EndState::Finished;
    run.started = QDateTime(QDate(2026, 1, 1), QTime(12, minute), Qt::UTC);
    return run;
}

QStringList paths(const LibraryModel& model) {
    QStringList all;
    for (const RunEntry& run : model.runs()) all << run.path;
    return all;
}

TEST(LibraryModel, PutsTheTwoOfAPairBelowEachOtherAndTheNewestFirst) {
    LibraryModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy completed(&model, &LibraryModel::pairCompleted);
    model.addRun(entry("/r/d-001-B.split.h5", 2));
    model.addRun(entry("/r/d-002-A.split.h5", 3));
    model.addRun(entry("/r/lone.split.h5", 5));
    model.addRun(entry("/r/d-002-B.split.h5", 4));
    model.addRun(entry("/r/d-001-A.split.h5", 1));
    EXPECT_EQ(paths(model), (QStringList{"/r/lone.split.h5", "/r/d-002-A.split.h5", "/r/d-002-B.split.h5",
                                         "/r/d-001-A.split.h5", "/r/d-001-B.split.h5"}));
    ASSERT_EQ(completed.size(), 2);
    EXPECT_EQ(completed.back().at(0).toString(), QStringLiteral("/r/d-001-A.split.h5"));
    EXPECT_EQ(completed.back().at(1).toString(), QStringLiteral("/r/d-001-B.split.h5"));
    EXPECT_EQ(model.partnerOf(QStringLiteral("/r/lone.split.h5")), QString());
    model.removeRun(QStringLiteral("/r/d-002-A.split.h5"));
    EXPECT_EQ(model.partnerOf(QStringLiteral("/r/d-002-B.split.h5")), QString());
}

TEST(LibraryModel, FindsTheRepeatsOfAPair) {
    LibraryModel model;
    for (const char* path :
         {"/r/d-001-A.split.h5", "/r/d-001-B.split.h5", "/r/d-002-A.split.h5", "/r/d-002-B.split.h5"})
        model.addRun(entry(path, 1, {{"threads", "2"}}));
    for (const char* path : {"/r/d-003-A.split.h5", "/r/d-003-B.split.h5"})
        model.addRun(entry(path, 2, {{"threads", "1"}}));
    const auto repeats =
        model.repeatsOf(QStringLiteral("/r/d-002-A.split.h5"), QStringLiteral("/r/d-002-B.split.h5"));
    ASSERT_EQ(repeats.size(), 2u) << "another number of threads is another experiment";
    EXPECT_EQ(repeats[0].first, QStringLiteral("/r/d-001-A.split.h5"));
}

TEST(LibraryModel, ADamagedFileSaysSo) {
    LibraryModel model;
    RunEntry damaged;
    damaged.path = QStringLiteral("/r/x.split.h5");
    damaged.error = QStringLiteral("/r/x.split.h5 is not a run file: …");
    model.addRun(damaged);
    EXPECT_EQ(model.index(0, LibraryModel::End).data().toString(), QStringLiteral("cannot be read"));
    EXPECT_EQ(model.index(0, LibraryModel::Name).data(Qt::ToolTipRole).toString(), damaged.error);
}

TEST(LibraryScanner, FindsRunsInAFolderAndNoticesWhenTheyGo) {
    QTemporaryDir folder;
    testing::FakeLibrary fakes;
    for (const char* name : {"d-001-A.split.h5", "d-001-B.split.h5", "notes.txt"}) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("x");
    }
    fakes.add(folder.filePath("d-001-A.split.h5").toStdString(), testing::FakeRun(20));
    IoThread io;
    LibraryScanner scanner(io, fakes.opener());
    QSignalSpy read(&scanner, &LibraryScanner::runRead);
    QSignalSpy vanished(&scanner, &LibraryScanner::runVanished);
    scanner.addFolder(folder.path());
    ASSERT_TRUE(QTest::qWaitFor([&] { return read.size() == 2; }));
    EXPECT_TRUE(read[0].at(0).value<RunEntry>().isReadable());
    EXPECT_EQ(read[0].at(0).value<RunEntry>().steps, 20);
    EXPECT_FALSE(read[1].at(0).value<RunEntry>().isReadable()) << "the reader does not know this one";
    QFile::remove(folder.filePath("d-001-A.split.h5"));
    scanner.rescan();
    ASSERT_EQ(vanished.size(), 1);
}

TEST(LibraryScanner, SummarisesAPair) {
    auto fakes = testing::libraryOfPair();
    IoThread io;
    LibraryScanner scanner(io, fakes.opener());
    QSignalSpy summarised(&scanner, &LibraryScanner::summarised);
    scanner.summarise(QString::fromStdString(testing::pathA), QString::fromStdString(testing::pathB), true);
    ASSERT_TRUE(summarised.wait());
    const auto row = summarised.front().at(0).value<PairRow>();
    EXPECT_EQ(row.verdict, compare::Verdict::Split);
    EXPECT_EQ(row.gradient, 3);
    EXPECT_EQ(row.weight, 4);
    EXPECT_EQ(row.loss, 10);
}

TEST(LibraryPanel, OffersToRecoverAJournalThatWasLeftBehind) {
    LibraryModel model;
    RunEntry left = entry("/r/left.split.part", 1), growing = entry("/r/growing.split.part", 2);
    left.end = record::EndState::Unknown;
    growing.end = record::EndState::Running;
    for (const RunEntry& run : {left, growing, entry("/r/whole.split.h5", 3)}) model.addRun(run);
    LibraryPanel panel(&model);
    const auto offered = [&panel](const RunEntry& run) {
        QStringList texts;
        for (const QAction* action : panel.menuFor(run.path)->actions()) texts << action->text();
        return texts;
    };
    EXPECT_TRUE(offered(left).contains(QStringLiteral("Recover")));
    EXPECT_FALSE(offered(growing).contains(QStringLiteral("Recover"))) << "it is still being written";
    EXPECT_FALSE(offered(entry("/r/whole.split.h5", 3)).contains(QStringLiteral("Recover")));
}

TEST(LibraryPanel, ReturnOpensAPairAndTheKeysPlaceARun) {
    LibraryModel model;
    model.addRun(entry("/r/d-001-A.split.h5", 1));
    model.addRun(entry("/r/d-001-B.split.h5", 2));
    LibraryPanel panel(&model);
    panel.resize(500, 300);
    panel.show();
    QSignalSpy chosen(&panel, &LibraryPanel::pairChosen);
    QSignalSpy entered(&panel, &LibraryPanel::entered);
    QSignalSpy asA(&panel, &LibraryPanel::placedAsA);
    QSignalSpy asB(&panel, &LibraryPanel::placedAsB);
    panel.view()->setCurrentIndex(panel.view()->model()->index(1, 0));
    QTest::keyClick(panel.view(), Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0].at(0).toString(), QStringLiteral("/r/d-001-A.split.h5"))
        << "A first, though B was chosen";
    EXPECT_EQ(chosen[0].at(1).toString(), QStringLiteral("/r/d-001-B.split.h5"));
    EXPECT_EQ(entered.size(), 1);
    QTest::keyClick(panel.view(), Qt::Key_Space);
    EXPECT_EQ(chosen.size(), 2);
    EXPECT_EQ(entered.size(), 1) << "a preview stays in the list";
    QTest::keyClick(panel.view(), Qt::Key_A);
    QTest::keyClick(panel.view(), Qt::Key_B);
    ASSERT_EQ(asA.size(), 1);
    ASSERT_EQ(asB.size(), 1);
    EXPECT_EQ(asB[0].at(0).toString(), QStringLiteral("/r/d-001-B.split.h5"));
}

}  // namespace
}  // namespace firstsplit::ui
