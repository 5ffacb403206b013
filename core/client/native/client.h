#pragma once

#include <cstddef>
#include <cstdint>

/// A C interface that Python reaches by ctypes: addresses in, fingerprints out. It knows nothing of torch, so that one
/// library serves every torch version. Thread-safe; called without Python's global lock.
extern "C" {

/// Counts up when a function below changes its meaning; the Python side refuses another number.
[[gnu::visibility("default")]] std::uint32_t firstsplit_client_version();

/// Fingerprints fs128/1 of `count` contiguous tensors in CPU memory. `types`: PyTorch's numbers of element types;
/// `shapes`: all sizes one after another, `dimensions[i]` of them for tensor i; `out`: [count, 2].
[[gnu::visibility("default")]] void firstsplit_fingerprint_many(std::size_t count, const std::int8_t* types,
                                                                const std::uint32_t* dimensions,
                                                                const std::int64_t* shapes,
                                                                const std::uint64_t* byteCounts,
                                                                const void* const* data, std::uint64_t* out);

/// XXH3, 64 bits, seed 0: the journal's payload check.
[[gnu::visibility("default")]] std::uint64_t firstsplit_xxh3(const void* data, std::size_t size);
}
