#include "tests/bench/hash_tensor.h"

#ifdef FIRSTSPLIT_HAS_TORCH

#include <ATen/Functions.h>
#include <ATen/Parallel.h>

namespace firstsplit::bench {

bool hasHashTensor() {
    return true;
}

void hashTensor(const void* data, std::int64_t count) {
    static const bool oneThread = (at::set_num_threads(1), true);
    static_cast<void>(oneThread);
    const at::Tensor tensor = at::from_blob(const_cast<void*>(data), {count}, at::kFloat);
    static std::uint64_t hash = 0;
    hash += *static_cast<const std::uint64_t*>(at::hash_tensor(tensor).const_data_ptr());
}

}  // namespace firstsplit::bench

#else

namespace firstsplit::bench {

bool hasHashTensor() {
    return false;
}
void hashTensor(const void*, std::int64_t) {}

}  // namespace firstsplit::bench

#endif
