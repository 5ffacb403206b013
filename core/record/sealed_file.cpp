#include "core/record/sealed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/record/seal_format.h"

namespace firstsplit::record {

using seal::blockBytes;
using seal::blocksOf;

Result<std::unique_ptr<SealedFile>> SealedFile::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return seal::systemFailure("opened");
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
    if (::fstat(m_descriptor, &status) != 0) return seal::systemFailure("read");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    std::array<std::byte, seal::footerBytes> bytes{};
    if (size < seal::footerBytes) return changed();
    if (!seal::readAt(m_descriptor, size - seal::footerBytes, bytes)) return seal::systemFailure("read");
    const auto footer = seal::decode(bytes);
    if (!footer) return changed();
    // Before anything is allocated: the table must just fill what is left of the file.
    if (footer->length > size ||
        size - footer->length - seal::footerBytes != blocksOf(footer->length) * sizeof(std::uint64_t))
        return changed();
    m_length = footer->length;
    m_checks.resize(blocksOf(m_length));
    const auto table = std::as_writable_bytes(std::span(m_checks));
    if (!seal::readAt(m_descriptor, m_length, table)) return seal::systemFailure("read");
    if (seal::checkOf(table) != footer->tableCheck) return changed();
    m_isChecked = std::make_unique<std::atomic<bool>[]>(m_checks.size());
    return {};
}

Result<> SealedFile::checkBlock(std::uint64_t block, std::span<const std::byte> bytes) const {
    if (seal::checkOf(bytes) != m_checks[block])
        return fail(fmt::format(
            "its bytes {} to {} are not those that were recorded. Use a copy that nobody changed, or "
            "record the run again",
            block * blockBytes, block * blockBytes + bytes.size()));
    m_isChecked[block].store(true, std::memory_order_relaxed);
    return {};
}

Result<> SealedFile::read(std::uint64_t position, std::span<std::byte> out) const {
    if (position > m_length || out.size() > m_length - position)
        return fail(
            fmt::format("it says that something stands at byte {}, and has {} bytes. Record the run again",
                        position, m_length));
    if (!seal::readAt(m_descriptor, position, out)) return seal::systemFailure("read");
    const std::uint64_t end = position + out.size();
    for (std::uint64_t block = position / blockBytes; block * blockBytes < end; ++block) {
        if (m_isChecked[block].load(std::memory_order_relaxed)) continue;
        const std::uint64_t begin = block * blockBytes;
        const std::uint64_t bytes = std::min(blockBytes, m_length - begin);
        if (begin >= position && begin + bytes <= end) {
            if (auto checked = checkBlock(block, out.subspan(begin - position, bytes)); !checked)
                return checked;
            continue;
        }
        // A block of which only a part was asked for: what is handed out is a part of what was checked.
        std::array<std::byte, blockBytes> room;
        const auto whole = std::span(room).first(bytes);
        if (!seal::readAt(m_descriptor, begin, whole)) return seal::systemFailure("read");
        if (auto checked = checkBlock(block, whole); !checked) return checked;
        const std::uint64_t from = std::max(begin, position), to = std::min(begin + bytes, end);
        std::memcpy(out.data() + (from - position), whole.data() + (from - begin), to - from);
    }
    return {};
}

}  // namespace firstsplit::record
