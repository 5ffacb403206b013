#include "client.h"

#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cstddef>
#include <span>

#include "core/fingerprint/fingerprint.h"

namespace fp = firstsplit::fingerprint;

extern "C" {

std::uint32_t firstsplit_client_version() {
    return 2;
}

void firstsplit_fingerprint_many(std::size_t count, const std::int8_t* types, const std::uint32_t* dimensions,
                                 const std::int64_t* shapes, const std::uint64_t* byteCounts,
                                 const void* const* data, std::uint64_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::span<const std::int64_t> shape(shapes, dimensions[i]);
        shapes += dimensions[i];
        const std::span<const std::byte> bytes(static_cast<const std::byte*>(data[i]), byteCounts[i]);
        const fp::Fingerprint result = fp::ofTensor(static_cast<fp::ScalarType>(types[i]), shape, bytes);
        out[2 * i] = result.lanes[0];
        out[2 * i + 1] = result.lanes[1];
    }
}

std::ptrdiff_t firstsplit_append(int descriptor, std::uint64_t device, std::uint64_t inode, const void* data,
                                 std::size_t size) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0 || status.st_dev != device || status.st_ino != inode) return -1;
    return write(descriptor, data, size);
}

std::uint64_t firstsplit_xxh3(const void* data, std::size_t size) {
    return XXH3_64bits(data, size);
}

}  // extern "C"
