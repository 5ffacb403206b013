#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/result.h"

namespace firstsplit::record {

/// The seal of a run file (FORMAT.md): what the one who writes it and the one who checks it share.
namespace seal {

/// Small, so that a chunk of a dataset, which begins and ends anywhere, shares little with its neighbours.
constexpr std::uint64_t blockBytes = 4096;
constexpr std::size_t footerBytes = 40;

struct Footer {
    std::uint64_t length = 0;  ///< bytes of the content
    std::uint64_t tableCheck = 0;
};

std::uint64_t checkOf(std::span<const std::byte> bytes);
std::uint64_t blocksOf(std::uint64_t length);
std::array<std::byte, footerBytes> encode(const Footer& footer);
/// None when the bytes are no footer, or a damaged one.
std::optional<Footer> decode(std::span<const std::byte, footerBytes> bytes);

/// All bytes, or false with errno; EIO: the file ends before.
bool readAt(int descriptor, std::uint64_t position, std::span<std::byte> out);
bool writeAt(int descriptor, std::uint64_t position, std::span<const std::byte> bytes);
/// "No space left on device when it was being …", of errno.
tl::unexpected<Error> systemFailure(const char* doing);

}  // namespace seal
}  // namespace firstsplit::record
