#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/fingerprint/fingerprint.h"
#include "core/fingerprint/paths.h"

namespace firstsplit::fingerprint {

/// The part of the fingerprint that comes from dtype and shape.
std::uint64_t headerOf(ScalarType type, std::span<const std::int64_t> shape);

/// A fingerprint from a tensor's sums of mixed blocks and its header (`headerOf`).
Fingerprint fromSums(const Sums& sums, std::uint64_t header);

/// Takes the bytes of one tensor in pieces of any size, in row-major order: what ofTensor gives for them in
/// one piece. For tensors that are not in memory as a whole, or not contiguous. Not thread-safe; no
/// allocation.
class TensorHasher {
  public:
    TensorHasher(ScalarType type, std::span<const std::int64_t> shape);

    void append(std::span<const std::byte> bytes);
    /// Of what was appended so far; more may follow. All bytes must have been given for it to be the
    /// tensor's.
    Fingerprint result() const;

  private:
    std::uint64_t header;
    Sums sums{};
    std::uint64_t wholeBlocks = 0;
    std::size_t pending = 0;  ///< Bytes at the front of `partial` that wait for their block to fill.
    std::array<std::byte, 2048> partial;
};

}  // namespace firstsplit::fingerprint
