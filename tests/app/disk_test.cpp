#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "tests/app/program.h"

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace firstsplit::testing {
namespace {

/// A file system of a few megabytes, to be filled.
class DiskTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (::geteuid() != 0) GTEST_SKIP() << "only root can mount a small file system";
        QDir().mkpath(m_disk);
        if (::mount("none", m_disk.toLocal8Bit().constData(), "tmpfs", 0, "size=3m") != 0)
            GTEST_SKIP() << "a small file system cannot be mounted here (in a container without that right?)";
        m_isMounted = true;
    }
    void TearDown() override {
        if (m_isMounted) ::umount(m_disk.toLocal8Bit().constData());
    }

    QTemporaryDir m_folder;
    const QString m_disk = m_folder.filePath("disk");
    bool m_isMounted = false;
};

TEST_F(DiskTest, FullInMidRunTheTrainingGoesOnAndTheStepsBeforeCanBeRecovered) {
    const QString file = m_disk + "/a.split.h5", journal = m_disk + "/a.split.part";
    const Finished result = runProgram(recordArguments(file, {"--steps", "80", "--fat"}));
    // The file finds no room either.
    EXPECT_EQ(result.code, 125) << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("could not be built"), HasSubstr("firstsplit recover"),
                                  HasSubstr(journal.toStdString())));
    ASSERT_TRUE(QFileInfo::exists(journal));
    EXPECT_FALSE(QFileInfo::exists(file));

    const QString elsewhere = m_folder.filePath("saved.split.h5");
    const Finished recovered = runProgram({"recover", "--json", journal, "-o", elsewhere});
    EXPECT_EQ(recovered.code, 0) << recovered.err;
    EXPECT_GT(recovered.document()["steps"], 0);
    EXPECT_LT(recovered.document()["steps"], 80);
    EXPECT_FALSE(QFileInfo::exists(journal));
}

}  // namespace
}  // namespace firstsplit::testing
