#include "client.h"

#include <xxhash.h>

#include <array>
#include <cstddef>
#include <span>

#include "core/fingerprint/fingerprint.h"

namespace fp = firstsplit::fingerprint;

extern "C" {

std::uint32_t firstsplit_client_version() {
    return 3;
}

void firstsplit_fingerprint_many(const FirstsplitTensors* tensors) {
    const std::int64_t* sizes = tensors->shapes;
    for (std::size_t i = 0; i < tensors->count; ++i) {
        const std::span<const std::int64_t> shape(sizes, tensors->dimensions[i]);
        sizes += tensors->dimensions[i];
        const std::span<const std::byte> bytes(static_cast<const std::byte*>(tensors->data[i]),
                                               tensors->byteCounts[i]);
        const fp::Fingerprint result =
            fp::ofTensor(static_cast<fp::ScalarType>(tensors->types[i]), shape, bytes);
        tensors->out[2 * i] = result.lanes[0];
        tensors->out[2 * i + 1] = result.lanes[1];
    }
}

std::uint64_t firstsplit_xxh3(const void* data, std::size_t size) {
    return XXH3_64bits(data, size);
}

}  // extern "C"
