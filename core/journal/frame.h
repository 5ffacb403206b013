#pragma once

#include <array>
#include <cstdint>

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

}  // namespace firstsplit::journal
