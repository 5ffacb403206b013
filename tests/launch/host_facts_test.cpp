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

std::map<std::string, std::string> factsIn(const QString& folder) {
    return collectHostFacts(folder, QProcessEnvironment::systemEnvironment());
}

TEST(HostFacts, NameThisMachine) {
    const auto facts = factsIn(QDir::tempPath());
    for (const char* key : {"kernel", "os", "libc", "host", "cpu.cores", "cpu.quota", "memory"})
        EXPECT_TRUE(facts.contains(key)) << key;
    EXPECT_EQ(facts.at("cpu.cores"), std::to_string(usableCores()));
    EXPECT_GE(usableCores(), 1);
}

TEST(HostFacts, FollowTheCommitAndWhetherFilesDiffer) {
    const QTemporaryDir folder;
    if (git(folder.path(), {"init", "-q"}) != 0) GTEST_SKIP() << "git is not installed";
    QFile file(folder.filePath("train.py"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("1\n");
    file.flush();
    EXPECT_FALSE(factsIn(folder.path()).contains("git.commit"));
    git(folder.path(), {"add", "."});
    ASSERT_EQ(git(folder.path(), {"commit", "-q", "-m", "one"}), 0);
    EXPECT_EQ(factsIn(folder.path()).at("git.commit").size(), 40u);
    EXPECT_EQ(factsIn(folder.path()).at("git.dirty"), "false");
    file.write("2\n");
    file.close();
    EXPECT_EQ(factsIn(folder.path()).at("git.dirty"), "true");
}

TEST(HostFacts, AreThoseOfTheTrainingNotOfItsLauncher) {
    QProcessEnvironment environment;
    environment.insert("CUBLAS_WORKSPACE_CONFIG", ":4096:8");
    ::setenv("OMP_PROC_BIND", "spread", 1);
    const auto facts = collectHostFacts(QDir::tempPath(), environment);
    EXPECT_EQ(facts.at("env.CUBLAS_WORKSPACE_CONFIG"), ":4096:8");
    EXPECT_FALSE(facts.contains("env.OMP_PROC_BIND"));
    ::unsetenv("OMP_PROC_BIND");
}

TEST(CircumstancesHere, HoldWhatPreflightAsksOfThisMachine) {
    const settings::Circumstances here = circumstancesHere("cpu", "digits-embedding");
    EXPECT_EQ(here.cores, usableCores());
    EXPECT_FALSE(here.cpuFlags.empty());
    EXPECT_EQ(here.gpuCompute, "");
    EXPECT_EQ(circumstancesHere("cpu", "").torchVersion, "") << "a command brings its own";
}

TEST(HostFacts, HoldTheVariablesThatCanChangeResults) {
    ::setenv("OMP_PROC_BIND", "spread", 1);
    ::setenv("SOMETHING_ELSE", "1", 1);
    const auto facts = factsIn(QDir::tempPath());
    EXPECT_EQ(facts.at("env.OMP_PROC_BIND"), "spread");
    EXPECT_FALSE(facts.contains("env.SOMETHING_ELSE"));
    ::unsetenv("OMP_PROC_BIND");
    EXPECT_FALSE(factsIn(QDir::tempPath()).contains("env.OMP_PROC_BIND"));
}

}  // namespace
}  // namespace firstsplit::launch
