#pragma once

#include <cstddef>
#include <cstdint>

/// A C interface that Python reaches by ctypes: addresses in, fingerprints and journal frames out. It knows
/// nothing of torch, so that one library serves every torch version. Thread-safe; called without Python's
/// global lock.
extern "C" {

/// Counts up when a function below changes its meaning; the Python side refuses another number.
[[gnu::visibility("default")]] std::uint32_t firstsplit_client_version();

/// Contiguous tensors in CPU memory.
struct FirstsplitTensors {
    std::size_t count;
    const std::int8_t* types;         ///< PyTorch's numbers of element types
    const std::uint32_t* dimensions;  ///< how many sizes each has
    const std::int64_t* shapes;       ///< all sizes one after another
    const std::uint64_t* byteCounts;
    const void* const* data;
    std::uint64_t* out;  ///< [count, 2]
};

/// Writes the fingerprints fs128/1 to `out`.
[[gnu::visibility("default")]] void firstsplit_fingerprint_many(const FirstsplitTensors* tensors);

/// XXH3, 64 bits, seed 0: the journal's payload check.
[[gnu::visibility("default")]] std::uint64_t firstsplit_xxh3(const void* data, std::size_t size);

struct FirstsplitValue {
    std::uint32_t kind, member;
    std::uint64_t bytes;
};

/// A whole step; kinds by their numbers in the journal.
struct FirstsplitStep {
    std::int64_t step;
    double scalars[3];    ///< learning rate, gradient norm, seconds; 0 where the flag is not set
    std::uint32_t flags;  ///< of the scalars: 1, 2, 4
    std::uint32_t lossCount;
    std::uint32_t memberCounts[7];  ///< of each kind; 0: not recorded
    std::uint32_t kept;             ///< a bit for each kind whose fingerprints are kept beside the digest
    std::uint32_t sequence;         ///< number of the first frame
    std::uint32_t valueCount;
};

/// Writes the frames Fingerprints (of each kind that is kept), Values and Step, in this order, to `out`;
/// returns their bytes. `losses`: element type and bits of each; `rows`: the fingerprints of all kinds'
/// members, one kind after another; `data`: the values' bytes, one after another, at most 16 MiB each. `out`
/// has room for 16 · members + (bytes of the values + 72) + 64 · 8 + 16 · losses + 256.
[[gnu::visibility("default")]] std::size_t firstsplit_encode_step(const FirstsplitStep* step,
                                                                  const std::uint64_t* losses,
                                                                  const void* rows,
                                                                  const FirstsplitValue* values,
                                                                  const void* data, void* out);
}
