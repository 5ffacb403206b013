#include <gtest/gtest.h>

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/window/fake_library.h"
#include "ui/models/file_watch.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {
namespace {

using testing::FakeRun;

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// As run files are written: complete, under another name, then renamed.
void replace(const QString& path, const QByteArray& text) {
    write(path + QStringLiteral(".new"), text);
    QFile::remove(path);
    ASSERT_TRUE(QFile::rename(path + QStringLiteral(".new"), path));
}

struct FileWatchTest : ::testing::Test {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("a.split.h5"));
    FileWatch watch;
    QSignalSpy changed{&watch, &FileWatch::changed};
    QSignalSpy vanished{&watch, &FileWatch::vanished};

    void SetUp() override {
        write(path, "one");
        watch.watch({path});
    }
};

TEST_F(FileWatchTest, TellsOfAChangeOnceItHasComeToRest) {
    for (int i = 0; i < 5; ++i) write(path, QByteArray(10 + i, 'x'));
    ASSERT_TRUE(changed.wait());
    QTest::qWait(600);
    EXPECT_EQ(changed.size(), 1);
}

TEST_F(FileWatchTest, StaysWithAFileThatIsReplaced) {
    replace(path, "two, longer");
    ASSERT_TRUE(changed.wait());
    replace(path, "three, longer still");
    ASSERT_TRUE(changed.wait()) << "and with the one after it";
}

TEST_F(FileWatchTest, TellsOfAFileThatIsGoneAndOfItsReturn) {
    QFile::remove(path);
    ASSERT_TRUE(vanished.wait());
    write(path, "back again");
    ASSERT_TRUE(changed.wait());
}

TEST_F(FileWatchTest, ForgetsWhatIsNotWatchedAnyMore) {
    watch.watch({});
    write(path, "two, longer");
    EXPECT_FALSE(changed.wait(800));
}

TEST(WindowOnDisk, OffersToReloadAndShowsWhatIsThereNow) {
    const QTemporaryDir folder;
    const QString a = folder.filePath(QStringLiteral("d-A.split.h5")),
                  b = folder.filePath(QStringLiteral("d-B.split.h5"));
    testing::FakeLibrary library;
    for (const QString& path : {a, b}) {
        write(path, "before");
        library.add(path.toStdString(), FakeRun(20));
    }
    MainWindow window(library.opener());
    window.show();
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    window.openFiles({a, b});
    ASSERT_TRUE(finished.wait());
    EXPECT_TRUE(window.centre()->verdictBar()->verdict().sentence.startsWith(QStringLiteral("Identical")));

    QSignalSpy changed(window.workspace(), &Workspace::changedOnDisk);
    library.add(b.toStdString(), testing::splitRun());
    replace(b, "after that");
    ASSERT_TRUE(changed.wait());
    MessageBar* bar = window.centre()->messages();
    ASSERT_TRUE(bar->isVisible());
    EXPECT_TRUE(bar->message().contains(QStringLiteral("d-B.split.h5 changed on disk")));
    EXPECT_EQ(bar->actionButton()->text(), QStringLiteral("Reload"));
    EXPECT_TRUE(window.centre()->verdictBar()->verdict().sentence.startsWith(QStringLiteral("Identical")))
        << "the picture stays until the user asks";
    bar->actionButton()->click();
    ASSERT_TRUE(finished.wait());
    EXPECT_FALSE(bar->isVisible());
    EXPECT_TRUE(
        window.centre()->verdictBar()->verdict().sentence.startsWith(QStringLiteral("Split at step 3")));
}

}  // namespace
}  // namespace firstsplit::ui
