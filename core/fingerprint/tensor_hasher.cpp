#include "core/fingerprint/tensor_hasher.h"

#include <algorithm>
#include <cstring>

#include "core/fingerprint/fs128.h"

namespace firstsplit::fingerprint {

std::uint64_t headerOf(ScalarType type, std::span<const std::int64_t> shape) {
    std::uint64_t header = fs128::absorb(fs128::headerStart, static_cast<std::int64_t>(type));
    header = fs128::absorb(header, static_cast<std::int64_t>(shape.size()));
    for (std::int64_t size : shape) header = fs128::absorb(header, size);
    return header;
}

Fingerprint fromSums(const Sums& sums, std::uint64_t header) {
    return {{fs128::finish(sums[0], header, 0), fs128::finish(sums[1], header, 1)}};
}

TensorHasher::TensorHasher(ScalarType type, std::span<const std::int64_t> shape)
    : header(headerOf(type, shape)) {
    static_assert(sizeof partial == fs128::bytesPerBlock);
}

void TensorHasher::append(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    if (pending > 0) {
        const std::size_t taken = std::min(bytes.size(), partial.size() - pending);
        std::memcpy(partial.data() + pending, bytes.data(), taken);
        pending += taken;
        bytes = bytes.subspan(taken);
        if (pending < partial.size()) return;
        accumulate(partial.data(), 1, wholeBlocks++, sums);
        pending = 0;
    }
    const std::size_t blocks = bytes.size() / partial.size();
    accumulate(bytes.data(), blocks, wholeBlocks, sums);
    wholeBlocks += blocks;
    bytes = bytes.subspan(blocks * partial.size());
    if (!bytes.empty()) std::memcpy(partial.data(), bytes.data(), bytes.size());
    pending = bytes.size();
}

Fingerprint TensorHasher::result() const {
    Sums all = sums;
    if (pending > 0) {
        std::array<std::byte, fs128::bytesPerBlock> last{};
        std::memcpy(last.data(), partial.data(), pending);
        accumulate(last.data(), 1, wholeBlocks, all);
    }
    return fromSums(all, header);
}

}  // namespace firstsplit::fingerprint
