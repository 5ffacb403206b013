#include "core/launch/run_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using ::testing::HasSubstr;

namespace firstsplit::launch {
namespace {

void touch(const QString& path) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
}

TEST(RunPaths, LieBesideEachOther) {
    const auto paths = pathsOf("/data/runs/a.split.h5");
    ASSERT_TRUE(paths);
    EXPECT_EQ(paths->file, "/data/runs/a.split.h5");
    EXPECT_EQ(paths->journal, "/data/runs/a.split.part");
    EXPECT_EQ(paths->errors, "/data/runs/a.split.err");
    EXPECT_EQ(paths->output, "/data/runs/a.split.out");
    EXPECT_EQ(fileOfJournal(paths->journal), paths->file);
}

TEST(RunPaths, ANameWithoutItsEndingIsRefused) {
    for (const char* name : {"", "a", "a.txt", ".h5", "a.h5.part"}) EXPECT_FALSE(pathsOf(name)) << name;
}

TEST(RunPaths, NothingThatIsThereIsUsedAgain) {
    const QTemporaryDir folder;
    const auto paths = pathsOf(folder.filePath("a.split.h5"));
    ASSERT_TRUE(checkFree(*paths));
    for (const QString& path : {paths->file, paths->journal, paths->errors, paths->output}) {
        touch(path);
        const auto checked = checkFree(*paths);
        ASSERT_FALSE(checked) << path.toStdString();
        EXPECT_THAT(checked.error().message, HasSubstr(path.toStdString()));
        QFile::remove(path);
    }
    EXPECT_TRUE(checkFree(*paths));
}

TEST(RunPaths, PairsCountOnFromTheHighestNumber) {
    const QTemporaryDir folder;
    EXPECT_EQ(nextPairStem(folder.path(), "digits"), "digits-001");
    touch(folder.filePath("digits-004-A.split.part"));
    touch(folder.filePath("digits-seeds-009-A.split.h5"));
    touch(folder.filePath("other-012-B.split.h5"));
    EXPECT_EQ(nextPairStem(folder.path(), "digits"), "digits-005");
    touch(folder.filePath("digits-1000.split.h5"));
    EXPECT_EQ(nextPairStem(folder.path(), "digits"), "digits-1001");
}

TEST(RunPaths, AStemIsReadable) {
    EXPECT_EQ(stemOf("digits-embedding", {}, "seeds"), "digits-embedding-seeds");
    EXPECT_EQ(stemOf("", {"python", "-u", "src/train.py", "--lr", "0.1"}, ""), "train");
    EXPECT_EQ(stemOf("", {"/opt/my trainer/run"}, ""), "run");
    EXPECT_EQ(stemOf("", {"./strange name*.sh"}, "fast"), "strange_name_-fast");
}

TEST(ShellLine, IsReadBackByAShellAsItWas) {
    const QStringList words = {"plain", "", "two words", "it's", "$HOME", "a\nb", "*", "\\", "\"", "é≠"};
    QProcess shell;
    shell.start("sh", {"-c", "for w in " + shellLine(words) + "; do printf '%s\\036' \"$w\"; done"});
    ASSERT_TRUE(shell.waitForFinished());
    QStringList read = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar(036));
    read.removeLast();
    EXPECT_EQ(read, words);
}

}  // namespace
}  // namespace firstsplit::launch
