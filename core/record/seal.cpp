#include "core/record/seal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/journal/bytes.h"
#include "core/journal/frame.h"
#include "core/journal/journal_file.h"

namespace firstsplit::record {

namespace {

constexpr std::uint64_t blockBytes = 65536;
constexpr std::array<char, 8> sealMagic = {'F', 'S', 'P', 'L', 'S', 'E', 'A', 'L'};
constexpr std::uint32_t sealVersion = 1;
constexpr std::size_t footerBytes = 40;

struct Footer {
    std::uint64_t length = 0;
    std::uint64_t tableCheck = 0;
};

std::uint64_t checkOf(std::span<const std::byte> bytes) {
    return journal::checkOf(journal::CheckAlgorithm::Xxh3, bytes);
}

std::uint64_t blocksOf(std::uint64_t length) {
    return length / blockBytes + (length % blockBytes != 0 ? 1 : 0);
}

std::array<std::byte, footerBytes> encode(const Footer& footer) {
    std::array<std::byte, footerBytes> out{};
    std::memcpy(out.data(), sealMagic.data(), sealMagic.size());
    journal::storeAs(out.data() + 8, sealVersion);
    journal::storeAs(out.data() + 12, static_cast<std::uint32_t>(blockBytes));
    journal::storeAs(out.data() + 16, footer.length);
    journal::storeAs(out.data() + 24, footer.tableCheck);
    journal::storeAs(out.data() + 32, checkOf(std::span(out).first(32)));
    return out;
}

Result<> systemFailure(const char* doing) {
    return fail(fmt::format("{} when it was being {}", journal::errorText(errno), doing));
}

/// All bytes, or false with errno; errno 0: the file ends before.
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

/// Closes at the end of a scope.
struct Descriptor {
    int number = -1;
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
};

}  // namespace

Result<> sealFile(const std::string& path) {
    const Descriptor file{::open(path.c_str(), O_RDWR | O_CLOEXEC)};
    struct stat status {};
    if (file.number < 0 || ::fstat(file.number, &status) != 0) return systemFailure("sealed");
    const auto length = static_cast<std::uint64_t>(status.st_size);
    std::vector<std::uint64_t> checks;
    checks.reserve(blocksOf(length));
    std::vector<std::byte> piece(16 * blockBytes);
    for (std::uint64_t position = 0; position < length; position += piece.size()) {
        const auto there = std::span(piece).first(std::min<std::uint64_t>(piece.size(), length - position));
        if (!readAt(file.number, position, there)) return systemFailure("read again to be sealed");
        for (std::uint64_t at = 0; at < there.size(); at += blockBytes)
            checks.push_back(checkOf(there.subspan(at, std::min(blockBytes, there.size() - at))));
    }
    const auto table = std::as_bytes(std::span(checks));
    const auto footer = encode({length, checkOf(table)});
    if (!writeAt(file.number, length, table) || !writeAt(file.number, length + table.size(), footer))
        return systemFailure("sealed");
    return {};
}

Result<std::unique_ptr<SealedFile>> SealedFile::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return tl::unexpected(systemFailure("opened").error());
    std::unique_ptr<SealedFile> file(new SealedFile(descriptor));
    if (auto sealed = file->readSeal(); !sealed) return tl::unexpected(sealed.error());
    return file;
}

SealedFile::~SealedFile() {
    ::close(m_descriptor);
}

Result<> SealedFile::readSeal() {
    const auto changed = [] {
        return fail(
            "its seal is missing or damaged: the file was cut off or changed after it was recorded. Use a "
            "copy "
            "that nobody changed, or record the run again");
    };
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0) return systemFailure("read");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    std::array<std::byte, footerBytes> bytes{};
    if (size < footerBytes) return changed();
    if (!readAt(m_descriptor, size - footerBytes, bytes)) return systemFailure("read");
    const Footer footer{journal::loadAs<std::uint64_t>(bytes.data() + 16),
                        journal::loadAs<std::uint64_t>(bytes.data() + 24)};
    if (encode(footer) != bytes) return changed();
    // Before anything is allocated: the table must just fill what is left of the file.
    if (footer.length > size ||
        size - footer.length - footerBytes != blocksOf(footer.length) * sizeof(std::uint64_t))
        return changed();
    m_length = footer.length;
    m_checks.resize(blocksOf(m_length));
    const auto table = std::as_writable_bytes(std::span(m_checks));
    if (!readAt(m_descriptor, m_length, table)) return systemFailure("read");
    if (checkOf(table) != footer.tableCheck) return changed();
    m_isChecked.assign(m_checks.size(), false);
    return {};
}

Result<> SealedFile::checkBlock(std::uint64_t block, std::span<const std::byte> bytes) {
    if (checkOf(bytes) != m_checks[block])
        return fail(fmt::format(
            "its bytes {} to {} are not those that were recorded. Use a copy that nobody changed, or "
            "record the run again",
            block * blockBytes, block * blockBytes + bytes.size()));
    m_isChecked[block] = true;
    return {};
}

Result<> SealedFile::read(std::uint64_t position, std::span<std::byte> out) {
    if (position > m_length || out.size() > m_length - position)
        return fail(
            fmt::format("it says that something stands at byte {}, and has {} bytes. Record the run again",
                        position, m_length));
    if (!readAt(m_descriptor, position, out)) return systemFailure("read");
    const std::uint64_t end = position + out.size();
    for (std::uint64_t block = position / blockBytes; block * blockBytes < end; ++block) {
        if (m_isChecked[block]) continue;
        const std::uint64_t begin = block * blockBytes;
        const std::uint64_t bytes = std::min(blockBytes, m_length - begin);
        if (begin >= position && begin + bytes <= end) {
            if (auto checked = checkBlock(block, out.subspan(begin - position, bytes)); !checked)
                return checked;
            continue;
        }
        // A block of which only a part was asked for: what is handed out is a part of what was checked.
        m_block.resize(blockBytes);
        const auto whole = std::span(m_block).first(bytes);
        if (!readAt(m_descriptor, begin, whole)) return systemFailure("read");
        if (auto checked = checkBlock(block, whole); !checked) return checked;
        const std::uint64_t from = std::max(begin, position), to = std::min(begin + bytes, end);
        std::memcpy(out.data() + (from - position), whole.data() + (from - begin), to - from);
    }
    return {};
}

}  // namespace firstsplit::record
