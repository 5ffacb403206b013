#include "core/fingerprint/fingerprint.h"

#include "core/fingerprint/paths.h"
#include "core/fingerprint/tensor_hasher.h"

namespace firstsplit::fingerprint {

std::string toHex(const Fingerprint& fingerprint) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text(33, ' ');
    for (unsigned lane = 0; lane < 2; ++lane)
        for (unsigned digit = 0; digit < 16; ++digit)
            text[17 * lane + digit] = digits[(fingerprint.lanes[lane] >> (60 - 4 * digit)) & 15];
    return text;
}

Fingerprint ofTensor(ScalarType type, std::span<const std::int64_t> shape, std::span<const std::byte> bytes) {
    TensorHasher hasher(type, shape);
    hasher.append(bytes);
    return hasher.result();
}

Fingerprint ofList(std::span<const Fingerprint> members) {
    const std::array<std::int64_t, 2> shape = {static_cast<std::int64_t>(members.size()), 2};
    return ofTensor(ScalarType::Int64, shape, std::as_bytes(members));
}

std::string_view dispatchName() {
    return nameOf(activePath());
}

}  // namespace firstsplit::fingerprint
