#include "core/fingerprint/paths.h"

#include <gmock/gmock.h>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "core/fingerprint/fingerprint.h"
#include "core/fingerprint/fs128.h"
#include "tests/fingerprint/every_path.h"

namespace firstsplit::fingerprint::test {
namespace {

std::vector<std::byte> randomBytes(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    return bytes;
}

using PathsTest = EveryPath;
INSTANTIATE_TEST_SUITE_P(, PathsTest, testing::ValuesIn(availablePaths()), pathName);

TEST_P(PathsTest, GivesTheBitsOfTheScalarPathAtRandomSizes) {
    const std::vector<std::byte> bytes = randomBytes(40000, 2);
    std::mt19937_64 random(3);
    for (int round = 0; round < 500; ++round) {
        const std::size_t begin = random() % 5000;
        const std::size_t size = random() % (bytes.size() - begin);
        const std::span<const std::byte> part = std::span(bytes).subspan(begin, size);
        const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(size)};
        ASSERT_TRUE(forcePath(Path::Scalar));
        const Fingerprint expected = ofTensor(ScalarType::UInt8, shape, part);
        ASSERT_TRUE(forcePath(GetParam()));
        const Fingerprint found = ofTensor(ScalarType::UInt8, shape, part);
        ASSERT_EQ(found.lanes[0], expected.lanes[0]) << size << " bytes at " << begin;
        ASSERT_EQ(found.lanes[1], expected.lanes[1]) << size << " bytes at " << begin;
    }
}

TEST_P(PathsTest, SplitsAnywhereBetweenBlocks) {
    const std::vector<std::byte> bytes = randomBytes(9 * fs128::bytesPerBlock, 4);
    Sums whole{};
    accumulate(bytes.data(), 9, 100, whole);
    for (std::size_t split = 0; split <= 9; ++split) {
        Sums parts{};
        accumulate(bytes.data() + split * fs128::bytesPerBlock, 9 - split, 100 + split, parts);
        accumulate(bytes.data(), split, 100, parts);
        EXPECT_EQ(parts, whole) << split;
    }
}

TEST_P(PathsTest, WrapsAtTheLargestProducts) {
    // Words that the keys take to the ends of the range: sums of 256 products of up to 2^62 wrap around 2^64.
    for (std::uint32_t end : {0x80000000u, 0x7FFFFFFFu, 0xFFFFFFFFu, 0u}) {
        std::vector<std::uint32_t> words(fs128::wordsPerBlock);
        for (unsigned word = 0; word < words.size(); ++word)
            words[word] = end - static_cast<std::uint32_t>(fs128::keys.at[0][word]);
        Sums expected{};
        Sums found{};
        accumulateScalar(reinterpret_cast<const std::byte*>(words.data()), 1, 0, expected);
        accumulate(reinterpret_cast<const std::byte*>(words.data()), 1, 0, found);
        EXPECT_EQ(found, expected) << end;
        // Lane 0 by hand: 256 equal products.
        const std::int64_t value = static_cast<std::int32_t>(end);
        EXPECT_EQ(found[0], fs128::mixBlock(256 * static_cast<std::uint64_t>(value * value), 0, 0)) << end;
    }
}

TEST_P(PathsTest, IsTheOneNamed) {
    EXPECT_EQ(dispatchName(), nameOf(GetParam()));
}

TEST(Paths, TheFastestAvailableIsChosen) {
    ASSERT_FALSE(availablePaths().empty());
    EXPECT_EQ(availablePaths().front(), Path::Scalar);
    EXPECT_EQ(activePath(), availablePaths().back());
    EXPECT_EQ(dispatchName(), nameOf(availablePaths().back()));
}

TEST(Paths, AForcedPathThatIsMissingChangesNothing) {
    const std::vector<Path> available = availablePaths();
    for (Path path : {Path::Scalar, Path::Sse41, Path::Avx2, Path::Avx512}) {
        const bool has = std::ranges::find(available, path) != available.end();
        const Path before = activePath();
        EXPECT_EQ(forcePath(path), has);
        EXPECT_EQ(activePath(), has ? path : before);
    }
    forcePath(available.back());
}

TEST(Paths, AreUsedFromManyThreadsAtOnce) {
    const std::vector<std::byte> bytes = randomBytes(30001, 5);
    const std::vector<std::int64_t> shape = {30001};
    const Fingerprint expected = ofTensor(ScalarType::UInt8, shape, bytes);
    std::vector<Fingerprint> found(8);
    {
        std::vector<std::jthread> threads;
        for (Fingerprint& mine : found)
            threads.emplace_back([&] { mine = ofTensor(ScalarType::UInt8, shape, bytes); });
    }
    EXPECT_THAT(found, testing::Each(expected));
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
