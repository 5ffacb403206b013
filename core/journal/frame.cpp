#include "core/journal/frame.h"

#include <xxhash.h>
// After it: the same functions, in the best version for the processor it runs on.
#ifdef FIRSTSPLIT_HAS_XXHASH_DISPATCH
#include <xxh_x86dispatch.h>
#endif
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "core/journal/bytes.h"

namespace firstsplit::journal {

namespace {

constexpr std::size_t headerCheckedBytes = 28;

std::uint32_t crcOf(std::span<const std::byte> bytes) {
    uLong crc = crc32_z(0, nullptr, 0);
    return static_cast<std::uint32_t>(
        crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

void encodeFileHeader(std::span<std::byte, fileHeaderBytes> out) {
    std::memcpy(out.data(), fileMagic.data(), fileMagic.size());
    storeAs(out.data() + 8, majorVersion);
    storeAs(out.data() + 12, minorVersion);
}

void encodeFrameHeader(const FrameHeader& header, std::span<std::byte, frameHeaderBytes> out) {
    storeAs(out.data(), frameMagic);
    storeAs(out.data() + 4, header.type);
    storeAs(out.data() + 6, static_cast<std::uint8_t>(header.algorithm));
    storeAs(out.data() + 7, std::uint8_t{0});
    storeAs(out.data() + 8, header.payloadBytes);
    storeAs(out.data() + 16, header.payloadCheck);
    storeAs(out.data() + 24, header.sequence);
    storeAs(out.data() + headerCheckedBytes, crcOf(out.first(headerCheckedBytes)));
}

std::optional<FrameHeader> decodeFrameHeader(std::span<const std::byte, frameHeaderBytes> bytes) {
    // The magic first: it is what makes searching for the next header fast.
    if (loadAs<std::uint32_t>(bytes.data()) != frameMagic) return std::nullopt;
    if (loadAs<std::uint32_t>(bytes.data() + headerCheckedBytes) != crcOf(bytes.first(headerCheckedBytes)))
        return std::nullopt;
    const auto algorithm = loadAs<std::uint8_t>(bytes.data() + 6);
    if (algorithm != static_cast<std::uint8_t>(CheckAlgorithm::Crc32) &&
        algorithm != static_cast<std::uint8_t>(CheckAlgorithm::Xxh3))
        return std::nullopt;
    if (loadAs<std::uint8_t>(bytes.data() + 7) != 0) return std::nullopt;
    FrameHeader header;
    header.type = loadAs<std::uint16_t>(bytes.data() + 4);
    header.algorithm = static_cast<CheckAlgorithm>(algorithm);
    header.payloadBytes = loadAs<std::uint64_t>(bytes.data() + 8);
    header.payloadCheck = loadAs<std::uint64_t>(bytes.data() + 16);
    header.sequence = loadAs<std::uint32_t>(bytes.data() + 24);
    if (header.payloadBytes > maxPayloadBytes) return std::nullopt;
    return header;
}

std::uint64_t checkOf(CheckAlgorithm algorithm, std::span<const std::byte> payload) {
    if (algorithm == CheckAlgorithm::Crc32) return crcOf(payload);
    return XXH3_64bits(payload.data(), payload.size());
}

}  // namespace firstsplit::journal
