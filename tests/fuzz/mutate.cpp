#include "mutate.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/journal/bytes.h"
#include "core/journal/frame.h"

namespace firstsplit::testing {

namespace {

constexpr std::array<std::uint64_t, 9> edges = {0,          1,          0x7f,       0xff, 0x7fffffff,
                                                0xffffffff, 1ull << 40, 1ull << 63, ~0ull};

/// A place where something stands: run files are mostly zeros, which tell the reader nothing.
std::size_t placeIn(const std::vector<std::byte>& bytes, std::mt19937_64& random) {
    std::size_t at = random() % bytes.size();
    for (int attempt = 0; attempt < 50; ++attempt, at = random() % bytes.size()) {
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto end = begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(16, bytes.size() - at));
        if (std::any_of(begin, end, [](std::byte byte) { return byte != std::byte{0}; })) break;
    }
    return at;
}

void change(std::vector<std::byte>& bytes, std::mt19937_64& random) {
    if (bytes.empty()) return;
    const std::size_t at = placeIn(bytes, random);
    const std::size_t length = std::min<std::size_t>(bytes.size() - at, random() % 64 + 1);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(length);
    switch (random() % 8) {
        case 0:
            bytes[at] ^= std::byte{1} << (random() % 8);
            break;
        case 1:
            bytes[at] = static_cast<std::byte>(random());
            break;
        case 2: {
            const std::uint64_t number = edges[random() % edges.size()];
            std::memcpy(&*begin, &number, std::min<std::size_t>(length, std::size_t{1} << (random() % 4)));
            break;
        }
        case 3:
            std::fill(begin, end, std::byte{0});
            break;
        case 4:
            bytes.erase(begin, end);
            break;
        case 5: {
            const std::vector<std::byte> piece(begin, end);
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size()), piece.begin(),
                         piece.end());
            break;
        }
        case 6: {
            const std::vector<std::byte> piece(begin, end);
            const std::size_t to = random() % (bytes.size() - length + 1);
            std::copy(piece.begin(), piece.end(), bytes.begin() + static_cast<std::ptrdiff_t>(to));
            break;
        }
        default:
            if (random() % 4 == 0) bytes.resize(at);
            break;
    }
}

}  // namespace

std::vector<std::byte> mutated(const std::vector<std::byte>& bytes, std::mt19937_64& random) {
    auto out = bytes;
    for (std::uint64_t changes = random() % 6 + 1; changes > 0; --changes) change(out, random);
    return out;
}

void resealJournal(std::vector<std::byte>& bytes) {
    using namespace journal;
    for (std::size_t position = fileHeaderBytes; position + frameHeaderBytes <= bytes.size(); position += 8) {
        if (loadAs<std::uint32_t>(bytes.data() + position) != frameMagic) continue;
        FrameHeader header;
        header.type = loadAs<std::uint16_t>(bytes.data() + position + 4);
        header.payloadBytes = loadAs<std::uint64_t>(bytes.data() + position + 8);
        header.sequence = loadAs<std::uint32_t>(bytes.data() + position + 24);
        const auto rest = std::span(bytes).subspan(position + frameHeaderBytes);
        if (header.payloadBytes <= rest.size())
            header.payloadCheck = checkOf(header.algorithm, rest.first(header.payloadBytes));
        encodeFrameHeader(header, std::span(bytes).subspan(position).first<frameHeaderBytes>());
    }
}

}  // namespace firstsplit::testing
