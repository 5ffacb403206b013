#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "collector.h"
#include "core/journal/bytes.h"
#include "sample.h"

namespace firstsplit::journal {

namespace {

using namespace firstsplit::testing;

/// A journal put together frame by frame, as no writer of ours would.
class Frames {
  public:
    Frames() : bytes(fileHeaderBytes) { encodeFileHeader(std::span<std::byte, fileHeaderBytes>(bytes)); }

    Frames& add(FrameType type, std::span<const std::byte> payload) {
        FrameHeader header{static_cast<std::uint16_t>(type), CheckAlgorithm::Xxh3, payload.size(),
                           checkOf(CheckAlgorithm::Xxh3, payload), sequence++};
        return addRaw(header, payload);
    }
    Frames& addRaw(const FrameHeader& header, std::span<const std::byte> payload) {
        positions.push_back(bytes.size());
        std::array<std::byte, frameHeaderBytes> encoded{};
        encodeFrameHeader(header, encoded);
        bytes.insert(bytes.end(), encoded.begin(), encoded.end());
        bytes.insert(bytes.end(), payload.begin(), payload.end());
        bytes.resize(bytes.size() + paddedSize(payload.size()) - payload.size());
        return *this;
    }
    Frames& addStep(std::int64_t number) {
        StepPayload step;
        step.step = number;
        std::vector<std::byte> payload(stepPayloadBytes(step));
        encodeStep(step, payload.data());
        return add(FrameType::Step, payload);
    }
    Frames& addJson(FrameType type, const std::string& json) {
        return add(type, std::as_bytes(std::span(json)));
    }

    std::vector<std::byte> bytes;
    std::vector<std::size_t> positions;  ///< of each frame
    std::uint32_t sequence = 0;
};

class Reader : public ::testing::Test {
  protected:
    Collector read(const std::vector<std::byte>& bytes) {
        writeFile(path, bytes);
        return collect(path);
    }
    std::vector<std::int64_t> stepsOf(const Collector& seen) {
        std::vector<std::int64_t> out;
        for (const auto& step : seen.steps) out.push_back(step.step);
        return out;
    }
    std::string whyNot(const std::vector<std::byte>& bytes) {
        writeFile(path, bytes);
        const auto reader = JournalReader::open(path);
        return reader ? std::string() : reader.error().message;
    }

    TemporaryFolder folder;
    const std::string path = folder / "a.split.part";
};

TEST_F(Reader, LeavesOutAFrameWhoseContentIsDamagedAndGoesOn) {
    Frames frames;
    frames.addStep(-1).addStep(0).addStep(1);
    frames.bytes[frames.positions[1] + frameHeaderBytes + 20] ^= std::byte{4};
    const Collector seen = read(frames.bytes);
    EXPECT_EQ(stepsOf(seen), (std::vector<std::int64_t>{-1, 1}));
    ASSERT_EQ(seen.damage.size(), 1u);
    EXPECT_EQ(seen.damage[0].position, frames.positions[1]);
    EXPECT_NE(seen.damage[0].sentence.find("content is damaged"), std::string::npos);
}

TEST_F(Reader, FindsTheNextFrameBehindADamagedHeader) {
    Frames frames;
    frames.addStep(-1).addStep(0).addStep(1);
    frames.bytes[frames.positions[1] + 9] ^= std::byte{1};
    const Collector seen = read(frames.bytes);
    EXPECT_EQ(stepsOf(seen), (std::vector<std::int64_t>{-1, 1}));
    ASSERT_EQ(seen.damage.size(), 1u);
    EXPECT_EQ(seen.damage[0].bytes, frames.positions[2] - frames.positions[1]);
}

TEST_F(Reader, DoesNotTakeUpFramesNumberedForAnotherPlace) {
    Frames inner;
    inner.sequence = 100'000;  // further ahead than the damaged bytes could hold frames
    inner.addStep(30).addStep(31);
    Frames frames;
    frames.addStep(-1);
    std::vector<std::byte> payload(valuesPrefixBytes);
    encodeValuesPrefix({0, Kind::Weight, 0, 0, inner.bytes.size(), 0, 0}, payload.data());
    payload.insert(payload.end(), inner.bytes.begin(), inner.bytes.end());
    frames.add(FrameType::Values, payload).addStep(0);
    frames.bytes[frames.positions[1]] ^= std::byte{1};
    EXPECT_EQ(stepsOf(read(frames.bytes)), (std::vector<std::int64_t>{-1, 0}));
}

TEST_F(Reader, SaysThatFramesAreMissingOrRepeated) {
    Frames frames;
    frames.addStep(-1).addStep(0).addStep(1);
    auto cut = frames.bytes;
    cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(frames.positions[1]),
              cut.begin() + static_cast<std::ptrdiff_t>(frames.positions[2]));
    const Collector missing = read(cut);
    EXPECT_EQ(stepsOf(missing), (std::vector<std::int64_t>{-1, 1}));
    ASSERT_EQ(missing.damage.size(), 1u);
    EXPECT_NE(missing.damage[0].sentence.find("1 frames that stood here are missing"), std::string::npos);

    auto repeated = frames.bytes;
    repeated.insert(repeated.end(), frames.bytes.begin() + static_cast<std::ptrdiff_t>(frames.positions[1]),
                    frames.bytes.begin() + static_cast<std::ptrdiff_t>(frames.positions[2]));
    const Collector twice = read(repeated);
    EXPECT_EQ(stepsOf(twice), (std::vector<std::int64_t>{-1, 0, 1}));
    EXPECT_EQ(twice.damage.size(), 1u);
}

TEST_F(Reader, PassesOverFramesOfALaterMinorVersion) {
    Frames frames;
    frames.addStep(-1).addJson(static_cast<FrameType>(77), "whatever").addStep(0);
    storeAs(frames.bytes.data() + 12, std::uint32_t{9});
    const Collector seen = read(frames.bytes);
    EXPECT_EQ(stepsOf(seen), (std::vector<std::int64_t>{-1, 0}));
    EXPECT_TRUE(seen.damage.empty());
}

TEST_F(Reader, RefusesAnotherMajorVersionByName) {
    Frames frames;
    storeAs(frames.bytes.data() + 8, std::uint32_t{2});
    EXPECT_NE(whyNot(frames.bytes).find("version 2"), std::string::npos);
}

TEST_F(Reader, RefusesWhatIsNoJournal) {
    const std::string text = "loss,step\n0.5,1\n";
    const auto bytes = std::as_bytes(std::span(text));
    EXPECT_NE(whyNot({bytes.begin(), bytes.end()}).find("not a journal"), std::string::npos);
    EXPECT_FALSE(JournalReader::open(folder / "missing"));
    EXPECT_FALSE(JournalReader::open(folder.path().string()));
}

TEST_F(Reader, AnIncompleteTailIsNoDamage) {
    Frames frames;
    frames.addStep(-1).addStep(0);
    for (std::size_t size = frames.positions[1]; size < frames.bytes.size(); ++size) {
        writeFile(path, std::span(frames.bytes).first(size));
        auto reader = JournalReader::open(path);
        ASSERT_TRUE(reader);
        Collector seen;
        ASSERT_TRUE((*reader)->poll(seen));
        EXPECT_EQ(stepsOf(seen), (std::vector<std::int64_t>{-1})) << size;
        EXPECT_TRUE(seen.damage.empty()) << size;
        EXPECT_EQ((*reader)->tail(), size == frames.positions[1] ? Tail::Whole : Tail::Incomplete) << size;
        EXPECT_TRUE((*reader)->isAtEnd());
    }
}

TEST_F(Reader, ZerosAtTheEndAreDamageAndCostNothingBefore) {
    Frames frames;
    frames.addStep(-1);
    frames.bytes.resize(frames.bytes.size() + 4096);
    writeFile(path, frames.bytes);
    auto reader = JournalReader::open(path);
    Collector seen;
    ASSERT_TRUE((*reader)->poll(seen));
    EXPECT_EQ(stepsOf(seen), (std::vector<std::int64_t>{-1}));
    EXPECT_EQ((*reader)->tail(), Tail::Damaged);
    EXPECT_NE((*reader)->tailSentence().find("its end"), std::string::npos);
}

TEST_F(Reader, FollowsAFileThatGrowsByteByByte) {
    Frames frames;
    frames.addStep(-1).addJson(FrameType::Log, R"({"level":"info","text":"hi"})").addStep(0);
    writeFile(path, {});
    auto reader = JournalReader::open(path);
    ASSERT_TRUE(reader) << reader.error().message;
    Collector seen;
    std::ofstream file(path, std::ios::binary | std::ios::app);
    for (std::size_t size = 0; size < frames.bytes.size(); ++size) {
        file.put(static_cast<char>(frames.bytes[size])).flush();
        ASSERT_TRUE((*reader)->poll(seen));
        EXPECT_EQ(seen.steps.size(), size + 1 < frames.positions[1]   ? 0u
                                     : size + 1 < frames.bytes.size() ? 1u
                                                                      : 2u);
    }
    EXPECT_EQ(seen.logs.size(), 1u);
    EXPECT_TRUE(seen.damage.empty());
}

TEST_F(Reader, AFileThatBecomesShorterIsAnError) {
    Frames frames;
    frames.addStep(-1).addStep(0);
    writeFile(path, frames.bytes);
    auto reader = JournalReader::open(path);
    Collector seen;
    ASSERT_TRUE((*reader)->poll(seen));
    std::filesystem::resize_file(path, 100);
    const auto polled = (*reader)->poll(seen);
    ASSERT_FALSE(polled);
    EXPECT_NE(polled.error().message.find("shorter"), std::string::npos);
}

/// Payloads with a right check and impossible content: one sentence each, and the next frame is read.
TEST_F(Reader, HostileContentIsLeftOut) {
    const auto numbers = [](std::initializer_list<std::uint64_t> words) {
        std::vector<std::byte> out;
        for (const std::uint64_t word : words) {
            const auto bytes = std::as_bytes(std::span(&word, 1));
            out.insert(out.end(), bytes.begin(), bytes.end());
        }
        return out;
    };
    const std::uint64_t everyBit = ~std::uint64_t{0};
    const std::string deep(100'000, '[');
    const std::vector<std::pair<FrameType, std::vector<std::byte>>> hostile = {
        {FrameType::Fingerprints, numbers({0, everyBit << 32})},  // 4 billion fingerprints, none there
        {FrameType::Fingerprints, numbers({0, 7})},               // no such kind
        {FrameType::Fingerprints, numbers({0})},                  // too short
        {FrameType::Values, numbers({0, 6, everyBit, 8, 1})},     // begins behind its own end
        {FrameType::Values, numbers({0, 6, 0, 8, 1, 2})},         // longer than its total
        {FrameType::Values, numbers({0, 6, everyBit - 7, everyBit, 1, 2})},  // offset + bytes overflows
        {FrameType::Step, numbers({0, 0xffffffff00000000u})},                // 4 billion losses
        {FrameType::Step, std::vector<std::byte>(stepPrefixBytes + 1)},
        {FrameType::Step, {}},
        {FrameType::Members, numbers({everyBit})},
    };
    Frames frames;
    frames.addStep(-1);
    for (const auto& [type, payload] : hostile) frames.add(type, payload);
    for (
        const std::string& json :
        {std::string("{"), std::string("[]"), std::string("{}"), deep, std::string(R"({"members":[1]})"),
         std::string(R"({"members":[{"kind":"weight","number":99999999,"name":"w"}]})"),
         std::string(R"({"members":[{"kind":"weight","number":-1}]})"),
         std::string(R"({"members":[{"kind":"soul","number":0}]})"),
         std::string(R"({"members":[{"kind":"weight","number":0,"dtype":"float32","shape":[-1]}]})"),
         std::string(
             R"({"members":[{"kind":"weight","number":0,"dtype":"float32","shape":[9223372036854775807,9223372036854775807]}]})"),
         std::string(
             R"({"members":[{"kind":"weight","number":0,"dtype":"float32","shape":[0,4611686018427387903,4611686018427387903]}]})")})
        frames.addJson(FrameType::Members, json);
    const std::size_t bad = hostile.size() + 11;
    frames.addStep(0);
    const Collector seen = read(frames.bytes);
    EXPECT_EQ(stepsOf(seen), (std::vector<std::int64_t>{-1, 0}));
    EXPECT_EQ(seen.damage.size(), bad);
    EXPECT_TRUE(seen.members.empty());
    EXPECT_TRUE(seen.values.empty());
    EXPECT_TRUE(seen.fingerprints.empty());
}

}  // namespace

}  // namespace firstsplit::journal
