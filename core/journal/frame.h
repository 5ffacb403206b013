#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// The byte layout is specified in FORMAT.md; these are its numbers. All integers are little-endian.
namespace firstsplit::journal {

inline constexpr std::array<char, 8> fileMagic = {'F', 'S', 'P', 'L', 'I', 'T', 'J', '\n'};
inline constexpr std::uint32_t majorVersion = 1;
inline constexpr std::uint32_t minorVersion = 0;
inline constexpr std::uint32_t frameMagic = 0x52465346;  // "FSFR"

enum class FrameType : std::uint16_t {
    Hello = 1,         ///< JSON: the run's identity, request, versions, host facts
    Members = 2,       ///< JSON: tensors, generators, batch parts that appear from a step on
    Fingerprints = 3,  ///< binary: fingerprints of one kind's members at one step
    Values = 4,        ///< binary: bytes (or a part of them) of one member at one step
    Step = 5,          ///< binary: scalars and digests; the last frame of a step, which makes the step whole
    Epoch = 6,         ///< JSON: validation loss and accuracy, first sample ids
    Log = 7,           ///< JSON: a warning or an error, with its step
    Settings = 8,      ///< JSON: settings in force, read back
    End = 9,           ///< JSON: the training process ended of its own accord
};

enum class CheckAlgorithm : std::uint8_t {
    Crc32 = 1,  ///< zlib's, for writers without libraries (Python)
    Xxh3 = 2,   ///< XXH3, 64 bits
};

inline constexpr std::size_t fileHeaderBytes = 16;
inline constexpr std::size_t frameHeaderBytes = 32;
/// A longer payload is not allowed; a header that announces one is damaged, whatever its check says.
inline constexpr std::uint64_t maxPayloadBytes = std::uint64_t{64} << 20;
/// Values of a member are cut into parts of at most this many bytes.
inline constexpr std::uint64_t maxValuePartBytes = std::uint64_t{16} << 20;

struct FrameHeader {
    std::uint16_t type = 0;  ///< of FrameType, or one that a later minor version added
    CheckAlgorithm algorithm = CheckAlgorithm::Xxh3;
    std::uint64_t payloadBytes = 0;
    std::uint64_t payloadCheck = 0;
    std::uint32_t sequence = 0;  ///< number of the frame in its file, from 0, modulo 2³²
};

void encodeFileHeader(std::span<std::byte, fileHeaderBytes> out);
void encodeFrameHeader(const FrameHeader& header, std::span<std::byte, frameHeaderBytes> out);
/// Nothing when magic, own check, check algorithm or length are not those of a frame header.
std::optional<FrameHeader> decodeFrameHeader(std::span<const std::byte, frameHeaderBytes> bytes);

std::uint64_t checkOf(CheckAlgorithm algorithm, std::span<const std::byte> payload);

/// Frames begin at multiples of 8: a payload is followed by 0 to 7 zero bytes.
constexpr std::uint64_t paddedSize(std::uint64_t payloadBytes) {
    return (payloadBytes + 7) & ~std::uint64_t{7};
}

}  // namespace firstsplit::journal
