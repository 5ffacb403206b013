#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <random>

#include "core/journal/frame.h"
#include "core/record/run.h"
#include "run_contents.h"
#include "sample.h"

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;

constexpr std::array<bool, kindCount> keepAll = {true, true, true, true, true, true, true};

/// Memory that a killed child leaves readable.
class SharedCounter {
  public:
    SharedCounter()
        : m_value(new (mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                      std::atomic<std::uint64_t>(0)) {}
    ~SharedCounter() { munmap(m_value, 4096); }
    std::atomic<std::uint64_t>& operator*() { return *m_value; }
    std::atomic<std::uint64_t>* operator->() { return m_value; }

  private:
    std::atomic<std::uint64_t>* m_value;
};

/// Trains until it is killed; adds up in `returned` the bytes of every write that returned.
[[noreturn]] void trainForever(const std::string& path, SharedCounter& returned) {
    journal::FileOperations real = journal::FileOperations::system(), counting = real;
    counting.write = [&](int descriptor, const void* bytes, std::size_t count) {
        const ssize_t written = real.write(descriptor, bytes, count);
        if (written > 0) *returned += static_cast<std::uint64_t>(written);
        return written;
    };
    auto writer = journal::JournalWriter::create(path, sampleHello(), counting);
    const auto members = sampleMembers();
    (*writer)->addMembers(members);
    for (std::int64_t step = -1;; ++step) {
        std::uint32_t weight = 0;
        for (const Member& member : members)
            if (member.kind == Kind::Weight)
                (*writer)->addValues(step, Kind::Weight, weight++, sampleValues(member, step));
        (*writer)->addStep(sampleStep(step), keepAll);
    }
}

/// Number of Step frames within the first `bytes` of a journal.
std::int64_t wholeSteps(std::span<const std::byte> journal, std::uint64_t bytes) {
    std::int64_t steps = 0;
    for (std::size_t position = journal::fileHeaderBytes; position + journal::frameHeaderBytes <= bytes;) {
        const auto header =
            journal::decodeFrameHeader(journal.subspan(position).first<journal::frameHeaderBytes>());
        position += journal::frameHeaderBytes + journal::paddedSize(header.value().payloadBytes);
        if (position <= bytes && header->type == static_cast<std::uint16_t>(journal::FrameType::Step))
            ++steps;
    }
    return steps;
}

TEST(Kill, EveryStepWhoseWriteReturnedIsInTheFile) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::int64_t mostSteps = 0;
    for (int attempt = 0; attempt < 50; ++attempt) {
        TemporaryFolder folder = TemporaryFolder::inMemory();
        const std::string journal = folder / "A.split.part", file = folder / "A.split.h5";
        SharedCounter returned;
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) trainForever(journal, returned);
        // A moment anywhere in the first steps, however slow this machine is.
        const std::uint64_t moment = 1 + random() % 100'000;
        while (*returned < moment) usleep(random() % 200);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);

        const auto bytes = bytesOfFile(journal);
        ASSERT_GE(bytes.size(), *returned);
        const std::int64_t expected = wholeSteps(bytes, *returned);
        ObservedEnd end;
        end.state = EndState::Killed;
        end.signal = SIGKILL;
        const auto built = buildRunFile(journal, file, end);
        ASSERT_TRUE(built) << built.error().message;
        const auto run = opened(file);
        ASSERT_TRUE(run);
        EXPECT_GE(run->rowCount(), expected);
        EXPECT_TRUE(run->info().damaged.empty()) << run->info().damaged.front();
        EXPECT_EQ(run->info().end, EndState::Killed);
        std::vector<Fingerprint> digests(static_cast<std::size_t>(run->rowCount()));
        ASSERT_TRUE(run->readDigests(Kind::Weight, 0, digests));
        for (std::int64_t row = 0; row < run->rowCount(); ++row)
            ASSERT_EQ(digests[static_cast<std::size_t>(row)],
                      fingerprint::ofList(sampleStep(row - 1).fingerprints[indexOf(Kind::Weight)]));
        ASSERT_EQ(run->valueRows().size(), digests.size());
        for (std::uint32_t member = 0; run->rowCount() > 0 && member < 3; ++member) {
            const auto last = digests.size() - 1;
            const auto values = sampleValues(run->members(Kind::Weight)[member], run->rowCount() - 2);
            std::vector<std::byte> read(values.size());
            ASSERT_TRUE(run->readValues(Kind::Weight, member, last, read));
            EXPECT_EQ(read, values);
        }
        mostSteps = std::max(mostSteps, run->rowCount());
    }
    EXPECT_GT(mostSteps, 10) << "the children hardly began: nothing was tested";
}

TEST(Kill, OfTheRecorderWhileItBuildsLosesNothing) {
    TemporaryFolder folder = TemporaryFolder::inMemory();
    const std::string journal = folder / "A.split.part";
    {
        auto writer = journal::JournalWriter::create(journal, sampleHello());
        (*writer)->addMembers(sampleMembers());
        for (std::int64_t step = -1; step < 3000; ++step) (*writer)->addStep(sampleStep(step), keepAll);
        (*writer)->end("finished");
    }
    const auto before = bytesOfFile(journal);
    std::mt19937 random(std::random_device{}());
    int whole = 0, none = 0;
    for (int attempt = 0; attempt < 50; ++attempt) {
        const std::string file = folder / (std::to_string(attempt) + ".split.h5");
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) _exit(buildRunFile(journal, file, {}) ? 0 : 1);
        usleep(random() % 60'000);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        if (!std::filesystem::exists(file)) {
            ++none;
        } else {
            ++whole;
            const auto run = opened(file);
            ASSERT_TRUE(run);
            EXPECT_EQ(run->rowCount(), 3001);
        }
        ASSERT_TRUE(bytesOfFile(journal) == before);
    }
    EXPECT_GT(none, 0) << "every build ended before it was killed: nothing was tested";
    const auto recovered = buildRunFile(journal, folder / "recovered.split.h5", {});
    ASSERT_TRUE(recovered) << recovered.error().message;
    EXPECT_EQ(opened(folder / "recovered.split.h5")->info().end, EndState::Finished);
}

}  // namespace

}  // namespace firstsplit::record
