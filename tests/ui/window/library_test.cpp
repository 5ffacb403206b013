#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <future>

#include "core/settings/settings.h"
#include "tests/ui/window/fake_library.h"
#include "ui/library/library_panel.h"
#include "ui/library/library_view.h"
#include "ui/models/library_model.h"
#include "ui/models/library_scanner.h"
#include "ui/models/run_library.h"

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

QStringList pathsOf(RunLibrary& library) {
    QStringList all;
    for (const RunEntry& run : library.runs()) all << run.path;
    return all;
}

/// What a person reads from top to bottom: "group/day/run".
QStringList shown(const LibraryModel& model) {
    QStringList lines;
    for (int g = 0; g < model.rowCount(); ++g) {
        const QModelIndex group = model.index(g, 0);
        for (int d = 0; d < model.rowCount(group); ++d) {
            const QModelIndex day = model.index(d, 0, group);
            for (int r = 0; r < model.rowCount(day); ++r)
                lines << QStringList{group.data().toString().section(u' ', 0, 0), day.data().toString(),
                                     model.index(r, 0, day).data(LibraryModel::PathRole).toString()}
                             .join(u'|');
        }
    }
    return lines;
}

QString cell(const LibraryModel& model, const char* path, LibraryModel::Column column) {
    return model.indexOf(QString::fromLatin1(path))
        .siblingAtColumn(model.sectionOf(column))
        .data()
        .toString();
}

QStringList headers(const LibraryModel& model) {
    QStringList titles;
    for (int section = 0; section < model.columnCount(); ++section)
        titles << model.headerData(section, Qt::Horizontal).toString();
    return titles;
}

void settle(const RunLibrary& library) {
    QSignalSpy changed(&library, &RunLibrary::runsChanged);
    ASSERT_TRUE(changed.wait());
}

PairRow splitAt(const char* a, const char* b, qint64 step) {
    PairRow row{.fileA = QString::fromLatin1(a), .fileB = QString::fromLatin1(b)};
    row.isCompared = true;
    row.verdict = compare::Verdict::Split;
    row.first = step;
    row.firstKind = QStringLiteral("gradient");
    return row;
}

TEST(RunLibrary, PutsTheTwoOfAPairBelowEachOtherAndTheNewestFirst) {
    RunLibrary library;
    QSignalSpy completed(&library, &RunLibrary::pairCompleted);
    library.addRun(entry("/r/d-001-B.split.h5", 2));
    library.addRun(entry("/r/d-002-A.split.h5", 3));
    library.addRun(entry("/r/lone.split.h5", 5));
    library.addRun(entry("/r/d-002-B.split.h5", 4));
    library.addRun(entry("/r/d-001-A.split.h5", 1));
    EXPECT_EQ(pathsOf(library), (QStringList{"/r/lone.split.h5", "/r/d-002-A.split.h5", "/r/d-002-B.split.h5",
                                             "/r/d-001-A.split.h5", "/r/d-001-B.split.h5"}));
    ASSERT_EQ(completed.size(), 2);
    EXPECT_EQ(completed.back().at(0).toString(), QStringLiteral("/r/d-001-A.split.h5"));
    EXPECT_EQ(completed.back().at(1).toString(), QStringLiteral("/r/d-001-B.split.h5"));
    EXPECT_EQ(library.partnerOf(QStringLiteral("/r/lone.split.h5")), QString());
    library.removeRun(QStringLiteral("/r/d-002-A.split.h5"));
    EXPECT_EQ(library.partnerOf(QStringLiteral("/r/d-002-B.split.h5")), QString());
    EXPECT_EQ(pathsOf(library).size(), 4);
    EXPECT_NE(library.find(QStringLiteral("/r/lone.split.h5")), nullptr);
}

TEST(RunLibrary, FindsTheRepeatsOfAPair) {
    RunLibrary library;
    for (const char* path :
         {"/r/d-001-A.split.h5", "/r/d-001-B.split.h5", "/r/d-002-A.split.h5", "/r/d-002-B.split.h5"})
        library.addRun(entry(path, 1, {{"threads", "2"}}));
    for (const char* path : {"/r/d-003-A.split.h5", "/r/d-003-B.split.h5"})
        library.addRun(entry(path, 2, {{"threads", "1"}}));
    const auto repeats =
        library.repeatsOf(QStringLiteral("/r/d-002-A.split.h5"), QStringLiteral("/r/d-002-B.split.h5"));
    ASSERT_EQ(repeats.size(), 2u) << "another number of threads is another experiment";
    EXPECT_EQ(repeats[0].first, QStringLiteral("/r/d-001-A.split.h5"));
}

TEST(RunLibrary, ProposesThePairThenTheSameSeedThenTheSameExperiment) {
    RunLibrary library;
    library.addRun(entry("/r/d-001-A.split.h5", 1, {{"seed", "0"}}));
    library.addRun(entry("/r/d-001-B.split.h5", 2, {{"seed", "0"}}));
    library.addRun(entry("/r/other-seed.split.h5", 9, {{"seed", "7"}}));
    library.addRun(entry("/r/same-seed.split.h5", 3, {{"seed", "0"}}));
    RunEntry elsewhere = entry("/r/elsewhere.split.h5", 10, {{"seed", "0"}});
    elsewhere.experiment = QStringLiteral("digits-cnn");
    library.addRun(elsewhere);
    EXPECT_EQ(library.likelyPartnersOf(QStringLiteral("/r/d-001-A.split.h5")),
              (QStringList{"/r/d-001-B.split.h5", "/r/same-seed.split.h5", "/r/other-seed.split.h5"}));
    EXPECT_TRUE(library.likelyPartnersOf(QStringLiteral("/r/elsewhere.split.h5")).isEmpty());
}

TEST(LibraryModel, GroupsByExperimentThenByDay) {
    RunLibrary library;
    LibraryModel model(&library);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    RunEntry cnn = entry("/r/c.split.h5", 2);
    cnn.experiment = QStringLiteral("digits-cnn");
    RunEntry command = entry("/r/e.split.h5", 1);
    command.experiment.clear();
    command.commandLine = QStringLiteral("train.py");
    RunEntry yesterday = entry("/r/y.split.h5", 3);
    yesterday.started = yesterday.started.addDays(-1);
    for (const RunEntry& run :
         {entry("/r/d-001-A.split.h5", 4), entry("/r/d-001-B.split.h5", 5), cnn, command, yesterday})
        library.addRun(run);
    settle(library);
    EXPECT_EQ(shown(model),
              (QStringList{"digits-embedding|2026-01-01|/r/d-001-A.split.h5",
                           "digits-embedding|2026-01-01|/r/d-001-B.split.h5",
                           "digits-embedding|2025-12-31|/r/y.split.h5", "digits-cnn|2026-01-01|/r/c.split.h5",
                           "train.py|2026-01-01|/r/e.split.h5"}));
    const auto positionOf = [&](const char* path) {
        return model.indexOf(QString::fromLatin1(path)).data(LibraryModel::PairPositionRole).toInt();
    };
    EXPECT_EQ(positionOf("/r/d-001-A.split.h5"), static_cast<int>(PairPosition::First));
    EXPECT_EQ(positionOf("/r/d-001-B.split.h5"), static_cast<int>(PairPosition::Second));
    EXPECT_EQ(positionOf("/r/c.split.h5"), static_cast<int>(PairPosition::None));
}

TEST(LibraryModel, HasAColumnForASettingOnlyWhileRunsOfOneExperimentDifferInIt) {
    RunLibrary library;
    LibraryModel model(&library);
    const QStringList plain{"", "Run", "First split", "Steps", "End", "Date", "Note"};
    library.addRun(entry("/r/a.split.h5", 1, {{"threads", "2"}, {"seed", "0"}}));
    RunEntry elsewhere = entry("/r/c.split.h5", 2, {{"threads", "8"}, {"seed", "0"}});
    elsewhere.experiment = QStringLiteral("digits-cnn");
    library.addRun(elsewhere);
    settle(library);
    EXPECT_EQ(headers(model), plain) << "another experiment is no difference to learn from";
    library.addRun(entry("/r/b.split.h5", 3, {{"threads", "1"}, {"seed", "0"}}));
    settle(library);
    QStringList withThreads = plain;
    withThreads.insert(3, QStringLiteral("threads"));
    EXPECT_EQ(headers(model), withThreads);
    EXPECT_EQ(cell(model, "/r/b.split.h5", LibraryModel::Column::Setting), QStringLiteral("1"));
    library.removeRun(QStringLiteral("/r/b.split.h5"));
    settle(library);
    EXPECT_EQ(headers(model), plain);
}

TEST(LibraryModel, APresetIsOneColumnAndNotTen) {
    RunLibrary library;
    LibraryModel model(&library);
    const auto of = [](const char* preset) {
        std::map<std::string, std::string> values = settings::presetNamed(preset)->values;
        values["threads"] = "2";
        return values;
    };
    RunEntry strict = entry("/r/a.split.h5", 1, of("deterministic"));
    strict.preset = QStringLiteral("deterministic");
    library.addRun(strict);
    library.addRun(entry("/r/b.split.h5", 2, of("seeds")));
    settle(library);
    EXPECT_EQ(headers(model).mid(3, 2), (QStringList{"preset", "Steps"}))
        << headers(model).join(u',').toStdString();
}

TEST(LibraryModel, ABaselineIsWhatEveryRowIsHeldAgainst) {
    RunLibrary library;
    LibraryModel model(&library);
    using Column = LibraryModel::Column;
    for (const char* path : {"/r/d-001-A.split.h5", "/r/d-001-B.split.h5", "/r/x.split.h5"})
        library.addRun(entry(path, 1));
    library.setSummary(splitAt("/r/d-001-A.split.h5", "/r/d-001-B.split.h5", 3));
    library.setSummary(splitAt("/r/x.split.h5", "/r/d-001-B.split.h5", 8));
    settle(library);
    EXPECT_EQ(cell(model, "/r/d-001-A.split.h5", Column::FirstSplit), QStringLiteral("3 gradient"));
    EXPECT_EQ(cell(model, "/r/d-001-B.split.h5", Column::FirstSplit), QString()) << "said once a pair";
    EXPECT_EQ(cell(model, "/r/d-001-A.split.h5", Column::Sign), QStringLiteral("≠"));
    library.pinBaseline(QStringLiteral("/r/x.split.h5"));
    settle(library);
    EXPECT_EQ(cell(model, "/r/x.split.h5", Column::FirstSplit), QStringLiteral("baseline"));
    EXPECT_EQ(cell(model, "/r/d-001-B.split.h5", Column::FirstSplit), QStringLiteral("8 gradient"));
    EXPECT_EQ(cell(model, "/r/d-001-A.split.h5", Column::FirstSplit), QStringLiteral("…"));
    EXPECT_EQ(cell(model, "/r/d-001-A.split.h5", Column::Sign), QString())
        << "its pair's sign is not this one's";
    library.pinBaseline({});
    settle(library);
    EXPECT_EQ(cell(model, "/r/d-001-A.split.h5", Column::FirstSplit), QStringLiteral("3 gradient"));
}

TEST(LibraryModel, ANameIsEditedInPlaceAndTheRecordedOneComesBackWhenItIsEmptied) {
    RunLibrary library;
    LibraryModel model(&library);
    RunEntry run = entry("/r/a.split.h5", 1);
    run.name = QStringLiteral("digits-embedding-seeds-001 A");
    library.addRun(run);
    settle(library);
    QSignalSpy edited(&library, &RunLibrary::noteEdited);
    const auto at = [&](LibraryModel::Column column) {
        return model.indexOf(run.path).siblingAtColumn(model.sectionOf(column));
    };
    const auto name = LibraryModel::Column::Name, note = LibraryModel::Column::Note;
    EXPECT_EQ(at(name).data().toString(), QStringLiteral("seeds-001 A")) << "the heading says the rest";
    EXPECT_TRUE(model.setData(at(name), QStringLiteral("  the slow one ")));
    EXPECT_TRUE(model.setData(at(note), QStringLiteral("2× batch")));
    EXPECT_EQ(library.find(run.path)->label(), QStringLiteral("the slow one"));
    ASSERT_EQ(edited.size(), 2);
    EXPECT_EQ(edited[1].at(1).value<launch::RunNote>(),
              (launch::RunNote{QStringLiteral("the slow one"), QStringLiteral("2× batch")}));
    EXPECT_TRUE(model.setData(at(name), QString()));
    EXPECT_EQ(library.find(run.path)->label(), run.name);
    EXPECT_FALSE(model.setData(at(LibraryModel::Column::Steps), 3));
}

TEST(LibraryModel, WhileACellIsEditedNothingMoves) {
    RunLibrary library;
    LibraryModel model(&library);
    library.addRun(entry("/r/a.split.h5", 1));
    settle(library);
    model.setHeld(true);
    library.addRun(entry("/r/b.split.h5", 2));
    settle(library);
    EXPECT_EQ(model.shownRuns(), 1);
    model.setHeld(false);
    EXPECT_EQ(model.shownRuns(), 2);
}

TEST(LibraryModel, AFilterKeepsAPairTogether) {
    RunLibrary library;
    LibraryModel model(&library);
    RunEntry first = entry("/r/d-001-A.split.h5", 1);
    first.note.note = QStringLiteral("odd loss");
    for (const RunEntry& run : {first, entry("/r/d-001-B.split.h5", 2), entry("/r/c.split.h5", 3)})
        library.addRun(run);
    settle(library);
    model.setFilter(QStringLiteral("ODD"));
    EXPECT_EQ(model.shownRuns(), 2);
    EXPECT_FALSE(model.indexOf(QStringLiteral("/r/c.split.h5")).isValid());
    model.setFilter({});
    EXPECT_EQ(model.shownRuns(), 3);
}

TEST(LibraryModel, ARunWhoseFolderIsGoneIsKeptAndGrey) {
    RunLibrary library;
    LibraryModel model(&library);
    library.addRun(entry("/r/a.split.h5", 1));
    library.setMissing(QStringLiteral("/r/a.split.h5"), true);
    settle(library);
    EXPECT_EQ(cell(model, "/r/a.split.h5", LibraryModel::Column::End), QStringLiteral("missing"));
    const QModelIndex name = model.indexOf(QStringLiteral("/r/a.split.h5")).siblingAtColumn(1);
    EXPECT_TRUE(name.data(Qt::ForegroundRole).isValid());
    EXPECT_FALSE(name.flags() & Qt::ItemIsEditable);
    library.setMissing(QStringLiteral("/r/a.split.h5"), false);
    settle(library);
    EXPECT_EQ(cell(model, "/r/a.split.h5", LibraryModel::Column::End), QStringLiteral("finished"));
}

TEST(LibraryModel, ADamagedFileSaysSo) {
    RunLibrary library;
    LibraryModel model(&library);
    RunEntry damaged;
    damaged.path = QStringLiteral("/r/x.split.h5");
    damaged.error = QStringLiteral("/r/x.split.h5 is not a run file: …");
    library.addRun(damaged);
    settle(library);
    EXPECT_EQ(cell(model, "/r/x.split.h5", LibraryModel::Column::End), QStringLiteral("cannot be read"));
    EXPECT_EQ(model.indexOf(damaged.path).data(Qt::ToolTipRole).toString(), damaged.error);
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return vanished.size() == 1; }));
    EXPECT_EQ(vanished[0].at(0).toString(), folder.filePath("d-001-A.split.h5"));
}

TEST(LibraryScanner, FollowsARunThatGrows) {
    QTemporaryDir folder;
    const QString path = folder.filePath("d-001-A.split.part");
    const auto grow = [&path](int bytes) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(bytes, 'x'));
        ASSERT_TRUE(
            file.setFileTime(QDateTime::currentDateTime().addSecs(bytes), QFileDevice::FileModificationTime));
    };
    grow(1);
    testing::FakeLibrary fakes;
    const auto record = [&](int steps, record::EndState end) {
        testing::FakeRun run(steps);
        run.information.end = end;
        fakes.add(path.toStdString(), run);
    };
    record(5, record::EndState::Running);
    IoThread io;
    LibraryScanner scanner(io, fakes.opener());
    scanner.setGrowthInterval(20);
    QSignalSpy read(&scanner, &LibraryScanner::runRead);
    scanner.addFiles({path});
    ASSERT_TRUE(QTest::qWaitFor([&] { return read.size() == 1; }));
    QTest::qWait(60);
    EXPECT_EQ(read.size(), 1) << "it has not grown";
    std::promise<void> written;
    io.post(IoThread::Urgency::Inspect, [&] {
        record(9, record::EndState::Running);
        grow(2);
        written.set_value();
    });
    written.get_future().wait();
    ASSERT_TRUE(QTest::qWaitFor([&] { return read.size() == 2; }));
    EXPECT_EQ(read[1].at(0).value<RunEntry>().steps, 9);
}

TEST(LibraryScanner, KeepsTheRunsOfAFolderThatIsGone) {
    QTemporaryDir around;
    const QString disk = around.filePath("disk"), away = around.filePath("away");
    ASSERT_TRUE(QDir().mkdir(disk));
    QFile file(disk + QStringLiteral("/d-001-A.split.h5"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    testing::FakeLibrary fakes;
    IoThread io;
    LibraryScanner scanner(io, fakes.opener());
    QSignalSpy read(&scanner, &LibraryScanner::runRead);
    QSignalSpy vanished(&scanner, &LibraryScanner::runVanished);
    QSignalSpy missing(&scanner, &LibraryScanner::runMissing);
    scanner.addFolder(disk);
    ASSERT_TRUE(QTest::qWaitFor([&] { return read.size() == 1; }));
    ASSERT_TRUE(QDir().rename(disk, away));
    scanner.rescan();
    ASSERT_TRUE(QTest::qWaitFor([&] { return missing.size() == 1; }));
    EXPECT_TRUE(missing[0].at(1).toBool());
    ASSERT_TRUE(QDir().rename(away, disk));
    scanner.rescan();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !missing.back().at(1).toBool(); }));
    EXPECT_TRUE(vanished.isEmpty());
}

TEST(LibraryScanner, ReadsAndSavesWhatWasWrittenAboutARun) {
    QTemporaryDir folder;
    const QString path = folder.filePath("d-001-A.split.h5");
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_TRUE(launch::writeNote(path, {QStringLiteral("mine"), {}}));
    testing::FakeLibrary fakes;
    fakes.add(path.toStdString(), testing::FakeRun(20));
    IoThread io;
    LibraryScanner scanner(io, fakes.opener());
    QSignalSpy read(&scanner, &LibraryScanner::runRead);
    QSignalSpy failed(&scanner, &LibraryScanner::noteFailed);
    scanner.addFiles({path});
    ASSERT_TRUE(QTest::qWaitFor([&] { return read.size() == 1; }));
    EXPECT_EQ(read[0].at(0).value<RunEntry>().label(), QStringLiteral("mine"));
    scanner.saveNote(path, {QStringLiteral("yours"), {}});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return launch::readNote(path).value().name == QStringLiteral("yours"); }));
    EXPECT_TRUE(failed.isEmpty());
    scanner.saveNote(QStringLiteral("/no/such/folder/x.split.h5"), {QStringLiteral("x"), {}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.size() == 1; }));
}

TEST(LibraryScanner, AComparisonThatNobodyWaitsForGivesWay) {
    auto fakes = testing::libraryOfPair();
    IoThread io;
    QStringList order;  // written on the I/O thread alone
    fakes.beforeOpen = [&](const std::string&) {
        if (order.isEmpty()) io.post(IoThread::Urgency::Load, [&] { order << QStringLiteral("asked for"); });
        order << QStringLiteral("opened");
    };
    LibraryScanner scanner(io, fakes.opener());
    QSignalSpy summarised(&scanner, &LibraryScanner::summarised);
    scanner.summarise(QString::fromStdString(testing::pathA), QString::fromStdString(testing::pathB), false);
    ASSERT_TRUE(summarised.wait());
    EXPECT_EQ(order, (QStringList{"opened", "opened", "asked for", "opened", "opened"}));
    EXPECT_EQ(summarised[0].at(0).value<PairRow>().verdict, compare::Verdict::Split);
}

TEST(LibraryScanner, AnotherBaselineDropsWhatWasAskedBefore) {
    auto fakes = testing::libraryOfPair();
    const QString a = QString::fromStdString(testing::pathA), b = QString::fromStdString(testing::pathB);
    IoThread io;
    LibraryScanner scanner(io, fakes.opener());
    QSignalSpy summarised(&scanner, &LibraryScanner::summarised);
    std::promise<void> open;
    std::shared_future<void> gate = open.get_future().share();
    io.post(IoThread::Urgency::Inspect, [gate] { gate.wait(); });
    scanner.holdAgainst(a, {b});
    scanner.holdAgainst(b, {a});
    open.set_value();
    ASSERT_TRUE(summarised.wait());
    QTest::qWait(50);
    ASSERT_EQ(summarised.size(), 1);
    EXPECT_EQ(summarised[0].at(0).value<PairRow>().fileA, b);
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

struct LibraryPanelTest : ::testing::Test {
    RunLibrary library;
    LibraryPanel panel{&library};
    QSignalSpy chosen{&panel, &LibraryPanel::pairChosen};

    void show(const QList<RunEntry>& runs) {
        for (const RunEntry& run : runs) library.addRun(run);
        settle(library);
        panel.resize(500, 300);
        panel.show();
    }
    QStringList offered(const char* path) {
        QStringList texts;
        for (const QAction* action : panel.menuFor(QString::fromLatin1(path))->actions())
            texts << action->text();
        return texts;
    }
    void select(std::initializer_list<const char*> paths) {
        panel.view()->clearSelection();
        for (const char* path : paths) {
            const QModelIndex row = panel.model()->indexOf(QString::fromLatin1(path));
            panel.view()->selectionModel()->setCurrentIndex(
                row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
};

TEST_F(LibraryPanelTest, OffersToRecoverAJournalThatWasLeftBehind) {
    RunEntry left = entry("/r/left.split.part", 1), growing = entry("/r/growing.split.part", 2);
    left.end = record::EndState::Unknown;
    growing.end = record::EndState::Running;
    show({left, growing, entry("/r/whole.split.h5", 3)});
    const QString recover = QStringLiteral("Recover");
    EXPECT_TRUE(offered("/r/left.split.part").contains(recover));
    EXPECT_FALSE(offered("/r/growing.split.part").contains(recover)) << "it is still being written";
    EXPECT_FALSE(offered("/r/whole.split.h5").contains(recover));
}

TEST_F(LibraryPanelTest, ReturnOpensAPairAndTheKeysPlaceARun) {
    show({entry("/r/d-001-A.split.h5", 1), entry("/r/d-001-B.split.h5", 2)});
    QSignalSpy entered(&panel, &LibraryPanel::entered);
    QSignalSpy asA(&panel, &LibraryPanel::placedAsA);
    QSignalSpy asB(&panel, &LibraryPanel::placedAsB);
    select({"/r/d-001-B.split.h5"});
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

TEST_F(LibraryPanelTest, TwoSelectedRowsAndReturnCompareThemTheUpperOneAsA) {
    show({entry("/r/x.split.h5", 9), entry("/r/y.split.h5", 5), entry("/r/z.split.h5", 1)});
    select({"/r/z.split.h5", "/r/x.split.h5"});
    EXPECT_TRUE(offered("/r/z.split.h5").contains(QStringLiteral("Compare these two")));
    QTest::keyClick(panel.view(), Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0].at(0).toString(), QStringLiteral("/r/x.split.h5"));
    EXPECT_EQ(chosen[0].at(1).toString(), QStringLiteral("/r/z.split.h5"));
}

TEST_F(LibraryPanelTest, ThreeSelectedRowsAreOpenedTogether) {
    show({entry("/r/x.split.h5", 9), entry("/r/y.split.h5", 5), entry("/r/z.split.h5", 1)});
    QSignalSpy many(&panel, &LibraryPanel::manyChosen);
    select({"/r/z.split.h5", "/r/x.split.h5", "/r/y.split.h5"});
    QTest::keyClick(panel.view(), Qt::Key_Return);
    ASSERT_EQ(many.size(), 1);
    EXPECT_EQ(many[0].at(0).toStringList(), (QStringList{"/r/x.split.h5", "/r/y.split.h5", "/r/z.split.h5"}));
    EXPECT_TRUE(chosen.isEmpty());
}

TEST_F(LibraryPanelTest, SelectionAndFoldsOutlastANewRun) {
    RunEntry cnn = entry("/r/c.split.h5", 1);
    cnn.experiment = QStringLiteral("digits-cnn");
    show({entry("/r/x.split.h5", 9), cnn});
    select({"/r/x.split.h5"});
    panel.view()->setExpanded(panel.model()->index(1, 0), false);
    library.addRun(entry("/r/y.split.h5", 20, {{"threads", "1"}}));
    settle(library);
    EXPECT_EQ(panel.view()->currentPath(), QStringLiteral("/r/x.split.h5"));
    EXPECT_EQ(panel.view()->selectedPaths(), QStringList{"/r/x.split.h5"});
    EXPECT_TRUE(panel.view()->isExpanded(panel.model()->index(0, 0)));
    EXPECT_FALSE(panel.view()->isExpanded(panel.model()->index(1, 0)));
}

TEST_F(LibraryPanelTest, F2RenamesARunInItsPlace) {
    show({entry("/r/x.split.h5", 9)});
    select({"/r/x.split.h5"});
    panel.activateWindow();
    panel.view()->setFocus();
    QTest::keyClick(panel.view(), Qt::Key_F2);
    auto* editor = panel.view()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    QTest::keyClicks(editor, QStringLiteral("ab"));
    EXPECT_TRUE(chosen.isEmpty()) << "letters belong to the editor";
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents();
    EXPECT_TRUE(chosen.isEmpty()) << "so does the Return that ends it";
    EXPECT_EQ(library.find(QStringLiteral("/r/x.split.h5"))->note.name, QStringLiteral("ab"));
}

TEST_F(LibraryPanelTest, TypingInTheListFilters) {
    show({entry("/r/x.split.h5", 9), entry("/r/y.split.h5", 5)});
    select({"/r/x.split.h5"});
    panel.activateWindow();
    panel.view()->setFocus();
    QTest::keyClick(panel.view(), Qt::Key_Y);
    EXPECT_EQ(panel.model()->shownRuns(), 1);
    EXPECT_TRUE(panel.model()->indexOf(QStringLiteral("/r/y.split.h5")).isValid());
    auto* filter = panel.findChild<QLineEdit*>();
    EXPECT_EQ(panel.focusWidget(), filter) << "the next letter follows";
    filter->clear();
    EXPECT_EQ(panel.model()->shownRuns(), 2);
}

TEST_F(LibraryPanelTest, TheMenuKeyIsAboutTheCurrentRow) {
    show({entry("/r/x.split.h5", 9), entry("/r/y.split.h5", 5)});
    select({"/r/y.split.h5"});
    QSignalSpy wanted(panel.view(), &LibraryView::menuWanted);
    QContextMenuEvent key(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint());
    QCoreApplication::sendEvent(panel.view(), &key);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(panel.view()->indexAt(wanted[0].at(0).toPoint()).data(LibraryModel::PathRole).toString(),
              QStringLiteral("/r/y.split.h5"));
    if (QWidget* menu = QApplication::activePopupWidget()) menu->close();
}

TEST_F(LibraryPanelTest, PinsABaselineAndLetsItGo) {
    show({entry("/r/x.split.h5", 9), entry("/r/y.split.h5", 5)});
    const auto trigger = [&](const char* path, const QString& text) {
        for (QAction* action : panel.menuFor(QString::fromLatin1(path))->actions())
            if (action->text() == text) return action->trigger();
        FAIL() << text.toStdString();
    };
    trigger("/r/x.split.h5", QStringLiteral("Pin as baseline"));
    EXPECT_EQ(library.baseline(), QStringLiteral("/r/x.split.h5"));
    trigger("/r/y.split.h5", QStringLiteral("Compare with the baseline"));
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0].at(0).toString(), QStringLiteral("/r/x.split.h5"));
    trigger("/r/x.split.h5", QStringLiteral("Unpin the baseline"));
    EXPECT_TRUE(library.baseline().isEmpty());
}

}  // namespace
}  // namespace firstsplit::ui
