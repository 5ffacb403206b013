#include "core/record/sealing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "core/record/seal_format.h"

namespace firstsplit::record {

using seal::blockBytes;
using seal::blocksOf;

Result<std::unique_ptr<SealingFile>> SealingFile::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return seal::systemFailure("opened");
    std::unique_ptr<SealingFile> file(new SealingFile(descriptor));
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return seal::systemFailure("opened");
    file->m_length = static_cast<std::uint64_t>(status.st_size);
    return file;
}

SealingFile::~SealingFile() {
    ::close(m_descriptor);
}

void SealingFile::failSystem(const char* doing) {
    m_failure = seal::systemFailure(doing).value();
}

bool SealingFile::resizeChecks(std::uint64_t length) {
    try {
        m_checks.resize(blocksOf(length));
        m_isCurrent.resize(m_checks.size());
    } catch (const std::bad_alloc&) {
        m_failure = Error{"there is not enough memory to seal it"};
    }
    return !m_failure;
}

void SealingFile::write(std::uint64_t position, std::span<const std::byte> bytes) {
    if (bytes.empty() || m_failure) return;
    const std::uint64_t end = position + bytes.size();
    m_length = std::max(m_length, end);
    if (blocksOf(m_length) > m_checks.size() && !resizeChecks(m_length)) return;
    if (!seal::writeAt(m_descriptor, position, bytes)) return failSystem("written");
    for (std::uint64_t block = position / blockBytes; block * blockBytes < end; ++block) {
        const std::uint64_t begin = block * blockBytes;
        m_isCurrent[block] = begin >= position && begin + blockBytes <= end;
        if (m_isCurrent[block]) m_checks[block] = seal::checkOf(bytes.subspan(begin - position, blockBytes));
    }
}

void SealingFile::read(std::uint64_t position, std::span<std::byte> out) {
    const auto there = std::min<std::uint64_t>(out.size(), m_length - std::min(position, m_length));
    if (!m_failure && !seal::readAt(m_descriptor, position, out.first(there))) failSystem("read");
    std::ranges::fill(m_failure ? out : out.subspan(there), std::byte{0});
}

void SealingFile::setLength(std::uint64_t length) {
    if (length == m_length || m_failure) return;
    if (::ftruncate(m_descriptor, static_cast<off_t>(length)) != 0) return failSystem("written");
    // The block that ended or ends here, and what is no longer there.
    const std::uint64_t changed = std::min(length, m_length) / blockBytes;
    m_length = length;
    if (!resizeChecks(length)) return;
    if (changed < m_isCurrent.size()) m_isCurrent[changed] = false;
}

/// The blocks that were written in parts.
Result<> SealingFile::checkTheRest() {
    std::vector<std::byte> block(blockBytes);
    for (std::uint64_t i = 0; i < m_checks.size(); ++i) {
        if (m_isCurrent[i]) continue;
        const auto bytes = std::span(block).first(std::min(blockBytes, m_length - i * blockBytes));
        if (!seal::readAt(m_descriptor, i * blockBytes, bytes))
            return seal::systemFailure("read again to be sealed");
        m_checks[i] = seal::checkOf(bytes);
    }
    return {};
}

Result<> SealingFile::seal() {
    if (m_failure || !resizeChecks(m_length)) return tl::unexpected(*m_failure);
    if (auto checked = checkTheRest(); !checked) return checked;
    const auto table = std::as_bytes(std::span(m_checks));
    const auto footer = seal::encode({m_length, seal::checkOf(table)});
    if (!seal::writeAt(m_descriptor, m_length, table) ||
        !seal::writeAt(m_descriptor, m_length + table.size(), footer))
        return seal::systemFailure("sealed");
    return {};
}

}  // namespace firstsplit::record
