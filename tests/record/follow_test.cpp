#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/record/run.h"
#include "run_contents.h"
#include "sample.h"

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;

constexpr std::array<bool, kindCount> keepAll = {true, true, true, true, true, true, true};

TEST(Follow, SeesEachStepOfARunInProgress) {
    TemporaryFolder folder;
    const std::string path = folder / "A.split.part";
    auto writer = journal::JournalWriter::create(path, sampleHello());
    ASSERT_TRUE(writer);
    const auto run = opened(path);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->rowCount(), 0);
    EXPECT_EQ(run->info().end, EndState::Running);
    EXPECT_EQ(run->info().name, sampleHello().request.name);
    (*writer)->addMembers(sampleMembers());
    std::uint64_t written = (*writer)->bytesWritten();
    for (std::int64_t step = -1; step < 20; ++step) {
        (*writer)->addStep(sampleStep(step), keepAll);
        while ((*writer)->bytesWritten() == written) std::this_thread::yield();
        written = (*writer)->bytesWritten();
        const auto grew = run->refresh();
        ASSERT_TRUE(grew);
        EXPECT_TRUE(*grew);
        ASSERT_EQ(run->rowCount(), step + 2);
        std::vector<Fingerprint> digest(1);
        ASSERT_TRUE(run->readDigests(Kind::Weight, step + 1, digest));
        EXPECT_EQ(digest[0], fingerprint::ofList(sampleStep(step).fingerprints[indexOf(Kind::Weight)]));
        EXPECT_EQ(run->fingerprintRows(Kind::Weight).size(), static_cast<std::size_t>(step + 2));
        EXPECT_EQ(run->info().end, EndState::Running);
        EXPECT_FALSE(run->refresh().value());
    }
    (*writer)->end("cancelled", "stopped by the user");
    EXPECT_TRUE(run->refresh().value());
    EXPECT_EQ(run->info().end, EndState::Cancelled);
    EXPECT_EQ(run->info().endReason, "stopped by the user");
}

TEST(Follow, AProcessThatIsGoneIsNotRunning) {
    TemporaryFolder folder;
    const std::string path = folder / "A.split.part";
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto writer = journal::JournalWriter::create(path, sampleHello());
        const auto hello = (*writer)->bytesWritten();
        (*writer)->addMembers(sampleMembers());
        (*writer)->addStep(sampleStep(-1), keepAll);
        while ((*writer)->bytesWritten() == hello) usleep(1000);
        raise(SIGKILL);
    }
    // Not waited for yet: a zombie has written all that it ever will.
    siginfo_t info{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
    for (const bool isZombie : {true, false}) {
        if (!isZombie) waitpid(child, nullptr, 0);
        const auto run = opened(path);
        EXPECT_EQ(run->rowCount(), 1);
        EXPECT_EQ(run->info().end, EndState::Unknown);
        EXPECT_NE(run->info().endReason.find("firstsplit recover " + path), std::string::npos);
        EXPECT_TRUE(run->info().damaged.empty());
    }
}

}  // namespace

}  // namespace firstsplit::record
