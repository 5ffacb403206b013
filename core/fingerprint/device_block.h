// What a thread of the CUDA kernel computes, compiled for the device and, for the tests, for the CPU.
//
// A warp takes a block of 2 KiB: its thread t reads the words t, t + 32, t + 64 …, so that a warp's loads are
// whole cache lines and the keys in shared memory are read without bank conflicts. A thread group of eight
// warps takes a chunk.
#pragma once

#include <cstdint>

#include "core/fingerprint/fs128.h"

namespace firstsplit::fingerprint::fs128 {

inline constexpr unsigned threadsPerWarp = 32;
inline constexpr unsigned warpsPerGroup = 8;
inline constexpr unsigned threadsPerGroup = threadsPerWarp * warpsPerGroup;
/// Four blocks a warp: enough to make the two atomic additions a warp does for them cheap, few enough to
/// spread a model of some megabytes over every multiprocessor.
inline constexpr unsigned blocksPerChunk = 4 * warpsPerGroup;
inline constexpr unsigned keyCount = lanes * wordsPerBlock;

/// A tensor as the kernel reads it; `data` stands at a multiple of four bytes.
struct TensorView {
    const void* data;
    std::uint64_t bytes;
};

/// A run of blocks of one tensor.
struct Chunk {
    std::uint32_t tensor;  ///< Its place among the tensors of the launch.
    std::uint32_t blocks;  ///< 1 … blocksPerChunk.
    std::uint64_t firstBlock;
};

/// Key number `index` of both lanes' keys in a row, for the table in shared memory.
FIRSTSPLIT_HOST_DEVICE constexpr std::int32_t keyAt(unsigned index) {
    return key(index / wordsPerBlock, index % wordsPerBlock);
}

/// A word of the tensor: its last is padded with zeros, words after it are zero.
FIRSTSPLIT_HOST_DEVICE inline std::uint32_t loadWord(const TensorView& tensor, std::uint64_t word) {
    const std::uint64_t begin = 4 * word;
    if (begin + 4 <= tensor.bytes) return static_cast<const std::uint32_t*>(tensor.data)[word];
    std::uint32_t value = 0;
    const auto* bytes = static_cast<const std::uint8_t*>(tensor.data);
    for (unsigned i = 0; i < 3 && begin + i < tensor.bytes; ++i)
        value |= std::uint32_t{bytes[begin + i]} << (8 * i);
    return value;
}

/// A thread's share of a block's sums, a lane each.
FIRSTSPLIT_HOST_DEVICE inline void threadSums(const TensorView& tensor, std::uint64_t block, unsigned thread,
                                              const std::int32_t* keyTable, std::uint64_t (&sums)[lanes]) {
    constexpr unsigned steps = pairsPerBlock / threadsPerWarp;
    const std::uint64_t base = block * wordsPerBlock;
    std::uint32_t first[steps];
    std::uint32_t second[steps];
    if ((block + 1) * bytesPerBlock <= tensor.bytes) {
        const std::uint32_t* words = static_cast<const std::uint32_t*>(tensor.data) + base;
        for (unsigned step = 0; step < steps; ++step) {
            first[step] = words[step * threadsPerWarp + thread];
            second[step] = words[step * threadsPerWarp + thread + pairsPerBlock];
        }
    } else {
        for (unsigned step = 0; step < steps; ++step) {
            first[step] = loadWord(tensor, base + step * threadsPerWarp + thread);
            second[step] = loadWord(tensor, base + step * threadsPerWarp + thread + pairsPerBlock);
        }
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
        const std::int32_t* own = keyTable + lane * wordsPerBlock + thread;
        std::uint64_t sum = 0;
        for (unsigned step = 0; step < steps; ++step)
            sum += product(first[step], own[step * threadsPerWarp], second[step],
                           own[step * threadsPerWarp + pairsPerBlock]);
        sums[lane] = sum;
    }
}

}  // namespace firstsplit::fingerprint::fs128
