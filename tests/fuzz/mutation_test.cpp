#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>

#include "core/record/run.h"
#include "mutate.h"
#include "read_everything.h"
#include "sample.h"

namespace firstsplit::testing {

namespace {

/// Runs work in children, so that a crash or a hang is a failed test that names its seed, and the rest still
/// runs.
class InChildren {
  public:
    using Work = std::function<void(std::uint64_t seed)>;

    void run(std::uint64_t firstSeed, std::uint64_t count, const Work& work) {
        constexpr std::uint64_t batch = 250;
        for (std::uint64_t seed = firstSeed; seed < firstSeed + count;) {
            const std::uint64_t end = std::min(seed + batch, firstSeed + count);
            seed = runBatch(seed, end, work);
        }
    }
    std::vector<std::string> failures;

  private:
    /// Returns the seed to go on with.
    std::uint64_t runBatch(std::uint64_t begin, std::uint64_t end, const Work& work) {
        int progress[2];
        EXPECT_EQ(pipe(progress), 0);
        const pid_t child = fork();
        if (child == 0) {
            close(progress[0]);
            for (std::uint64_t seed = begin; seed < end; ++seed) {
                alarm(20);  // no input of a few kB takes that long: it hangs
                if (write(progress[1], &seed, sizeof seed) != sizeof seed) _exit(3);
                try {
                    work(seed);
                } catch (const std::exception& unexpected) {
                    std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed),
                                 unexpected.what());
                    _exit(4);
                }
            }
            _exit(0);
        }
        close(progress[1]);
        std::uint64_t last = begin, seed = 0;
        while (read(progress[0], &seed, sizeof seed) == sizeof seed) last = seed;
        close(progress[0]);
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return end;
        failures.push_back("seed " + std::to_string(last) +
                           (WIFSIGNALED(status) ? std::string(": ") + strsignal(WTERMSIG(status))
                                                : ": exit code " + std::to_string(WEXITSTATUS(status))));
        return last + 1;
    }
};

class Mutation : public ::testing::Test {
  protected:
    TemporaryFolder folder = TemporaryFolder::inMemory();
    const std::string journal = folder / "whole.split.part";
    const std::string file = folder / "whole.split.h5";
    const std::string victim = folder / "mutated";
    InChildren children;

    /// FIRSTSPLIT_MUTATIONS multiplies the number of inputs; 1 is what every test run does.
    static std::uint64_t times(std::uint64_t count) {
        const char* factor = std::getenv("FIRSTSPLIT_MUTATIONS");
        return count * (factor != nullptr ? std::strtoull(factor, nullptr, 10) : 1);
    }
    void expectNoFailure() {
        EXPECT_TRUE(children.failures.empty());
        for (const std::string& failure : children.failures) ADD_FAILURE() << failure;
    }
};

TEST_F(Mutation, DamagedJournalsGiveARunOrASentence) {
    writeSampleJournal(journal, 3);
    const auto whole = bytesOfFile(journal);
    children.run(1'000'000'001, times(4000), [&](std::uint64_t seed) {
        std::mt19937_64 random(seed);
        auto bytes = mutated(whole, random);
        if (seed % 2 == 0) resealJournal(bytes);
        writeFile(victim, bytes);
        readEverything(victim);
    });
    expectNoFailure();
}

TEST_F(Mutation, DamagedJournalsBuildAFileThatReads) {
    writeSampleJournal(journal, 3);
    const auto whole = bytesOfFile(journal);
    const std::string built = folder / "built.split.h5";
    children.run(2'000'000'001, times(600), [&](std::uint64_t seed) {
        std::mt19937_64 random(seed);
        auto bytes = mutated(whole, random);
        resealJournal(bytes);
        writeFile(victim, bytes);
        std::filesystem::remove(built);
        const auto done = record::buildRunFile(victim, built, {});
        if (!done && done.error().message.empty()) abort();
        // What could be built can be read.
        if (done && !readEverything(built)) abort();
    });
    expectNoFailure();
}

TEST_F(Mutation, DamagedRunFilesGiveARunOrASentence) {
    writeSampleJournal(journal, 3);
    ASSERT_TRUE(record::buildRunFile(journal, file, {}));
    const auto whole = bytesOfFile(file);
    children.run(3'000'000'001, times(3000), [&](std::uint64_t seed) {
        std::mt19937_64 random(seed);
        writeFile(victim, mutated(whole, random));
        readEverything(victim);
    });
    expectNoFailure();
}

}  // namespace

}  // namespace firstsplit::testing
