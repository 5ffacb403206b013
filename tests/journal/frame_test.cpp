#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/journal/bytes.h"
#include "core/journal/frame.h"

namespace firstsplit::journal {

namespace {

std::array<std::byte, frameHeaderBytes> encoded(const FrameHeader& header) {
    std::array<std::byte, frameHeaderBytes> bytes{};
    encodeFrameHeader(header, bytes);
    return bytes;
}

TEST(FrameHeader, ReadsBackAsWritten) {
    const auto bytes = encoded({513, CheckAlgorithm::Crc32, 77, 0x1122334455667788u, 9});
    const auto header = decodeFrameHeader(bytes);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->type, 513);
    EXPECT_EQ(header->algorithm, CheckAlgorithm::Crc32);
    EXPECT_EQ(header->payloadBytes, 77u);
    EXPECT_EQ(header->payloadCheck, 0x1122334455667788u);
    EXPECT_EQ(header->sequence, 9u);
}

TEST(FrameHeader, EveryFlippedBitIsSeen) {
    const auto right = encoded({5, CheckAlgorithm::Xxh3, 152, 42, 7});
    for (std::size_t bit = 0; bit < frameHeaderBytes * 8; ++bit) {
        auto bytes = right;
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        EXPECT_FALSE(decodeFrameHeader(bytes)) << "bit " << bit;
    }
}

TEST(FrameHeader, RefusesALengthBeyondTheLimitWhateverItsCheckSays) {
    EXPECT_TRUE(decodeFrameHeader(encoded({4, CheckAlgorithm::Xxh3, maxPayloadBytes, 0, 0})));
    EXPECT_FALSE(decodeFrameHeader(encoded({4, CheckAlgorithm::Xxh3, maxPayloadBytes + 1, 0, 0})));
}

TEST(FrameHeader, RefusesAnUnknownCheckAlgorithm) {
    EXPECT_FALSE(decodeFrameHeader(encoded({4, static_cast<CheckAlgorithm>(3), 8, 0, 0})));
}

TEST(Check, IsZlibsCrcAndXxh3) {
    const std::array<std::byte, 9> digits = {std::byte{'1'}, std::byte{'2'}, std::byte{'3'},
                                             std::byte{'4'}, std::byte{'5'}, std::byte{'6'},
                                             std::byte{'7'}, std::byte{'8'}, std::byte{'9'}};
    EXPECT_EQ(checkOf(CheckAlgorithm::Crc32, digits), 0xcbf43926u);  // the CRC's published check value
    EXPECT_EQ(checkOf(CheckAlgorithm::Crc32, {}), 0u);
    EXPECT_EQ(checkOf(CheckAlgorithm::Xxh3, {}), 0x2d06800538d394c2u);  // XXH3_64bits of nothing, seed 0
}

}  // namespace

}  // namespace firstsplit::journal
