#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>

#include "tests/app/program.h"

using ::testing::HasSubstr;

namespace firstsplit::testing {
namespace {

class ExportTest : public ::testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(runProgram(recordArguments(m_a, {"--steps", "30"})).code, 0);
        ASSERT_EQ(runProgram(recordArguments(m_b, {"--steps", "30", "--split-at", "9"})).code, 0);
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Finished exported(const QStringList& options) const {
        return runProgram(QStringList{"export", m_a, m_b} + options,
                          {.environment = {}, .withoutDisplay = true});
    }

    QTemporaryDir m_folder;
    const QString m_a = path("a.split.h5"), m_b = path("b.split.h5");
};

TEST_F(ExportTest, NumbersARowAStep) {
    const Finished result = exported({"--csv", path("x.csv")});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, path("x.csv").toStdString() + "\n");
    QList<QByteArray> lines = read("x.csv").split('\n');
    EXPECT_TRUE(lines.takeLast().isEmpty());
    EXPECT_EQ(lines.size(), 1 + 31);  // header, steps −1 to 29
}

TEST_F(ExportTest, PicturesByTheirEnding) {
    for (const char* name : {"x.png", "x.svg", "x.pdf"})
        ASSERT_EQ(exported({"--image", path(name), "--size", "600x700", "--scale", "1"}).code, 0) << name;
    EXPECT_TRUE(read("x.png").startsWith("\x89PNG"));
    EXPECT_TRUE(read("x.svg").contains("<svg"));
    EXPECT_TRUE(read("x.pdf").startsWith("%PDF"));
}

TEST_F(ExportTest, AReportOfTwoPairs) {
    const Finished result = runProgram({"export", "--html", path("r.html"), m_a, m_b, m_a, m_a});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err, "");  // also in a container, where much of what Qt looks for is missing
    EXPECT_TRUE(read("r.html").contains("Split at step 9"));
    EXPECT_TRUE(read("r.html").contains("Identical"));
}

TEST_F(ExportTest, NothingIsReplacedUnlessTold) {
    ASSERT_EQ(exported({"--csv", path("x.csv")}).code, 0);
    const Finished again = exported({"--csv", path("x.csv")});
    EXPECT_EQ(again.code, 2);
    EXPECT_THAT(again.err, HasSubstr("x.csv"));
    EXPECT_EQ(exported({"--csv", path("x.csv"), "--force"}).code, 0);
}

TEST_F(ExportTest, BadRequestsGetASentence) {
    EXPECT_EQ(exported({}).code, 2);
    EXPECT_EQ(exported({"--image", path("x.bmp")}).code, 2);
    EXPECT_EQ(exported({"--image", path("x.png"), "--size", "huge"}).code, 2);
    EXPECT_EQ(exported({"--csv", path("no/folder/x.csv")}).code, 2);
    EXPECT_EQ(runProgram({"export", "--html", path("x.html"), m_a, m_b, m_a}).code, 2);
    EXPECT_EQ(runProgram({"export", "--csv", path("x.csv"), path("none.split.h5"), m_a}).code, 2);
    EXPECT_FALSE(QFileInfo::exists(path("x.png")));
}

}  // namespace
}  // namespace firstsplit::testing
