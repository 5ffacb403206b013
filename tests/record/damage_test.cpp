#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "core/journal/frame.h"
#include "core/record/run.h"
#include "run_contents.h"
#include "sample.h"

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;

/// Where each Step frame of a whole journal ends.
std::vector<std::size_t> stepEnds(std::span<const std::byte> bytes) {
    std::vector<std::size_t> ends;
    for (std::size_t position = journal::fileHeaderBytes; position < bytes.size();) {
        const auto header =
            journal::decodeFrameHeader(bytes.subspan(position).first<journal::frameHeaderBytes>());
        position += journal::frameHeaderBytes + journal::paddedSize(header.value().payloadBytes);
        if (header->type == static_cast<std::uint16_t>(journal::FrameType::Step)) ends.push_back(position);
    }
    return ends;
}

/// A journal of about 2 kB, so that each of its bits can be tried.
void writeSmallJournal(const std::string& path) {
    journal::Hello hello;
    hello.client = "t";
    auto writer = journal::JournalWriter::create(path, hello);
    ASSERT_TRUE(writer);
    const std::vector<Member> members = {{Kind::Weight, "w", {3}, ScalarType::Float32, -1},
                                         {Kind::Weight, "b", {1}, ScalarType::Float32, -1}};
    (*writer)->addMembers(members);
    for (std::int64_t step = -1; step < 3; ++step) {
        for (std::uint32_t member = 0; member < 2; ++member)
            (*writer)->addValues(step, Kind::Weight, member, sampleValues(members[member], step));
        journal::StepRecord record;
        record.step = step;
        if (step >= 0)
            record.losses = {{ScalarType::Float32, 0x3f000000u + static_cast<std::uint64_t>(step)}};
        record.fingerprints[indexOf(Kind::Weight)] = {Fingerprint{{static_cast<std::uint64_t>(step + 2), 1}},
                                                      Fingerprint{{static_cast<std::uint64_t>(step + 2), 2}}};
        (*writer)->addStep(record, {true, true, true, true, true, true, true});
    }
    (*writer)->end("finished");
}

/// What must hold of a damaged copy: a row that is there is the original's, but for fingerprints and values
/// that were left out; and whatever is missing or other is said.
void expectNothingWrong(const Run& original, const Run& damaged, const std::string& where) {
    bool isSame = damaged.rowCount() == original.rowCount() && damaged.info().end == original.info().end;
    for (std::int64_t row = 0; row < damaged.rowCount(); ++row) {
        ASSERT_LT(row, original.rowCount()) << where;
        const auto expected = rowContents(original, row);
        const auto actual = rowContents(damaged, row);
        isSame = isSame && expected == actual;
        std::vector<Fingerprint> digest(1);
        ASSERT_TRUE(damaged.readDigests(Kind::Weight, row, digest)) << where;
        if (digest[0].isAbsent()) continue;  // the whole row is missing
        const std::set<std::string> known(expected.begin(), expected.end());
        for (const auto& line : actual) EXPECT_TRUE(known.contains(line)) << where << ": " << line;
    }
    if (!isSame) {
        EXPECT_FALSE(damaged.info().damaged.empty()) << where;
    }
}

class Damage : public ::testing::Test {
  protected:
    TemporaryFolder folder = TemporaryFolder::inMemory();
    const std::string whole = folder / "whole.part";
    const std::string broken = folder / "broken.part";
    const std::string file = folder / "broken.split.h5";

    std::unique_ptr<record::Run> builtFrom(const std::string& journal) {
        std::filesystem::remove(file);
        const auto built = buildRunFile(journal, file, {});
        EXPECT_TRUE(built) << built.error().message;
        return built ? opened(file) : nullptr;
    }
};

TEST_F(Damage, EveryPrefixHoldsExactlyItsWholeSteps) {
    writeSampleJournal(whole, 2);
    const auto bytes = bytesOfFile(whole);
    const auto ends = stepEnds(bytes);
    ASSERT_EQ(ends.size(), 4u);
    const auto original = opened(whole);
    for (std::size_t size = 1; size < bytes.size(); ++size) {
        writeFile(broken, std::span(bytes).first(size));
        const auto run = openRun(broken);
        ASSERT_TRUE(run) << size << " " << run.error().message;
        const auto steps =
            std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= size; });
        ASSERT_EQ((*run)->rowCount(), steps) << size;
        ASSERT_TRUE((*run)->info().damaged.empty()) << size;
        for (std::int64_t row = 0; row < steps; ++row)
            ASSERT_EQ(rowContents(**run, row), rowContents(*original, row)) << size;
        // Building costs an fsync; steps and tails of every length come by all the same.
        if (size % 101 != 0) continue;
        const auto built = builtFrom(broken);
        ASSERT_TRUE(built) << size;
        EXPECT_EQ(contentsOf(*built), contentsOf(**run)) << size;
    }
    writeFile(broken, {});
    EXPECT_FALSE(openRun(broken));
}

TEST_F(Damage, NoFlippedBitIsTakenForAValue) {
    writeSmallJournal(whole);
    const auto bytes = bytesOfFile(whole);
    const auto original = opened(whole);
    ASSERT_EQ(original->rowCount(), 4);
    std::size_t refused = 0, said = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        auto flipped = bytes;
        flipped[bit / 8] ^= std::byte{1} << (bit % 8);
        writeFile(broken, flipped);
        const auto run = openRun(broken);
        if (!run) {
            EXPECT_LT(bit / 8, journal::fileHeaderBytes) << "only the file's own header refuses a journal";
            ++refused;
            continue;
        }
        expectNothingWrong(*original, **run, "bit " + std::to_string(bit));
        said += (*run)->info().damaged.empty() ? 0 : 1;
        if (bit % 397 != 0) continue;
        const auto built = builtFrom(broken);
        ASSERT_TRUE(built) << bit;
        expectNothingWrong(*original, *built, "built, bit " + std::to_string(bit));
        EXPECT_EQ(built->info().damaged, (*run)->info().damaged);
    }
    EXPECT_EQ(refused, 12 * 8u);                 // magic and major version
    EXPECT_GT(said, bytes.size() * 8 * 9 / 10);  // all but the minor version and the padding
}

TEST_F(Damage, LostStepsAreNamedAndTheirRowsAbsent) {
    writeSampleJournal(whole, 6);
    auto bytes = bytesOfFile(whole);
    const auto ends = stepEnds(bytes);
    bytes[ends[3] - 20] ^= std::byte{1};  // content of the Step frame of step 2
    bytes[ends[4] - 20] ^= std::byte{1};  // and of step 3
    writeFile(broken, bytes);
    const auto followed = opened(broken);
    ASSERT_EQ(followed->rowCount(), 8);
    const auto sentences = followed->info().damaged;
    EXPECT_NE(std::find(sentences.begin(), sentences.end(), "Steps 2 to 3 are missing."), sentences.end());
    std::vector<Fingerprint> digests(8);
    ASSERT_TRUE(followed->readDigests(Kind::Weight, 0, digests));
    for (std::size_t row = 0; row < 8; ++row) EXPECT_EQ(digests[row].isAbsent(), row == 3 || row == 4) << row;
    const auto built = builtFrom(broken);
    ASSERT_TRUE(built);
    EXPECT_EQ(contentsOf(*built), contentsOf(*followed));
    EXPECT_EQ(built->info().damaged, sentences);
    EXPECT_FALSE(built->log().empty());
}

/// A number that damage made counts for nothing, however far it is from where the run stands.
TEST_F(Damage, AStepNumberThatCannotBeIsLeftOut) {
    using Limits = std::numeric_limits<std::int64_t>;
    for (const std::int64_t number :
         {Limits::max(), Limits::max() - 1, Limits::max() / 2, std::int64_t{1'000'003}, std::int64_t{0},
          std::int64_t{-2}, Limits::min() + 1, Limits::min()}) {
        for (const bool isFirst : {false, true}) {
            if (isFirst && number == 0) continue;  // a training may begin without the state before it
            std::filesystem::remove(whole);
            std::filesystem::remove(file);
            {
                auto writer = journal::JournalWriter::create(whole, sampleHello());
                ASSERT_TRUE(writer);
                (*writer)->addMembers(sampleMembers());
                if (!isFirst) {
                    (*writer)->addStep(sampleStep(-1), {});
                    (*writer)->addStep(sampleStep(0), {});
                }
                journal::StepRecord record;
                record.step = number;
                (*writer)->addStep(record, {});
                (*writer)->end("finished");
            }
            ASSERT_TRUE(buildRunFile(whole, file, {}));
            for (const std::string& path : {whole, file}) {
                const auto run = opened(path);
                EXPECT_EQ(run->rowCount(), isFirst ? 0 : 2) << number << " in " << path;
                ASSERT_EQ(run->info().damaged.size(), 1) << number << " in " << path;
                EXPECT_NE(run->info().damaged[0].find("left out"), std::string::npos)
                    << run->info().damaged[0];
            }
        }
    }
}

TEST_F(Damage, ASnapshotTouchedByDamageIsLeftOutAsAWhole) {
    writeSampleJournal(whole, 4);
    auto bytes = bytesOfFile(whole);
    // The first Values frame of step 2: the first frame behind the Step frame of step 1 but a Log.
    const auto ends = stepEnds(bytes);
    std::size_t position = ends[2];
    for (;;) {
        const auto header =
            journal::decodeFrameHeader(std::span<const std::byte>(bytes).subspan(position).first<32>());
        if (header->type == static_cast<std::uint16_t>(journal::FrameType::Values)) break;
        position += journal::frameHeaderBytes + journal::paddedSize(header->payloadBytes);
    }
    bytes[position + journal::frameHeaderBytes + 33] ^= std::byte{1};
    writeFile(broken, bytes);
    const auto run = opened(broken);
    EXPECT_EQ(run->valueRows(), (std::vector<std::int64_t>{0, 1, 5}));  // not row 3
    EXPECT_EQ(run->rowCount(), 6);
    EXPECT_FALSE(run->info().damaged.empty());
    const auto built = builtFrom(broken);
    EXPECT_EQ(contentsOf(*built), contentsOf(*run));
}

}  // namespace

}  // namespace firstsplit::record
