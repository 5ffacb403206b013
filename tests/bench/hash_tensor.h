// at::hash_tensor behind a function, so that one file alone includes LibTorch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace firstsplit::bench {

bool hasHashTensor();
/// Hashes `count` float32 at `data` on the calling thread alone.
void hashTensor(const void* data, std::int64_t count);

}  // namespace firstsplit::bench
