#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "collector.h"
#include "core/journal/frame_queue.h"
#include "sample.h"

namespace firstsplit::journal {

namespace {

using namespace firstsplit::testing;

class Writer : public ::testing::Test {
  protected:
    std::unique_ptr<JournalWriter> create(FileOperations operations = FileOperations::system()) {
        auto writer = JournalWriter::create(path, sampleHello(), std::move(operations));
        EXPECT_TRUE(writer) << writer.error().message;
        return std::move(*writer);
    }
    TemporaryFolder folder;
    const std::string path = folder / "a.split.part";
    const std::array<bool, kindCount> keepAll = {true, true, true, true, true, true, true};
};

TEST_F(Writer, WritesWhatTheReaderSees) {
    writeSampleJournal(path, 4);
    const Collector seen = collect(path);
    EXPECT_TRUE(seen.damage.empty());
    ASSERT_EQ(seen.hellos.size(), 1u);
    EXPECT_EQ(seen.hellos[0].process.pid, getpid());
    EXPECT_EQ(livenessOf(seen.hellos[0].process), Liveness::Alive);
    EXPECT_EQ(seen.members.size(), sampleMembers().size());
    EXPECT_EQ(seen.members[1].number, 1u);
    EXPECT_EQ(seen.members[2].number, 0u);  // of another kind
    EXPECT_EQ(seen.steps.size(), 6u);
    EXPECT_EQ(seen.ends.size(), 1u);
}

TEST_F(Writer, NumbersMembersOnAcrossCalls) {
    auto writer = create();
    const auto weights = membersOf(Kind::Weight);
    writer->addMembers(std::span(weights).first(1));
    writer->addMembers(std::span(weights).subspan(1));
    writer->end("finished");
    const Collector seen = collect(path);
    ASSERT_EQ(seen.members.size(), 3u);
    EXPECT_EQ(seen.members[2].number, 2u);
}

TEST_F(Writer, CutsLargeValuesIntoPartsThatFollowEachOther) {
    std::vector<std::byte> values(9'000'001);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::byte>(i * 2654435761u >> 13);
    auto writer = create();
    writer->addValues(0, Kind::Weight, 3, values);
    writer->end("finished");
    writer.reset();
    auto reader = JournalReader::open(path);
    Collector seen;
    seen.reader = reader->get();
    ASSERT_TRUE((*reader)->poll(seen));
    ASSERT_GT(seen.values.size(), 1u);
    std::vector<std::byte> joined;
    for (const auto& part : seen.values) {
        EXPECT_EQ(part.head.offset, joined.size());
        EXPECT_EQ(part.head.total, values.size());
        joined.insert(joined.end(), part.bytes.begin(), part.bytes.end());
    }
    EXPECT_EQ(joined, values);
}

TEST_F(Writer, NeverOpensAFileThatExists) {
    writeSampleJournal(path, 0);
    const auto before = bytesOfFile(path);
    const auto second = JournalWriter::create(path, sampleHello());
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("exists"), std::string::npos);
    EXPECT_NE(second.error().message.find(path), std::string::npos);
    EXPECT_EQ(bytesOfFile(path), before);
    EXPECT_FALSE(JournalWriter::create(folder / "no/such/folder.part", sampleHello()));
}

TEST_F(Writer, OfTwoWritersOfOnePathOneWins) {
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] { made += JournalWriter::create(path, sampleHello()).has_value() ? 1 : 0; });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 1);
    EXPECT_EQ(collect(path).hellos.size(), 1u);
}

TEST_F(Writer, WithoutEndEverythingQueuedIsWritten) {
    {
        auto writer = create();
        for (std::int64_t step = -1; step < 300; ++step) writer->addStep(sampleStep(step), keepAll);
    }
    const Collector seen = collect(path);
    EXPECT_EQ(seen.steps.size(), 301u);
    EXPECT_TRUE(seen.ends.empty());
}

TEST_F(Writer, AfterTheEndNothingIsWritten) {
    auto writer = create();
    writer->end("failed", "the loss is NaN");
    const auto size = bytesOfFile(path).size();
    writer->addStep(sampleStep(0), keepAll);
    writer->addLog(LogLevel::Info, {}, "late");
    writer->end("finished");
    writer.reset();
    EXPECT_EQ(bytesOfFile(path).size(), size);
    EXPECT_EQ(collect(path).ends.at(0).reason, "the loss is NaN");
}

/// A disk that waits: until released, every write after the first blocks.
struct SlowDisk {
    std::mutex mutex;
    std::condition_variable changed;
    bool isHeld = false;
    FileOperations operations() {
        FileOperations real = FileOperations::system();
        return {[this, real](int descriptor, const void* bytes, std::size_t count) {
                    std::unique_lock lock(mutex);
                    changed.wait(lock, [this] { return !isHeld; });
                    return real.write(descriptor, bytes, count);
                },
                real.sync};
    }
    void hold(bool held) {
        const std::lock_guard lock(mutex);
        isHeld = held;
        changed.notify_all();
    }
};

TEST_F(Writer, AFullQueueBlocksIsCountedAndLosesNothing) {
    SlowDisk disk;
    auto writer = create(disk.operations());
    disk.hold(true);
    std::atomic<int> added = 0;
    std::thread training([&] {
        for (std::int64_t step = -1; step < 199; ++step) {
            writer->addStep(sampleStep(step), keepAll);
            ++added;
        }
    });
    while (writer->timesBlocked() == 0) std::this_thread::yield();
    // One is being written, 64 wait, and the next is what blocks.
    EXPECT_LE(added, 66);
    EXPECT_GE(added, 64);
    disk.hold(false);
    training.join();
    writer->end("finished");
    EXPECT_EQ(collect(path).steps.size(), 200u);
}

TEST_F(Writer, BytesInTheQueueAreBoundedToo) {
    FrameQueue queue;
    const auto piece = [](std::size_t bytes) {
        FrameQueue::Piece out;
        out.frames.grow(bytes);
        return out;
    };
    ASSERT_TRUE(queue.push(piece(FrameQueue::mostBytes * 3)));  // alone: let in
    std::thread pusher([&] { queue.push(piece(1)); });
    while (queue.timesBlocked() == 0) std::this_thread::yield();
    ASSERT_TRUE(queue.pop());
    pusher.join();
    queue.done();
    EXPECT_TRUE(queue.pop());
    queue.close();
    EXPECT_FALSE(queue.push(piece(1)));
    EXPECT_FALSE(queue.pop());
}

TEST_F(Writer, AForkedChildWritesNothing) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP()
        << "GCC 12's address sanitizer does not release its allocator's locks in a forked child, which "
           "then waits for the parent's writing thread for ever.";
#endif
    auto writer = create();
    writer->addStep(sampleStep(-1), keepAll);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        for (std::int64_t step = 0; step < 500; ++step) writer->addStep(sampleStep(step), keepAll);
        writer->addLog(LogLevel::Error, {}, "from the child");
        writer->end("failed");
        const bool saysSo = writer->detachReason().has_value();
        writer.reset();
        _exit(saysSo ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    writer->addStep(sampleStep(0), keepAll);
    writer->end("finished");
    const Collector seen = collect(path);
    EXPECT_EQ(seen.steps.size(), 2u);
    EXPECT_TRUE(seen.logs.empty());
    ASSERT_EQ(seen.ends.size(), 1u);
    EXPECT_EQ(seen.ends[0].state, "finished");
    EXPECT_TRUE(seen.damage.empty());
}

TEST_F(Writer, ACommandStartedByTheTrainingDoesNotInheritTheJournal) {
    auto writer = create();
    const std::string command = "ls -l /proc/self/fd | grep -q split.part";
    EXPECT_NE(std::system(command.c_str()), 0);
}

}  // namespace

}  // namespace firstsplit::journal
