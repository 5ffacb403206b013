#include "core/launch/host_facts.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <cstdlib>

namespace firstsplit::launch {
namespace {

int git(const QString& folder, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start("git", QStringList{"-c", "user.name=t", "-c", "user.email=t@t"} + arguments);
    process.waitForFinished();
    return process.exitCode();
}

TEST(HostFacts, NameThisMachine) {
    const auto facts = collectHostFacts(QDir::tempPath());
    for (const char* key : {"kernel", "host", "cores", "cgroup.cpu_quota", "memory"})
        EXPECT_TRUE(facts.contains(key)) << key;
    EXPECT_EQ(facts.at("cores"), std::to_string(usableCores()));
    EXPECT_GE(usableCores(), 1);
}

TEST(HostFacts, FollowTheCommitAndWhetherFilesDiffer) {
    const QTemporaryDir folder;
    if (git(folder.path(), {"init", "-q"}) != 0) GTEST_SKIP() << "git is not installed";
    QFile file(folder.filePath("train.py"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("1\n");
    file.flush();
    EXPECT_FALSE(collectHostFacts(folder.path()).contains("git.commit"));
    git(folder.path(), {"add", "."});
    ASSERT_EQ(git(folder.path(), {"commit", "-q", "-m", "one"}), 0);
    EXPECT_EQ(collectHostFacts(folder.path()).at("git.commit").size(), 40u);
    EXPECT_EQ(collectHostFacts(folder.path()).at("git.dirty"), "false");
    file.write("2\n");
    file.close();
    EXPECT_EQ(collectHostFacts(folder.path()).at("git.dirty"), "true");
}

TEST(HostFacts, HoldTheVariablesThatCanChangeResults) {
    ::setenv("OMP_PROC_BIND", "spread", 1);
    ::setenv("SOMETHING_ELSE", "1", 1);
    const auto facts = collectHostFacts(QDir::tempPath());
    EXPECT_EQ(facts.at("env.OMP_PROC_BIND"), "spread");
    EXPECT_FALSE(facts.contains("env.SOMETHING_ELSE"));
    ::unsetenv("OMP_PROC_BIND");
    EXPECT_FALSE(collectHostFacts(QDir::tempPath()).contains("env.OMP_PROC_BIND"));
}

}  // namespace
}  // namespace firstsplit::launch
