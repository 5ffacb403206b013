#include "core/journal/journal_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/journal/bytes.h"
#include "core/journal/journal_file.h"

namespace firstsplit::journal {

namespace {

constexpr std::uint64_t windowBytes = std::uint64_t{256} << 10;
constexpr std::uint64_t frameAlignment = 8;

}  // namespace

Result<std::unique_ptr<JournalReader>> JournalReader::open(const std::string& path, Values values) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        const int reason = errno;
        return fail(fmt::format("The journal {} cannot be opened: {}. Check the path and your permissions.",
                                path, errorText(reason)));
    }
    std::unique_ptr<JournalReader> reader(new JournalReader(path, descriptor, values));
    if (auto refreshed = reader->refreshSize(); !refreshed) return tl::unexpected(refreshed.error());
    if (auto header = reader->readFileHeader(); !header) return tl::unexpected(header.error());
    return reader;
}

JournalReader::JournalReader(std::string path, int descriptor, Values values)
    : m_path(std::move(path)), m_descriptor(descriptor), m_values(values) {}

JournalReader::~JournalReader() {
    ::close(m_descriptor);
}

Result<> JournalReader::refreshSize() {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0)
        return fail(
            fmt::format("The journal {} cannot be read: {}. Check the disk.", m_path, errorText(errno)));
    if (!S_ISREG(status.st_mode))
        return fail(fmt::format(
            "{} is not a file, so it is no journal. Give the path of a *.split.part file.", m_path));
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size < m_size)
        return fail(
            fmt::format("The journal {} has become shorter ({} bytes, {} before): something else writes to "
                        "it. Open it again.",
                        m_path, size, m_size));
    m_size = size;
    return {};
}

Result<> JournalReader::readFileHeader() {
    std::array<std::byte, fileHeaderBytes> header{};
    const auto there = std::min<std::uint64_t>(m_size, fileHeaderBytes);
    if (auto read = readBytes(0, std::span(header).first(there)); !read) return read;
    const auto magicThere = std::min<std::uint64_t>(there, fileMagic.size());
    if (std::memcmp(header.data(), fileMagic.data(), magicThere) != 0)
        return fail(fmt::format(
            "{} is not a journal: it does not begin with FSPLITJ. Give a *.split.part file.", m_path));
    if (there < fileHeaderBytes) return {};  // just being made
    const auto major = loadAs<std::uint32_t>(header.data() + 8);
    if (major != majorVersion)
        return fail(fmt::format(
            "The journal {} has version {}, and this program reads version {}: use the FirstSplit "
            "that wrote it.",
            m_path, major, majorVersion));
    m_hasFileHeader = true;
    m_position = fileHeaderBytes;
    return {};
}

Result<> JournalReader::readBytes(std::uint64_t filePosition, std::span<std::byte> out) const {
    if (out.empty()) return {};
    if (isInWindow(filePosition, out.size())) {
        std::memcpy(out.data(), m_window.data() + (filePosition - m_windowPosition), out.size());
        return {};
    }
    return readFile(filePosition, out);
}

Result<> JournalReader::readFile(std::uint64_t filePosition, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t count = ::pread(m_descriptor, out.data(), out.size(), static_cast<off_t>(filePosition));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
            return fail(fmt::format("The journal {} cannot be read at byte {}: {}. Check the disk.", m_path,
                                    filePosition,
                                    count == 0 ? std::string("it has become shorter") : errorText(errno)));
        filePosition += static_cast<std::uint64_t>(count);
        out = out.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

bool JournalReader::isInWindow(std::uint64_t position, std::uint64_t count) const {
    return position >= m_windowPosition && position - m_windowPosition <= m_window.size() &&
           count <= m_window.size() - (position - m_windowPosition);
}

/// The caller has checked that the bytes are there.
Result<std::span<const std::byte>> JournalReader::view(std::uint64_t position, std::uint64_t count) {
    if (!isInWindow(position, count)) {
        m_window.resize(std::min(std::max(count, windowBytes), m_size - position));
        m_windowPosition = position;
        if (auto read = readFile(position, m_window); !read) {
            m_window.clear();
            return tl::unexpected(read.error());
        }
    }
    return std::span<const std::byte>(m_window).subspan(position - m_windowPosition, count);
}

Result<std::optional<FrameHeader>> JournalReader::headerAt(std::uint64_t position) {
    const auto bytes = view(position, frameHeaderBytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return decodeFrameHeader(bytes->first<frameHeaderBytes>());
}

void JournalReader::reportDamage(JournalVisitor& visitor, std::uint64_t position, std::uint64_t bytes,
                                 const std::string& what) {
    visitor.onDamage(
        {position, bytes, fmt::format("Journal, bytes {} to {}: {}.", position, position + bytes, what)});
}

Result<bool> JournalReader::poll(JournalVisitor& visitor, std::uint64_t mostBytes) {
    if (auto refreshed = refreshSize(); !refreshed) return tl::unexpected(refreshed.error());
    m_isAtEnd = false;
    bool sawAny = false;
    if (!m_hasFileHeader) {
        if (auto header = readFileHeader(); !header) return tl::unexpected(header.error());
        if (!m_hasFileHeader) {
            m_tail = m_size == 0 ? Tail::Whole : Tail::Incomplete;
            m_isAtEnd = true;
            return false;
        }
    }
    const std::uint64_t begin = m_position;
    while (m_position - begin < mostBytes) {
        if (m_searchPosition) {
            const auto found = resynchronise(visitor);
            if (!found) return found;
            if (!*found) {
                m_tail = Tail::Damaged;
                m_isAtEnd = true;
                return sawAny;
            }
        }
        if (m_size - m_position < frameHeaderBytes) {
            m_tail = m_size == m_position ? Tail::Whole : Tail::Incomplete;
            m_isAtEnd = true;
            return sawAny;
        }
        const auto header = headerAt(m_position);
        if (!header) return tl::unexpected(header.error());
        if (!*header) {
            m_searchPosition = m_position + frameAlignment;
            continue;
        }
        const auto visited = visitFrame(**header, visitor);
        if (!visited) return visited;
        if (!*visited) {
            m_tail = Tail::Incomplete;
            m_isAtEnd = true;
            return sawAny;
        }
        sawAny = true;
    }
    return sawAny;
}

/// Whether a header found behind damage continues this journal: numbered after the frames before, and not
/// further ahead than the bytes between could hold frames. (Recorded values may themselves contain a
/// journal.)
bool JournalReader::continuesAt(const FrameHeader& header, std::uint64_t position) const {
    const std::uint32_t ahead = header.sequence - m_sequence;
    return ahead <= (position - m_position) / frameHeaderBytes + 1;
}

Result<bool> JournalReader::resynchronise(JournalVisitor& visitor) {
    std::uint64_t position = *m_searchPosition;
    for (; position <= m_size && m_size - position >= frameHeaderBytes; position += frameAlignment) {
        const auto header = headerAt(position);
        if (!header) return tl::unexpected(header.error());
        if (!*header || !continuesAt(**header, position)) continue;
        const std::uint64_t payloadPosition = position + frameHeaderBytes;
        if ((*header)->payloadBytes <= m_size - payloadPosition) {
            const auto payload = view(payloadPosition, (*header)->payloadBytes);
            if (!payload) return tl::unexpected(payload.error());
            if (checkOf((*header)->algorithm, *payload) != (*header)->payloadCheck) continue;
        }
        reportDamage(visitor, m_position, position - m_position, "damaged, and its frames are lost");
        m_position = position;
        m_sequence = (*header)->sequence;
        m_searchPosition.reset();
        return true;
    }
    m_searchPosition = position;
    return false;
}

/// False when the frame is not wholly there yet.
Result<bool> JournalReader::visitFrame(const FrameHeader& header, JournalVisitor& visitor) {
    const std::uint64_t payloadPosition = m_position + frameHeaderBytes;
    const std::uint64_t frameBytes = frameHeaderBytes + paddedSize(header.payloadBytes);
    if (m_size - m_position < frameBytes) return false;
    if (header.sequence != m_sequence) {
        const auto ahead = static_cast<std::int32_t>(header.sequence - m_sequence);
        if (ahead < 0) {
            reportDamage(visitor, m_position, frameBytes, "a frame that stood before already, left out");
            m_position += frameBytes;
            return true;
        }
        reportDamage(visitor, m_position, 0, fmt::format("{} frames that stood here are missing", ahead));
        m_sequence = header.sequence;
    }
    const bool isPassedOver =
        m_values == Values::PassOver && header.type == static_cast<std::uint16_t>(FrameType::Values);
    const auto viewed =
        isPassedOver ? std::min<std::uint64_t>(header.payloadBytes, valuesPrefixBytes) : header.payloadBytes;
    const auto payload = view(payloadPosition, viewed);
    if (!payload) return tl::unexpected(payload.error());
    if (!isPassedOver && checkOf(header.algorithm, *payload) != header.payloadCheck) {
        reportDamage(visitor, m_position, frameBytes, "a frame whose content is damaged, left out");
    } else if (const auto visited = dispatch(header, *payload, visitor); !visited) {
        reportDamage(visitor, m_position, frameBytes,
                     "a frame that was left out: " + visited.error().message);
    }
    ++m_sequence;
    m_position += frameBytes;
    return true;
}

Result<> JournalReader::dispatch(const FrameHeader& header, std::span<const std::byte> payload,
                                 JournalVisitor& visitor) const {
    const auto visit = [&](auto decoded, auto receive) -> Result<> {
        if (!decoded) return tl::unexpected(decoded.error());
        (visitor.*receive)(*decoded);
        return {};
    };
    switch (static_cast<FrameType>(header.type)) {
        case FrameType::Hello:
            return visit(helloFromJson(payload), &JournalVisitor::onHello);
        case FrameType::Members:
            return visit(membersFromJson(payload), &JournalVisitor::onMembers);
        case FrameType::Fingerprints: {
            auto fingerprints = decodeFingerprints(payload);
            if (fingerprints)
                fingerprints->filePosition = m_position + frameHeaderBytes + fingerprintsPrefixBytes;
            return visit(std::move(fingerprints), &JournalVisitor::onFingerprints);
        }
        case FrameType::Values: {
            auto values = decodeValues(payload, header.payloadBytes);
            if (values) values->filePosition = m_position + frameHeaderBytes + valuesPrefixBytes;
            return visit(std::move(values), &JournalVisitor::onValues);
        }
        case FrameType::Step:
            return visit(decodeStep(payload), &JournalVisitor::onStep);
        case FrameType::Epoch:
            return visit(epochFromJson(payload), &JournalVisitor::onEpoch);
        case FrameType::Log:
            return visit(logFromJson(payload), &JournalVisitor::onLog);
        case FrameType::Settings:
            return visit(settingsFromJson(payload), &JournalVisitor::onSettings);
        case FrameType::End:
            return visit(endFromJson(payload), &JournalVisitor::onEnd);
    }
    return {};  // of a later minor version: not needed to understand the rest
}

std::string JournalReader::tailSentence() const {
    switch (m_tail) {
        case Tail::Whole:
            return {};
        case Tail::Incomplete:
            return fmt::format("The journal ends within a frame: its last {} bytes are not whole.",
                               m_size - m_position);
        case Tail::Damaged:
            return fmt::format("Journal, bytes {} to {} (its end): damaged, and its frames are lost.",
                               m_position, m_size);
    }
    return {};
}

}  // namespace firstsplit::journal
