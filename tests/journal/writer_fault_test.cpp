#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "collector.h"
#include "sample.h"

namespace firstsplit::journal {

namespace {

using namespace firstsplit::testing;

constexpr std::array<bool, kindCount> keepAll = {true, true, true, true, true, true, true};

class Faults : public ::testing::Test {
  protected:
    TemporaryFolder folder;
    const std::string path = folder / "a.split.part";
    const FileOperations real = FileOperations::system();

    /// What the sample is without any fault, but for the times in hello and end.
    std::size_t expectedSteps = 8;
    void record(JournalWriter& writer) { writeSample(writer, 6); }
};

TEST_F(Faults, ShortWritesAndInterruptionsChangeNothing) {
    int calls = 0;
    FileOperations odd = real;
    odd.write = [&](int descriptor, const void* bytes, std::size_t count) -> ssize_t {
        if (++calls % 3 == 0) {
            errno = EINTR;
            return -1;
        }
        return real.write(descriptor, bytes, std::min<std::size_t>(count, calls % 7 + 1));
    };
    auto writer = JournalWriter::create(path, sampleHello(), odd);
    ASSERT_TRUE(writer) << writer.error().message;
    record(**writer);
    (*writer)->end("finished");
    EXPECT_EQ((*writer)->detachReason(), std::nullopt);
    EXPECT_EQ((*writer)->bytesWritten(), bytesOfFile(path).size());
    const Collector seen = collect(path);
    EXPECT_TRUE(seen.damage.empty());
    EXPECT_EQ(seen.steps.size(), expectedSteps);
    EXPECT_GT(calls, 100);
}

TEST_F(Faults, AFullDiskAtAnyByteEndsTheRecordAndNotTheTraining) {
    writeSampleJournal(folder / "whole.part", 6);
    const std::size_t whole = bytesOfFile(folder / "whole.part").size();
    std::size_t detached = 0;
    for (std::size_t room = 0; room < whole; room += 97) {
        const std::string name = folder / (std::to_string(room) + ".part");
        std::size_t left = room;
        FileOperations full = real;
        full.write = [&](int descriptor, const void* bytes, std::size_t count) -> ssize_t {
            if (left == 0) {
                errno = ENOSPC;
                return -1;
            }
            const ssize_t written = real.write(descriptor, bytes, std::min(count, left));
            left -= static_cast<std::size_t>(written);
            return written;
        };
        auto writer = JournalWriter::create(name, sampleHello(), full);
        if (!writer) {
            // Not even the hello: nothing is left behind.
            EXPECT_NE(writer.error().message.find("No space left"), std::string::npos);
            EXPECT_NE(access(name.c_str(), F_OK), 0);
            continue;
        }
        record(**writer);
        (*writer)->end("finished");
        const auto reason = (*writer)->detachReason();
        ASSERT_TRUE(reason) << room;
        EXPECT_NE(reason->find("No space left on device"), std::string::npos);
        EXPECT_NE(reason->find(name), std::string::npos);
        (*writer)->addStep(sampleStep(99), keepAll);  // does nothing, and returns
        writer->reset();
        EXPECT_EQ(bytesOfFile(name).size(), room);
        const Collector seen = collect(name);
        EXPECT_TRUE(seen.damage.empty()) << room;
        EXPECT_TRUE(seen.ends.empty());
        ++detached;
    }
    EXPECT_GT(detached, 20u);
}

TEST_F(Faults, AFailingSyncDetaches) {
    FileOperations bad = real;
    bad.sync = [](int) {
        errno = EIO;
        return -1;
    };
    auto writer = JournalWriter::create(path, sampleHello(), bad);
    ASSERT_TRUE(writer);
    (*writer)->end("finished");
    ASSERT_TRUE((*writer)->detachReason());
    EXPECT_NE((*writer)->detachReason()->find("brought to the disk"), std::string::npos);
}

TEST_F(Faults, AScriptThatClosesOurDescriptorKeepsItsOwnFileClean) {
    auto writer = JournalWriter::create(path, sampleHello());
    ASSERT_TRUE(writer);
    (*writer)->addStep(sampleStep(-1), keepAll);
    while (collect(path).steps.empty()) usleep(1000);
    // The next file opened gets the lowest free number, which is the journal's.
    const int probe = open("/dev/null", O_RDONLY);
    close(probe);
    for (int descriptor = 3; descriptor < probe; ++descriptor) {
        const std::string target =
            std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
        if (target == path) close(descriptor);
    }
    const std::string own = folder / "own.txt";
    const int mine = open(own.c_str(), O_WRONLY | O_CREAT, 0600);
    ASSERT_LT(mine, probe);
    (*writer)->addStep(sampleStep(0), keepAll);
    (*writer)->end("finished");
    EXPECT_EQ((*writer)->detachReason(), std::nullopt);
    writer->reset();
    EXPECT_EQ(fcntl(mine, F_GETFD), 0) << "the writer closed a descriptor that is not its own";
    close(mine);
    EXPECT_TRUE(bytesOfFile(own).empty());
    const Collector seen = collect(path);
    EXPECT_EQ(seen.steps.size(), 2u);
    EXPECT_EQ(seen.ends.size(), 1u);
}

TEST_F(Faults, ALimitOnFileSizesDetachesInsteadOfKilling) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto writer = JournalWriter::create(path, sampleHello());
        if (!writer) _exit(2);
        const rlimit limit{bytesOfFile(path).size() + 5000, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &limit);
        for (std::int64_t step = -1; step < 1000; ++step) (*writer)->addStep(sampleStep(step), keepAll);
        (*writer)->end("finished");
        const bool namesTheLimit = (*writer)->detachReason().value_or("").find("ulimit") != std::string::npos;
        writer->reset();  // joins its thread, which the thread sanitizer asks for
        _exit(namesTheLimit ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_FALSE(collect(path).steps.empty());
}

}  // namespace

}  // namespace firstsplit::journal
