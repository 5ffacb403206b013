#include <gtest/gtest.h>

#include <QComboBox>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/launch/run_processes.h"
#include "tests/ui/window/fake_library.h"
#include "ui/models/process_list.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/process_bar.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {
namespace {

using testing::FakeLibrary;
using testing::FakeRun;

/// Runs of two processes: the second one splits at step 2, the first at step 5.
struct ProcessesTest : ::testing::Test {
    QTemporaryDir folder;
    FakeLibrary library;

    QString path(const char* name) { return folder.filePath(QString::fromLatin1(name)); }
    void add(const char* name, std::optional<std::int64_t> splitAt = {}) {
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        FakeRun run(20);
        if (splitAt) run.vary(Kind::Gradient, "table", *splitAt);
        library.add(path(name).toStdString(), run);
    }
    void SetUp() override {
        add("x-A.split.h5");
        add("x-A.1.split.h5");
        add("x-B.split.h5", 5);
        add("x-B.1.split.h5", 2);
    }
};

TEST_F(ProcessesTest, AFurtherFileIsOneThatLiesBesideItsFirst) {
    const auto further = launch::furtherFileAt(path("x-A.1.split.h5"));
    ASSERT_TRUE(further);
    EXPECT_EQ(further->first, path("x-A.split.h5"));
    EXPECT_EQ(further->number, 1);
    EXPECT_FALSE(launch::furtherFileAt(path("x-A.split.h5")));
    EXPECT_FALSE(launch::furtherFileAt(path("model.2.split.h5"))) << "no model.split.h5 is there";
}

TEST_F(ProcessesTest, AreComparedRankWithRankAndTheFirstToSplitIsNamed) {
    const ProcessList list = processesOf(library.opener(), path("x-A.1.split.h5"), path("x-B.1.split.h5"));
    ASSERT_EQ(list.processes.size(), 2) << "from whichever process is on screen";
    EXPECT_EQ(list.splitFirst, 1);
    EXPECT_TRUE(list.processes[0].sentence.contains(QStringLiteral("step 5")));
    EXPECT_TRUE(list.processes[1].sentence.contains(QStringLiteral("step 2")));
    EXPECT_TRUE(list.headline().contains(QStringLiteral("process 1 split first")));
}

TEST_F(ProcessesTest, AProcessOfOneRunAloneIsSaid) {
    add("x-A.2.split.h5");
    const ProcessList list = processesOf(library.opener(), path("x-A.split.h5"), path("x-B.split.h5"));
    EXPECT_EQ(list.processes.size(), 2);
    ASSERT_EQ(list.leftOut.size(), 1);
    EXPECT_TRUE(list.leftOut[0].contains(QStringLiteral("Process 2")));
}

TEST_F(ProcessesTest, RunsOfOneProcessHaveNothingToChoose) {
    add("y-A.split.h5");
    add("y-B.split.h5");
    EXPECT_FALSE(processesOf(library.opener(), path("y-A.split.h5"), path("y-B.split.h5")).isWorthShowing());
}

TEST_F(ProcessesTest, TheWindowOpensThemTogetherAndShowsTheChosenOne) {
    MainWindow window(library.opener());
    window.resize(1600, 1000);
    window.show();
    QSignalSpy compared(window.workspace(), &Workspace::processesCompared);
    window.openFiles(
        {path("x-A.split.h5"), path("x-A.1.split.h5"), path("x-B.split.h5"), path("x-B.1.split.h5")});
    ProcessBar* bar = window.centre()->processes();
    ASSERT_TRUE(QTest::qWaitFor([&] { return bar->isVisible(); }));
    EXPECT_EQ(window.workspace()->pathB(), path("x-B.split.h5")) << "two runs, not two processes of one";
    EXPECT_TRUE(bar->headline().contains(QStringLiteral("process 1 split first")));
    EXPECT_EQ(bar->box()->count(), 2);
    EXPECT_EQ(bar->box()->currentIndex(), 0);

    bar->box()->setCurrentIndex(1);
    emit bar->box()->activated(1);
    const auto sentence = [&] { return window.centre()->verdictBar()->verdict().sentence; };
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentence().contains(QStringLiteral("step 2")); }));
    EXPECT_EQ(window.workspace()->pathA(), path("x-A.1.split.h5"));
    EXPECT_EQ(bar->box()->currentIndex(), 1);
    EXPECT_TRUE(bar->isVisible());
}

TEST_F(ProcessesTest, ALibraryEntryNamesItsProcess) {
    FakeRun run(3);
    run.information.name = "x A";
    const RunEntry first = entryOf(path("x-A.split.h5"), run), second = entryOf(path("x-A.1.split.h5"), run);
    EXPECT_EQ(first.label(), QStringLiteral("x A"));
    EXPECT_EQ(second.label(), QStringLiteral("x A, process 1"));
    EXPECT_NE(first.pairKey(), second.pairKey());
    EXPECT_EQ(second.pairKey(), entryOf(path("x-B.1.split.h5"), run).pairKey());
}

}  // namespace
}  // namespace firstsplit::ui
