#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <filesystem>

#include "core/journal/payload.h"
#include "core/record/run.h"
#include "run_contents.h"
#include "sample.h"

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;

constexpr std::array<bool, kindCount> keepAll = {true, true, true, true, true, true, true};

class Build : public ::testing::Test {
  protected:
    TemporaryFolder folder;
    const std::string journal = folder / "A.split.part";
    const std::string file = folder / "A.split.h5";

    std::size_t entries() const {
        const auto all = std::filesystem::directory_iterator(folder.path());
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }
    std::unique_ptr<journal::JournalWriter> writer() {
        auto made = journal::JournalWriter::create(journal, sampleHello());
        EXPECT_TRUE(made);
        return std::move(*made);
    }
    std::unique_ptr<record::Run> built(ObservedEnd observed = {}) {
        const auto done = buildRunFile(journal, file, observed);
        EXPECT_TRUE(done) << done.error().message;
        return done ? opened(file) : nullptr;
    }
    static ObservedEnd observed(EndState state) {
        ObservedEnd end;
        end.state = state;
        return end;
    }
};

TEST_F(Build, NeverOverwrites) {
    writeSampleJournal(journal, 0);
    writeFile(file, {});
    const auto refused = buildRunFile(journal, file, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("exists already"), std::string::npos);
    EXPECT_EQ(std::filesystem::file_size(file), 0u);
    const std::string link = folder / "link.split.h5";
    std::filesystem::create_symlink("nowhere", link);  // dangling, and still a name that is taken
    EXPECT_FALSE(buildRunFile(journal, link, {}));
    EXPECT_EQ(entries(), 3u);
}

TEST_F(Build, AFileThatAppearsMeanwhileIsKept) {
    writeSampleJournal(journal, 0);
    const std::string other = "someone else's";
    const auto built = buildRunFile(journal, file, {}, [&](double) {
        if (!std::filesystem::exists(file)) writeFile(file, std::as_bytes(std::span(other)));
        return true;
    });
    EXPECT_FALSE(built);
    EXPECT_EQ(bytesOfFile(file).size(), other.size());
    EXPECT_EQ(entries(), 2u);
}

TEST_F(Build, CancelledAnywhereLeavesOnlyTheJournal) {
    writeSampleJournal(journal, 3);
    std::vector<double> seen;
    ASSERT_TRUE(buildRunFile(journal, file, {}, [&](double done) {
        seen.push_back(done);
        return true;
    }));
    std::filesystem::remove(file);
    ASSERT_GE(seen.size(), 3u);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(seen.back(), 1.0);
    for (std::size_t stop = 0; stop + 1 < seen.size(); ++stop) {
        std::size_t calls = 0;
        const auto cancelled = buildRunFile(journal, file, {}, [&](double) { return calls++ != stop; });
        ASSERT_FALSE(cancelled);
        EXPECT_NE(cancelled.error().message.find("cancelled"), std::string::npos);
        EXPECT_EQ(entries(), 1u);
    }
}

TEST_F(Build, ADiskWithoutRoomGetsASentenceAndLeavesOnlyTheJournal) {
    writeSampleJournal(journal, 6);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{6000, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &limit);
        const auto done = buildRunFile(journal, file, {});
        _exit(!done && done.error().message.find("File too large") != std::string::npos &&
                      done.error().message.find("The journal is kept") != std::string::npos
                  ? 0
                  : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Build, BadPathsGetASentence) {
    writeSampleJournal(journal, 0);
    EXPECT_FALSE(buildRunFile(folder / "missing.part", file, {}));
    EXPECT_FALSE(buildRunFile(journal, folder / "no/folder/A.split.h5", {}));
    writeFile(folder / "text", std::as_bytes(std::span("not a journal at all")));
    EXPECT_FALSE(buildRunFile(folder / "text", file, {}));
    EXPECT_EQ(entries(), 2u);
}

TEST_F(Build, TheEndIsWhatJournalAndRecorderKnowTogether) {
    struct Case {
        const char* said;  ///< in the journal's End; nullptr: none
        EndState observed;
        EndState expected;
    };
    const std::vector<Case> cases = {
        {"finished", EndState::Finished, EndState::Finished},
        {"finished", EndState::Unknown, EndState::Finished},
        {"finished", EndState::Failed, EndState::Failed},
        {"failed", EndState::Finished, EndState::Failed},
        {"failed", EndState::Unknown, EndState::Failed},
        {"cancelled", EndState::Cancelled, EndState::Cancelled},
        {nullptr, EndState::Finished, EndState::Unknown},
        {nullptr, EndState::Unknown, EndState::Unknown},
        {nullptr, EndState::Killed, EndState::Killed},
        {"nonsense", EndState::Unknown, EndState::Unknown},
        {"running", EndState::Running, EndState::Unknown},
    };
    for (const Case& each : cases) {
        std::filesystem::remove(journal);
        std::filesystem::remove(file);
        auto training = writer();
        training->addStep(sampleStep(-1), {});
        if (each.said != nullptr) training->end(each.said);
        training.reset();
        const auto run = built(observed(each.observed));
        ASSERT_TRUE(run);
        EXPECT_EQ(run->info().end, each.expected)
            << (each.said ? each.said : "nothing") << " " << nameOf(each.observed);
        EXPECT_EQ(run->info().endReason.empty(), run->info().end != EndState::Unknown);
    }
}

TEST_F(Build, ExitCodeSignalAndLastWordsAreKept) {
    writeSampleJournal(journal, 0);
    ObservedEnd end = observed(EndState::Killed);
    end.signal = 9;
    end.reason = "Killed by SIGKILL; perhaps out of memory.";
    end.lastWords = std::string("Traceback\n") + std::string(100'000, 'x') + "\nMemoryError\n";
    const auto run = built(end);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info().end, EndState::Killed);
    EXPECT_EQ(run->info().signal, 9);
    EXPECT_EQ(run->info().exitCode, std::nullopt);
    EXPECT_EQ(run->info().endReason, end.reason);
    EXPECT_EQ(run->info().lastWords, end.lastWords);
}

TEST_F(Build, ATrainingThatSaidWhyItFailedIsBelievedOverItsExitCode) {
    auto training = writer();
    training->addStep(sampleStep(-1), {});
    training->end("failed", "put_ has no deterministic implementation.");
    training.reset();
    ObservedEnd end = observed(EndState::Failed);
    end.exitCode = 2;
    end.reason = "The command ended with exit code 2.";
    const auto run = built(end);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info().endReason, "put_ has no deterministic implementation.");
    EXPECT_EQ(run->info().exitCode, 2);
}

TEST_F(Build, ARunWithoutAStepIsARun) {
    writer().reset();
    const auto run = built();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->rowCount(), 0);
    EXPECT_EQ(run->stepCount(), 0);
    EXPECT_TRUE(run->members(Kind::Weight).empty());
    EXPECT_EQ(contentsOf(*run), contentsOf(*opened(journal)));
}

TEST_F(Build, LossesKeepTheirBits) {
    const std::uint64_t nanPayload = 0x7fc12345;
    auto training = writer();
    const std::vector<std::vector<journal::LossValue>> losses = {
        {{ScalarType::Float32, nanPayload}},
        {{ScalarType::Float32, 0x80000000u}},                                      // −0
        {{ScalarType::Float32, 0x7f800000u}},                                      // ∞
        {{ScalarType::Float32, 1}},                                                // the smallest number
        {{ScalarType::Float32, 0x3f800000u}, {ScalarType::Float32, 0x40400000u}},  // 1 and 3
        {},
    };
    for (std::size_t step = 0; step < losses.size(); ++step) {
        journal::StepRecord record;
        record.step = static_cast<std::int64_t>(step);
        record.losses = losses[step];
        training->addStep(record, {});
    }
    training.reset();
    for (const auto& run : {opened(journal), built()}) {
        ASSERT_EQ(run->rowCount(), 7);  // step −1 was not recorded
        EXPECT_EQ(run->lossType(), ScalarType::Float32);
        std::vector<double> values(7);
        ASSERT_TRUE(run->readColumn(Column::Loss, 0, values));
        EXPECT_TRUE(std::isnan(values[0]));
        EXPECT_TRUE(std::isnan(values[1]));
        EXPECT_EQ(std::bit_cast<std::uint64_t>(values[2]), 0x8000000000000000u);
        EXPECT_TRUE(std::isinf(values[3]));
        EXPECT_EQ(values[4], std::bit_cast<float>(1u));
        EXPECT_EQ(values[5], 2.0);
        EXPECT_TRUE(std::isnan(values[6]));
        EXPECT_TRUE(run->info().damaged.empty());
    }
}

TEST_F(Build, LossesOfEveryTypeAreWidenedExactly) {
    struct Case {
        ScalarType type;
        std::uint64_t bits;
        double value;
    };
    const std::vector<Case> cases = {{ScalarType::Float16, 0x3e00, 1.5},
                                     {ScalarType::Float16, 0x0001, std::ldexp(1, -24)},
                                     {ScalarType::Float16, 0xfc00, -INFINITY},
                                     {ScalarType::BFloat16, 0xc040, -3.0},
                                     {ScalarType::Float64, std::bit_cast<std::uint64_t>(0.1), 0.1},
                                     {ScalarType::Int64, 7, 7}};
    for (const Case& each : cases) {
        std::filesystem::remove(journal);
        std::filesystem::remove(file);
        auto training = writer();
        journal::StepRecord record;
        record.step = 0;
        record.losses = {{each.type, each.bits}};
        training->addStep(record, {});
        training.reset();
        for (const auto& run : {opened(journal), built()}) {
            double value = 0;
            ASSERT_TRUE(run->readColumn(Column::Loss, 1, {&value, 1}));
            EXPECT_EQ(value, each.value);
            EXPECT_EQ(run->lossType(), each.type == ScalarType::Int64 ? ScalarType::Float64 : each.type);
        }
    }
}

TEST_F(Build, TensorsOfEveryTypeShapeAndName) {
    std::vector<Member> members;
    for (const ScalarType type :
         {ScalarType::UInt8, ScalarType::Int8, ScalarType::Int16, ScalarType::Int32, ScalarType::Int64,
          ScalarType::Float16, ScalarType::Float32, ScalarType::Float64, ScalarType::ComplexFloat16,
          ScalarType::ComplexFloat32, ScalarType::ComplexFloat64, ScalarType::Bool, ScalarType::BFloat16,
          ScalarType::UInt16, ScalarType::UInt32, ScalarType::UInt64})
        members.push_back({Kind::Weight, fingerprint::nameOf(type), {2, 3}, type, -1});
    for (const char* name :
         {"", ".", "..", "steps", "present", "a/b", "a%2Fb", "/", "%", "tab\there", "layer.0.weight", "ü"})
        members.push_back({Kind::Weight, name, {2}, ScalarType::Float32, -1});
    members.push_back({Kind::Weight, "twice", {1}, ScalarType::Float32, -1});
    members.push_back({Kind::Weight, "twice", {1}, ScalarType::Float32, -1});
    members.push_back({Kind::Weight, "scalar", {}, ScalarType::Float64, -1});
    members.push_back({Kind::Weight, "deep", std::vector<std::int64_t>(20, 1), ScalarType::Int8, -1});
    members.push_back({Kind::Optimizer, "momentum", {4}, ScalarType::Float32, 0});
    auto training = writer();
    training->addMembers(members);
    std::vector<std::uint32_t> numbers(kindCount, 0);
    for (const Member& member : members)
        training->addValues(-1, member.kind, numbers[indexOf(member.kind)]++, sampleValues(member, -1));
    training->addStep(sampleStep(-1), {});
    training.reset();
    const auto followed = opened(journal);
    const auto run = built();
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->info().damaged.empty());
    EXPECT_EQ(contentsOf(*run), contentsOf(*followed));
    EXPECT_TRUE(run->hasValues(Kind::Optimizer, 0));
    std::vector<std::byte> bytes(4);
    const auto number = static_cast<std::uint32_t>(run->members(Kind::Weight).size()) - 3;
    ASSERT_TRUE(run->readValues(Kind::Weight, number, 0, bytes));
    EXPECT_EQ(bytes, sampleValues(members[number], -1));
}

TEST_F(Build, TensorsThatAppearLaterAreAbsentBefore) {
    const Member early = {Kind::Weight, "early", {2}, ScalarType::Float32, -1};
    const Member late = {Kind::Weight, "late", {3}, ScalarType::Float32, 1};
    auto training = writer();
    training->addMembers(std::span(&early, 1));
    for (std::int64_t step = -1; step < 3; ++step) {
        if (step == 1) training->addMembers(std::span(&late, 1));
        training->addValues(step, Kind::Weight, 0, sampleValues(early, step));
        if (step >= 1) training->addValues(step, Kind::Weight, 1, sampleValues(late, step));
        journal::StepRecord record;
        record.step = step;
        record.fingerprints[indexOf(Kind::Weight)].assign(step >= 1 ? 2 : 1, Fingerprint{{9, 9}});
        training->addStep(record, keepAll);
    }
    training.reset();
    for (const auto& run : {opened(journal), built()}) {
        EXPECT_TRUE(run->info().damaged.empty());
        EXPECT_EQ(run->valueRows(), (std::vector<std::int64_t>{0, 1, 2, 3}));
        EXPECT_TRUE(run->hasValues(Kind::Weight, 1));
        EXPECT_FALSE(run->hasValuesAt(Kind::Weight, 1, 1));
        EXPECT_TRUE(run->hasValuesAt(Kind::Weight, 1, 2));
        std::vector<std::byte> bytes(12);
        EXPECT_FALSE(run->readValues(Kind::Weight, 1, 1, bytes));
        ASSERT_TRUE(run->readValues(Kind::Weight, 1, 3, bytes));
        EXPECT_EQ(bytes, sampleValues(late, 2));
        std::vector<Fingerprint> rows(8);
        ASSERT_TRUE(run->readFingerprints(Kind::Weight, 0, 4, rows));
        EXPECT_TRUE(rows[1].isAbsent());
        EXPECT_FALSE(rows[7].isAbsent());
    }
}

TEST_F(Build, ATensorLargerThanAChunkIsCutAndReadsWhole) {
    const Member large = {Kind::Weight, "large", {3, 1'900'001}, ScalarType::Float32, -1};
    auto training = writer();
    training->addMembers(std::span(&large, 1));
    for (std::int64_t step = -1; step < 1; ++step) {
        training->addValues(step, Kind::Weight, 0, sampleValues(large, step));
        training->addStep(sampleStep(step), {});
    }
    training.reset();
    const auto run = built();
    ASSERT_TRUE(run);
    std::vector<std::byte> bytes(journal::sizeInBytes(large).value());
    for (std::size_t snapshot = 0; snapshot < 2; ++snapshot) {
        ASSERT_TRUE(run->readValues(Kind::Weight, 0, snapshot, bytes));
        EXPECT_TRUE(bytes == sampleValues(large, static_cast<std::int64_t>(snapshot) - 1));
    }
}

TEST_F(Build, ManyRowsCrossChunks) {
    auto training = writer();
    training->addMembers(sampleMembers());
    constexpr std::int64_t steps = 20'000;
    for (std::int64_t step = -1; step < steps; ++step) training->addStep(sampleStep(step), keepAll);
    training.reset();
    const auto followed = opened(journal);
    const auto run = built();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->rowCount(), steps + 1);
    for (Kind kind : allKinds) {
        std::vector<Fingerprint> a(steps + 1), b(steps + 1);
        ASSERT_TRUE(run->readDigests(kind, 0, a));
        ASSERT_TRUE(followed->readDigests(kind, 0, b));
        EXPECT_TRUE(a == b) << nameOf(kind);
        const std::size_t rows = run->fingerprintRows(kind).size();
        ASSERT_EQ(rows, followed->fingerprintRows(kind).size());
        std::vector<Fingerprint> c(rows * run->members(kind).size()), d(c.size());
        ASSERT_TRUE(run->readFingerprints(kind, 0, rows, c));
        ASSERT_TRUE(followed->readFingerprints(kind, 0, rows, d));
        EXPECT_TRUE(c == d) << nameOf(kind);
    }
    std::vector<double> part(3);
    ASSERT_TRUE(run->readColumn(Column::LearningRate, 8191, part));
    EXPECT_EQ(part[2], 0.1 / 8193.0);
    EXPECT_FALSE(run->readColumn(Column::Loss, steps, part));
    EXPECT_FALSE(run->readColumn(Column::Loss, -1, part));
}

}  // namespace

}  // namespace firstsplit::record
