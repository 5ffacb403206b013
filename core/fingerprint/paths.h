// The code paths that sum up whole blocks, and the choice between them at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace firstsplit::fingerprint {

enum class Path { Scalar, Sse41, Avx2, Avx512 };

/// A tensor's sums of mixed blocks, one a lane.
using Sums = std::array<std::uint64_t, 2>;

/// Adds `blocks` whole blocks of 2 KiB at `data` (any alignment), the first of which is number `firstBlock`
/// of its tensor.
using Accumulate = void (*)(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums);

/// How far ahead of the products the vector paths ask for memory, in bytes: the halves of a block are two
/// streams, which the processor's own prefetcher follows badly (from memory, two thirds faster with it).
inline constexpr std::size_t prefetchDistance = 4096;

void accumulateScalar(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums);
void accumulateSse41(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums);
void accumulateAvx2(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums);
void accumulateAvx512(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums);

/// The paths that this processor and its system can run, slowest first; never empty.
std::vector<Path> availablePaths();
std::string_view nameOf(Path path);

/// The path in use: the last of availablePaths(), until another is forced.
Path activePath();
/// For tests and benchmarks: uses `path` from now on, in every thread. False, and nothing changes, when the
/// processor lacks it.
bool forcePath(Path path);

/// Adds blocks by the path in use. Thread-safe.
void accumulate(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums);

}  // namespace firstsplit::fingerprint
