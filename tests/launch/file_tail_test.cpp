#include "core/launch/file_tail.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

namespace firstsplit::launch {
namespace {

class FileTailTest : public ::testing::Test {
  protected:
    void append(const QByteArray& bytes) {
        QFile file(m_path);
        ASSERT_TRUE(file.open(QIODevice::Append));
        file.write(bytes);
    }
    QTemporaryDir m_folder;
    const QString m_path = m_folder.filePath("err");
};

TEST_F(FileTailTest, GivesWhatWasAppendedOnce) {
    FileTail tail(m_path);
    EXPECT_TRUE(tail.read(100).isEmpty());
    append("one");
    EXPECT_EQ(tail.read(100), "one");
    EXPECT_TRUE(tail.read(100).isEmpty());
    append("two three");
    EXPECT_EQ(tail.read(4), "two ");
    EXPECT_EQ(tail.waiting(), 5);
    EXPECT_EQ(tail.read(100), "three");
}

TEST_F(FileTailTest, SkipsAFloodAndSaysHowMuch) {
    FileTail tail(m_path);
    append(QByteArray(100000, 'x') + "end");
    EXPECT_EQ(tail.skipTo(3), 100000);
    EXPECT_EQ(tail.read(100), "end");
    EXPECT_EQ(tail.skipTo(3), 0);
}

TEST_F(FileTailTest, LastWordsAreTheLastWholeLines) {
    for (int i = 0; i < 2000; ++i) append("line " + QByteArray::number(i) + "\n");
    const QString words = lastWordsOf(m_path, 4096);
    EXPECT_LE(words.toUtf8().size(), 4096);
    EXPECT_TRUE(words.startsWith("line "));
    EXPECT_TRUE(words.endsWith("line 1999"));
}

TEST_F(FileTailTest, LastWordsOfAProgressBarAreItsLastState) {
    append("10 %\r50 %\r90 %\nTraceback\n");
    EXPECT_EQ(lastWordsOf(m_path), "90 %\nTraceback");
}

TEST_F(FileTailTest, LastWordsKeepTheirIndentation) {
    append("\n  File \"train.py\", line 6  \r\n    raise\nValueError: no data\n\n");
    EXPECT_EQ(lastWordsOf(m_path), "  File \"train.py\", line 6\n    raise\nValueError: no data");
}

TEST_F(FileTailTest, LastWordsMayBeGarbage) {
    append(QByteArray("\x00\x01\xff\xfe garbage \x1b[31m", 18));
    for (const QChar character : lastWordsOf(m_path)) EXPECT_TRUE(character.unicode() >= 0x20);
    EXPECT_TRUE(lastWordsOf(m_path).contains("garbage"));
    EXPECT_TRUE(lastWordsOf(m_folder.filePath("nothing here")).isEmpty());
}

}  // namespace
}  // namespace firstsplit::launch
