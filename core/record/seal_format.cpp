#include "core/record/seal_format.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/journal/bytes.h"
#include "core/journal/frame.h"
#include "core/journal/journal_file.h"

namespace firstsplit::record::seal {

namespace {

constexpr std::array<char, 8> magic = {'F', 'S', 'P', 'L', 'S', 'E', 'A', 'L'};
constexpr std::uint32_t version = 1;

}  // namespace

std::uint64_t checkOf(std::span<const std::byte> bytes) {
    return journal::checkOf(journal::CheckAlgorithm::Xxh3, bytes);
}

std::uint64_t blocksOf(std::uint64_t length) {
    return length / blockBytes + (length % blockBytes != 0 ? 1 : 0);
}

std::array<std::byte, footerBytes> encode(const Footer& footer) {
    std::array<std::byte, footerBytes> out{};
    std::memcpy(out.data(), magic.data(), magic.size());
    journal::storeAs(out.data() + 8, version);
    journal::storeAs(out.data() + 12, static_cast<std::uint32_t>(blockBytes));
    journal::storeAs(out.data() + 16, footer.length);
    journal::storeAs(out.data() + 24, footer.tableCheck);
    journal::storeAs(out.data() + 32, checkOf(std::span(out).first(32)));
    return out;
}

std::optional<Footer> decode(std::span<const std::byte, footerBytes> bytes) {
    const Footer footer{journal::loadAs<std::uint64_t>(bytes.data() + 16),
                        journal::loadAs<std::uint64_t>(bytes.data() + 24)};
    if (std::memcmp(encode(footer).data(), bytes.data(), bytes.size()) != 0) return std::nullopt;
    return footer;
}

bool readAt(int descriptor, std::uint64_t position, std::span<std::byte> out) {
    while (!out.empty()) {
        const ssize_t count = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(position));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            if (count == 0) errno = EIO;
            return false;
        }
        position += static_cast<std::uint64_t>(count);
        out = out.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

bool writeAt(int descriptor, std::uint64_t position, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(position));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        position += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

tl::unexpected<Error> systemFailure(const char* doing) {
    return fail(fmt::format("{} when it was being {}", journal::errorText(errno), doing));
}

}  // namespace firstsplit::record::seal
