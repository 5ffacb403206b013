// The arithmetic of fs128/1, written once: the CPU paths, the CUDA kernel and the tests all take it from
// here.
//
// A tensor's bytes, in row-major order, are padded with zeros to blocks of 512 little-endian 32-bit words. In
// each of two lanes every block is hashed by NH (Black, Halevi, Krawczyk, Krovetz, Rogaway, "UMAC", CRYPTO
// 1999) with signed products, since those are what every vector unit and torch's int64 have. Block hashes are
// scrambled with their position and summed, so that any split of the work over threads gives the same bits;
// the header (dtype and shape) enters last. The keys are not linear in the position: with keys that are, +1
// −1 −1 +1 edits of integers cancel.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define FIRSTSPLIT_HOST_DEVICE __host__ __device__
#else
#define FIRSTSPLIT_HOST_DEVICE
#endif

namespace firstsplit::fingerprint::fs128 {

static_assert(std::endian::native == std::endian::little, "fs128/1 reads words as they lie in memory");

inline constexpr unsigned lanes = 2;
inline constexpr unsigned wordsPerBlock = 512;
inline constexpr unsigned pairsPerBlock =
    wordsPerBlock / 2;  ///< Word j is multiplied with word j + pairsPerBlock.
inline constexpr unsigned bytesPerBlock = 4 * wordsPerBlock;

inline constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
inline constexpr std::uint64_t laneConstant = 0xD1B54A32D192ED03;

/// The finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection in which each bit reaches every
/// other.
FIRSTSPLIT_HOST_DEVICE constexpr std::uint64_t fmix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/// The key of word `word` of a block, in lane `lane`.
FIRSTSPLIT_HOST_DEVICE constexpr std::int32_t key(unsigned lane, unsigned word) {
    const std::uint64_t index = std::uint64_t{wordsPerBlock} * lane + word + 1;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(fmix(index * golden) >> 32));
}

struct KeyTable {
    alignas(64) std::int32_t at[lanes][wordsPerBlock];
};

constexpr KeyTable makeKeys() {
    KeyTable table{};
    for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned word = 0; word < wordsPerBlock; ++word) table.at[lane][word] = key(lane, word);
    return table;
}

inline constexpr KeyTable keys = makeKeys();

/// What one pair of words adds to its block's sum in a lane.
FIRSTSPLIT_HOST_DEVICE constexpr std::uint64_t product(std::uint32_t first, std::int32_t firstKey,
                                                       std::uint32_t second, std::int32_t secondKey) {
    const auto a = static_cast<std::int32_t>(first + static_cast<std::uint32_t>(firstKey));
    const auto b = static_cast<std::int32_t>(second + static_cast<std::uint32_t>(secondKey));
    return static_cast<std::uint64_t>(std::int64_t{a} * std::int64_t{b});
}

/// What block number `block` (from 0) with the sum `sum` adds to its tensor's sum in a lane.
FIRSTSPLIT_HOST_DEVICE constexpr std::uint64_t mixBlock(std::uint64_t sum, std::uint64_t block,
                                                        unsigned lane) {
    return fmix(sum + (((block + 1) * golden) ^ (lane != 0 ? laneConstant : 0)));
}

/// The header is absorbed one value at a time: scalar type, number of dimensions, each size.
inline constexpr std::uint64_t headerStart = fmix(1);

FIRSTSPLIT_HOST_DEVICE constexpr std::uint64_t absorb(std::uint64_t header, std::int64_t value) {
    return fmix(header + golden + static_cast<std::uint64_t>(value));
}

/// A lane of the fingerprint, from the sum of the tensor's mixed blocks and its header.
FIRSTSPLIT_HOST_DEVICE constexpr std::uint64_t finish(std::uint64_t sum, std::uint64_t header,
                                                      unsigned lane) {
    return fmix(sum + (lane != 0 ? header ^ laneConstant : header));
}

}  // namespace firstsplit::fingerprint::fs128
