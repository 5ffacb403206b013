#include "core/launch/run_note.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace firstsplit::launch {
namespace {

struct RunNoteTest : ::testing::Test {
    QTemporaryDir folder;
    QString file = folder.filePath(QStringLiteral("d-001-A.split.h5"));

    void put(const QByteArray& bytes) const {
        QFile sidecar(noteFileOf(file));
        ASSERT_TRUE(sidecar.open(QIODevice::WriteOnly));
        sidecar.write(bytes);
    }
    QByteArray bytes() const {
        QFile sidecar(noteFileOf(file));
        return sidecar.open(QIODevice::ReadOnly) ? sidecar.readAll() : QByteArray();
    }
};

TEST_F(RunNoteTest, IsReadAsItWasWrittenAndLeavesNothingElseBehind) {
    const RunNote note{QStringLiteral("the slow one"), QStringLiteral("larger batch – 2×")};
    ASSERT_TRUE(writeNote(file, note));
    EXPECT_EQ(readNote(file).value(), note);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
              QStringList{QStringLiteral("d-001-A.split.note.json")});
}

TEST_F(RunNoteTest, StaysWhenAJournalBecomesAFile) {
    EXPECT_EQ(noteFileOf(QStringLiteral("/r/d-001-A.split.part")),
              noteFileOf(QStringLiteral("/r/d-001-A.split.h5")));
    EXPECT_NE(noteFileOf(QStringLiteral("/r/d-001-A.split.h5")),
              noteFileOf(QStringLiteral("/r/d-001-B.split.h5")));
}

TEST_F(RunNoteTest, IsEmptyWhereThereIsNoneAndGoesWhenItIsEmptied) {
    EXPECT_TRUE(readNote(file).value().isEmpty());
    ASSERT_TRUE(writeNote(file, {QStringLiteral("x"), {}}));
    ASSERT_TRUE(writeNote(file, {}));
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

TEST_F(RunNoteTest, KeepsWhatANewerVersionWroteBesideIt) {
    put(R"({"format": "firstsplit.note/1", "name": "a", "note": "", "colour": "red"})");
    ASSERT_TRUE(writeNote(file, {QStringLiteral("b"), {}}));
    EXPECT_TRUE(bytes().contains("red"));
    EXPECT_EQ(readNote(file).value().name, QStringLiteral("b"));
}

TEST_F(RunNoteTest, NeverWritesOverWhatIsNoNote) {
    for (const QByteArray other : {"{ half a no", "[]", "{\"format\": \"other/1\"}", ""}) {
        put(other);
        const auto read = readNote(file);
        ASSERT_FALSE(read) << other.toStdString();
        EXPECT_NE(read.error().message.find("d-001-A.split.note.json"), std::string::npos);
        EXPECT_FALSE(writeNote(file, {QStringLiteral("x"), {}}));
        EXPECT_EQ(bytes(), other);
    }
}

TEST_F(RunNoteTest, AFolderThatIsGoneIsNamed) {
    const auto written =
        writeNote(QStringLiteral("/no/such/folder/d-001-A.split.h5"), {QStringLiteral("x"), {}});
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("/no/such/folder"), std::string::npos);
}

}  // namespace
}  // namespace firstsplit::launch
