#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QListWidget>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include "core/journal/journal_writer.h"
#include "tests/ui/window/fake_library.h"
#include "ui/inspector/step_panel.h"
#include "ui/inspector/step_values.h"
#include "ui/library/library_panel.h"
#include "ui/models/tensor_model.h"
#include "ui/plots/plot_stack.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/partner_list.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/run_combo.h"
#include "ui/window/main_window.h"
#include "ui/window/step_navigator.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_toolbar.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {
namespace {

using testing::FakeLibrary;
using testing::libraryOfPair;

const QString a = QString::fromStdString(testing::pathA);
const QString b = QString::fromStdString(testing::pathB);

struct WindowTest : ::testing::Test {
    FakeLibrary library = libraryOfPair();
    MainWindow window{library.opener()};

    void SetUp() override {
        window.resize(1600, 1000);
        window.show();
        window.activateWindow();
        QCoreApplication::processEvents();
    }
    void open(const QStringList& files) {
        QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
        window.openFiles(files);
        ASSERT_TRUE(finished.wait());
        QCoreApplication::processEvents();
    }
    QString verdict() { return window.centre()->verdictBar()->verdict().sentence; }
    PlotStack* plots() { return window.centre()->plots(); }
};

TEST_F(WindowTest, StartsOnTheFirstPage) {
    EXPECT_TRUE(window.centre()->isOnFirstPage());
    EXPECT_FALSE((*window.actionTable())[WindowActions::NextDifference]->isEnabled());
    EXPECT_FALSE((*window.actionTable())[WindowActions::Swap]->isEnabled());
}

TEST_F(WindowTest, OpensAPairAtItsSplit) {
    open({a, b});
    EXPECT_FALSE(window.centre()->isOnFirstPage());
    EXPECT_TRUE(verdict().startsWith(QStringLiteral("Split at step 3"))) << verdict().toStdString();
    EXPECT_EQ(plots()->cursorStep(), 3);
    EXPECT_EQ(window.toolBar()->stepBox()->value(), 3);
    EXPECT_EQ(window.toolBar()->comboA()->currentData().toString(), a);
    EXPECT_EQ(window.toolBar()->comboB()->currentData().toString(), b);
}

TEST_F(WindowTest, OneRunWaitsForAPartnerAndGetsIt) {
    open({a});
    EXPECT_TRUE(verdict().contains(QStringLiteral("choose a second one")));
    open({b});
    EXPECT_TRUE(verdict().startsWith(QStringLiteral("Split at step 3")));
}

TEST_F(WindowTest, ASingleRunIsOfferedItsPartner) {
    open({b});
    window.workspace()->library()->addRun([] {
        RunEntry run;
        run.path = a;
        return run;
    }());
    window.workspace()->library()->addRun([] {
        RunEntry run;
        run.path = b;
        return run;
    }());
    const auto isOffered = [&] {
        return window.centre()->verdictBar()->verdict().next.contains(NextStep::OpenPartner);
    };
    ASSERT_TRUE(QTest::qWaitFor(isOffered));
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    emit window.centre()->verdictBar()->nextChosen(NextStep::OpenPartner);
    ASSERT_TRUE(finished.wait());
    EXPECT_EQ(window.workspace()->pathA(), a) << "each on its own side";
    EXPECT_EQ(window.workspace()->pathB(), b);
}

TEST_F(WindowTest, ASingleRunListsTheRunsToCompareItWithAndAClickOpensOne) {
    open({a});
    for (const QString& path : {a, b}) {
        RunEntry run;
        run.path = path;
        run.experiment = QStringLiteral("digits");
        window.workspace()->library()->addRun(run);
    }
    QListWidget* list = window.centre()->partners()->list();
    ASSERT_TRUE(QTest::qWaitFor([&] { return list->isVisible(); }));
    ASSERT_EQ(list->count(), 1);
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
    ASSERT_TRUE(finished.wait());
    EXPECT_EQ(window.workspace()->pathB(), b);
    EXPECT_FALSE(list->isVisible()) << "of a pair there is nothing to choose";
}

TEST_F(WindowTest, AThirdRunStandsBesideTheTwoAndCanTakeThePlaceOfB) {
    const QString c = QStringLiteral("/runs/digits-002-A.split.h5");
    library.add(c.toStdString(), testing::FakeRun(20));
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    QSignalSpy read(window.workspace()->loader(), &ComparisonLoader::othersRead);
    window.workspace()->placeMany({a, b, c});
    ASSERT_TRUE(finished.wait());
    ASSERT_TRUE(!read.isEmpty() || read.wait());
    EXPECT_EQ(window.workspace()->pathB(), b);
    const auto others = read.back().at(0).value<std::vector<OtherRun>>();
    ASSERT_EQ(others.size(), 1u);
    EXPECT_EQ(others[0].loss.size(), 21u);
    window.workspace()->placeB(c);
    ASSERT_TRUE(finished.wait());
    EXPECT_EQ(window.workspace()->pathB(), c);
    EXPECT_EQ(window.workspace()->others(), QStringList{b}) << "the two changed places";
    window.workspace()->place(a, b);
    EXPECT_TRUE(window.workspace()->others().isEmpty());
}

TEST_F(WindowTest, RunsThatCannotBeComparedListTheLikelyPartnersOfA) {
    testing::FakeRun other(20);
    for (const Kind kind : {Kind::Gradient, Kind::Optimizer, Kind::Weight, Kind::Batch, Kind::RandomState})
        other.clear(kind);
    other.add(Kind::Weight, "elsewhere", {3});
    other.leaveOut(Kind::Loss);
    const QString c = QStringLiteral("/runs/other-001-A.split.h5");
    library.add(c.toStdString(), other);
    QSignalSpy incomparable(window.workspace(), &Workspace::incomparable);
    window.workspace()->place(a, c);
    ASSERT_TRUE(incomparable.wait());
    for (const QString& path : {a, b}) {
        RunEntry run;
        run.path = path;
        window.workspace()->library()->addRun(run);
    }
    QListWidget* list = window.centre()->partners()->list();
    ASSERT_TRUE(QTest::qWaitFor([&] { return list->isVisible(); }));
    EXPECT_EQ(list->item(0)->data(Qt::UserRole).toString(), b);
}

TEST_F(WindowTest, FoldersThatWereOpenedAreListedAgainAtTheNextStartUntilForgotten) {
    const QTemporaryDir folder;
    const QString path = folder.filePath("later-001-A.split.h5");
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    library.add(path.toStdString(), testing::FakeRun(20));
    open({path});
    {
        MainWindow next{library.opener()};
        EXPECT_TRUE(QTest::qWaitFor([&] { return next.workspace()->library()->find(path) != nullptr; }));
        emit next.findChild<LibraryPanel*>()->forgetChosen(folder.path());
        EXPECT_EQ(next.workspace()->library()->find(path), nullptr);
        EXPECT_TRUE(QFile::exists(path)) << "no file is touched";
    }
    MainWindow last{library.opener()};
    QTest::qWait(80);
    EXPECT_EQ(last.workspace()->library()->find(path), nullptr);
}

TEST_F(WindowTest, ABaselineStaysPinnedFromOneStartToTheNext) {
    window.workspace()->library()->pinBaseline(b);
    {
        MainWindow next{library.opener()};
        EXPECT_EQ(next.workspace()->library()->baseline(), b);
        next.workspace()->library()->pinBaseline({});
    }
    MainWindow last{library.opener()};
    EXPECT_TRUE(last.workspace()->library()->baseline().isEmpty());
}

TEST_F(WindowTest, ABaselineIsComparedWithEveryRunThatIsKnownAndThatCame) {
    RunLibrary* runs = window.workspace()->library();
    for (const QString& path : {a, b}) {
        RunEntry run;
        run.path = path;
        runs->addRun(run);
    }
    runs->pinBaseline(b);
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs->summaryOf(b, a) != nullptr; }));
    EXPECT_EQ(runs->summaryOf(b, a)->first, 3);
    const QString c = QStringLiteral("/runs/digits-002-A.split.h5");
    library.add(c.toStdString(), testing::FakeRun(20));
    RunEntry later;
    later.path = c;
    runs->addRun(later);
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs->summaryOf(b, c) != nullptr; }));
    runs->pinBaseline({});
}

TEST_F(WindowTest, F7WalksTheEventsAndDoesNotWrap) {
    open({a, b});
    const auto& events = window.workspace()->events();
    ASSERT_GE(events.count(), 3);
    (*window.actionTable())[WindowActions::FirstStep]->trigger();
    EXPECT_EQ(plots()->cursorStep(), 0);
    std::vector<qint64> visited;
    for (int i = 0; i < events.count(); ++i) {
        QTest::keyClick(&window, Qt::Key_F7);
        visited.push_back(plots()->cursorStep());
    }
    EXPECT_TRUE(std::is_sorted(visited.begin(), visited.end()));
    EXPECT_EQ(std::set<qint64>(visited.begin(), visited.end()).size(), visited.size()) << "each press moves";
    EXPECT_EQ(visited.back(), *events.last());
    QTest::keyClick(&window, Qt::Key_F7);
    EXPECT_EQ(plots()->cursorStep(), *events.last());
    EXPECT_EQ(window.statusBar()->currentMessage(), QStringLiteral("No later difference"));
    QTest::keyClick(&window, Qt::Key_F7, Qt::ShiftModifier);
    EXPECT_LT(plots()->cursorStep(), *events.last());
}

TEST_F(WindowTest, ArrowsMoveTheCursorOnlyWhileThePlotsHaveTheFocus) {
    open({a, b});
    plots()->setFocus();
    window.navigator()->goTo(5);
    QTest::keyClick(plots(), Qt::Key_Right);
    EXPECT_EQ(plots()->cursorStep(), 6);
    QTest::keyClick(plots(), Qt::Key_End);
    EXPECT_EQ(plots()->cursorStep(), 19);
    QTest::keyClick(plots(), Qt::Key_Right);
    EXPECT_EQ(plots()->cursorStep(), 19);
    QTest::keyClick(plots(), Qt::Key_Home);
    EXPECT_EQ(plots()->cursorStep(), 0);
    QTest::keyClick(plots(), Qt::Key_Space);
    EXPECT_EQ(plots()->secondCursorStep(), 0);
    QTest::keyClick(plots(), Qt::Key_Space, Qt::ShiftModifier);
    EXPECT_EQ(plots()->secondCursorStep(), std::nullopt);

    window.toolBar()->stepBox()->setFocus();
    QTest::keyClick(window.toolBar()->stepBox(), Qt::Key_Home);
    QTest::keyClick(window.toolBar()->stepBox(), Qt::Key_Right);
    EXPECT_EQ(plots()->cursorStep(), 0) << "in a field the arrow moves the text cursor";
}

TEST_F(WindowTest, AltDownIsLeftToAComboBoxThatHasTheFocus) {
    open({a, b});
    window.navigator()->goTo(0);
    QComboBox* combo = window.toolBar()->comboA();
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(plots()->cursorStep(), 0);
    combo->hidePopup();
    plots()->setFocus();
    QTest::keyClick(plots(), Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(plots()->cursorStep(), 3);
}

TEST_F(WindowTest, ARightClickOnAPlotOffersItsTable) {
    open({a, b});
    QStringList offered;
    const auto takeMenu = [&offered] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu) return;
        for (const QAction* action : menu->actions()) offered << action->text();
        menu->close();
    };
    const QWidget* canvas = plots()->findChild<QCustomPlot*>();
    ASSERT_TRUE(canvas && canvas->isVisible());
    // Through the window, as the system sends it: a widget that takes the press would hide a fault.
    const QPoint middle = canvas->mapTo(&window, canvas->rect().center());
    QTimer::singleShot(200, &window, takeMenu);
    QTest::mouseClick(window.windowHandle(), Qt::RightButton, {}, middle);
    QTest::qWait(400);
    EXPECT_TRUE(offered.contains(QStringLiteral("Show as table"))) << offered.join(u',').toStdString();
}

TEST_F(WindowTest, TheStepFieldMovesTheCursor) {
    open({a, b});
    window.toolBar()->stepBox()->setValue(12);
    EXPECT_EQ(plots()->cursorStep(), 12);
}

TEST_F(WindowTest, SwapExchangesAAndBEverywhere) {
    open({a, b});
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    (*window.actionTable())[WindowActions::Swap]->trigger();
    ASSERT_TRUE(finished.wait());
    EXPECT_EQ(window.toolBar()->comboA()->currentData().toString(), b);
    EXPECT_EQ(window.toolBar()->comboB()->currentData().toString(), a);
    EXPECT_EQ(window.workspace()->loaded()->comparison->a.file, testing::pathB);
    EXPECT_EQ(window.workspace()->loaded()->comparison->b.file, testing::pathA);
}

TEST_F(WindowTest, AFileThatCannotBeReadLeavesThePictureAndSaysWhy) {
    open({a, b});
    const QString before = verdict();
    QSignalSpy failed(window.workspace(), &Workspace::failed);
    window.openFiles({a, QStringLiteral("/runs/none.split.h5")});
    ASSERT_TRUE(failed.wait());
    EXPECT_EQ(verdict(), before);
    EXPECT_TRUE(window.centre()->messages()->isVisible());
    EXPECT_TRUE(window.centre()->messages()->message().contains(QStringLiteral("no such file")));
    EXPECT_EQ(window.toolBar()->comboB()->currentData().toString(), b)
        << "the names are those of the picture";
}

TEST_F(WindowTest, DroppedFilesAreOpened) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(a), QUrl::fromLocalFile(b)});
    QDragEnterEvent enter(QPoint(500, 500), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(500, 500), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    QCoreApplication::sendEvent(&window, &drop);
    ASSERT_TRUE(finished.wait());
    EXPECT_TRUE(verdict().startsWith(QStringLiteral("Split at step 3")));
}

TEST_F(WindowTest, TheInspectorFollowsTheCursor) {
    open({a, b});
    QSignalSpy inspected(window.workspace()->loader(), &ComparisonLoader::inspected);
    window.navigator()->goTo(10);
    ASSERT_TRUE(inspected.wait());
    QTest::qWait(30);
    const QStringList loss = window.stepPanel()->values()->textsOf(StepValues::Loss);
    EXPECT_NE(loss[0], loss[1]);
    EXPECT_TRUE(loss[2].contains(QStringLiteral("ULP"))) << loss[2].toStdString();
    EXPECT_EQ(window.stepPanel()->values()->textsOf(StepValues::Batch)[2], QStringLiteral("equal"));
    EXPECT_TRUE(window.stepPanel()->model()->indexOf({Kind::Weight, "hidden.bias"}).isValid());
    EXPECT_FALSE(window.stepPanel()->model()->indexOf({Kind::Weight, "output.bias"}).isValid());
}

TEST_F(WindowTest, CopyTakesTheVerdictUnlessATableHasTheFocus) {
    open({a, b});
    window.centre()->verdictBar()->setFocus();
    (*window.actionTable())[WindowActions::Copy]->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(verdict()));
    window.stepPanel()->model()->setOnlyDifferences(false);
    reinterpret_cast<QWidget*>(window.stepPanel()->view())->setFocus();
    (*window.actionTable())[WindowActions::Copy]->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("Tensor\tSince")))
        << QApplication::clipboard()->text().toStdString();
}

TEST_F(WindowTest, ClosingTheRunsShowsTheFirstPageAgain) {
    open({a, b});
    (*window.actionTable())[WindowActions::CloseRuns]->trigger();
    EXPECT_TRUE(window.centre()->isOnFirstPage());
    EXPECT_EQ(window.toolBar()->comboA()->currentIndex(), -1);
}

TEST_F(WindowTest, HasEveryKeyOfItsTable) {
    QSet<QString> keys;
    for (int id = 0; id < WindowActions::Count; ++id) {
        const QAction* action = (*window.actionTable())[static_cast<WindowActions::Id>(id)];
        ASSERT_NE(action, nullptr);
        for (const QKeySequence& key : action->shortcuts()) {
            EXPECT_FALSE(keys.contains(key.toString())) << key.toString().toStdString() << " is taken twice";
            keys << key.toString();
        }
    }
    for (const char* key :
         {"F7",        "Shift+F7",     "Alt+Down",    "Alt+Up", "Ctrl+Down", "Ctrl+Up", "Alt+Home",
          "Alt+End",   "Left",         "Right",       "PgUp",   "PgDown",    "Home",    "End",
          "Ctrl+G",    "Space",        "Shift+Space", "+",      "-",         "Ctrl+0",  "Alt+Left",
          "Alt+Right", "Ctrl+Return",  "Ctrl+.",      "Ctrl+O", "Ctrl+E",    "Ctrl+F",  "Ctrl+Shift+X",
          "Ctrl+C",    "Ctrl+Shift+C", "Ctrl+1",      "Ctrl+2", "Ctrl+3",    "Ctrl+4",  "F6",
          "Ctrl++",    "Ctrl+-",       "F11",         "F1",     "Ctrl+?"})
        EXPECT_TRUE(keys.contains(QKeySequence(QString::fromLatin1(key)).toString())) << key;
}

/// Journals on disk are read by the program's own reader, from the writer's bytes to the verdict.
TEST(WindowWithFiles, OpensRunsThatWereWritten) {
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, float weightAt2) {
        const std::string path = folder.filePath(name).toStdString();
        journal::Hello hello;
        hello.request.id = name.toStdString();
        hello.request.journal = path;
        hello.request.name = name.toStdString();
        hello.request.experiment = "digits-embedding";
        hello.request.plannedSteps = 4;
        auto writer = journal::JournalWriter::create(path, hello);
        ASSERT_TRUE(writer) << writer.error().message;
        const std::vector<journal::Member> members{
            {Kind::Weight, "table", {2}, fingerprint::ScalarType::Float32, -1},
            {Kind::Loss, "loss", {}, fingerprint::ScalarType::Float32, 0}};
        (*writer)->addMembers(members);
        for (std::int64_t step = -1; step < 4; ++step) {
            const std::vector<float> weight{1, step >= 2 ? weightAt2 : 2};
            const std::vector<std::int64_t> shape{2};
            journal::StepRecord record;
            record.step = step;
            record.fingerprints[indexOf(Kind::Weight)] = {fingerprint::ofTensor(
                fingerprint::ScalarType::Float32, shape, std::as_bytes(std::span(weight)))};
            if (step >= 0)
                record.losses = {
                    {fingerprint::ScalarType::Float32, 0x3f800000u - static_cast<unsigned>(step)}};
            (*writer)->addValues(step, Kind::Weight, 0, std::as_bytes(std::span(weight)));
            std::array<bool, kindCount> keep;
            keep.fill(true);
            (*writer)->addStep(record, keep);
        }
        (*writer)->end("finished");
    };
    write(QStringLiteral("w-001-A.split.part"), 2.0f);
    write(QStringLiteral("w-001-B.split.part"), 2.5f);

    MainWindow window;
    window.resize(1600, 1000);
    window.show();
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    QSignalSpy failed(window.workspace(), &Workspace::failed);
    window.openFiles({folder.filePath("w-001-A.split.part"), folder.filePath("w-001-B.split.part")});
    ASSERT_TRUE(finished.wait()) << (failed.isEmpty() ? std::string()
                                                      : failed[0][0].toString().toStdString());
    EXPECT_TRUE(window.centre()->verdictBar()->verdict().sentence.contains(QStringLiteral("step 2")))
        << window.centre()->verdictBar()->verdict().sentence.toStdString();
    const auto& comparison = *window.workspace()->loaded()->comparison;
    ASSERT_TRUE(comparison.weights);
    EXPECT_EQ(comparison.weights->overall.back().maxAbs, 0.5);
}

}  // namespace
}  // namespace firstsplit::ui
