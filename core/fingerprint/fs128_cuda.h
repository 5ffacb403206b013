#pragma once

#include <cstdint>

#include "core/fingerprint/device_block.h"

namespace firstsplit::fingerprint {

/// Queues the kernel that adds every chunk's mixed blocks to `sums` [tensors, 2] on `stream` (a cudaStream_t)
/// of the current device, which has `multiprocessors` of them. `chunkCount` is at least 1. Returns a
/// cudaError_t.
int launchFs128(const fs128::TensorView* tensors, const fs128::Chunk* chunks, std::uint32_t chunkCount,
                std::uint64_t* sums, unsigned multiprocessors, void* stream);

}  // namespace firstsplit::fingerprint
