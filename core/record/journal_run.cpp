#include "core/record/journal_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/record/range_check.h"

namespace firstsplit::record {

namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t indexOf(Column column) {
    return static_cast<std::size_t>(column);
}

}  // namespace

Result<std::unique_ptr<Run>> JournalRun::open(const std::string& path) {
    auto reader = journal::JournalReader::open(path);
    if (!reader) return tl::unexpected(reader.error());
    std::unique_ptr<JournalRun> run(new JournalRun(path, std::move(*reader)));
    if (auto refreshed = run->refresh(); !refreshed) return tl::unexpected(refreshed.error());
    return run;
}

JournalRun::JournalRun(std::string path, std::unique_ptr<journal::JournalReader> reader)
    : m_path(std::move(path)),
      m_reader(std::move(reader)),
      m_assembler([this](const WholeStep& step) { takeIn(step); }) {}

void JournalRun::takeIn(const WholeStep& step) {
    Row row;
    row.digests = step.step.digests;
    row.scalars[indexOf(Column::Loss)] = meanOf(step.step.losses);
    row.scalars[indexOf(Column::LearningRate)] = step.step.learningRate.value_or(absent);
    row.scalars[indexOf(Column::GradientNorm)] = step.step.gradientNorm.value_or(absent);
    row.scalars[indexOf(Column::StepSeconds)] = step.step.stepSeconds.value_or(absent);
    Row missing;
    missing.scalars.fill(absent);
    m_rows.resize(static_cast<std::size_t>(step.row), missing);
    m_rows.push_back(row);
    for (Kind kind : allKinds) {
        const std::size_t k = firstsplit::indexOf(kind);
        if (!step.isKept[k]) continue;
        m_fingerprints[k].rows.push_back(step.row);
        m_fingerprints[k].positions.push_back(step.fingerprintPositions[k]);
        m_fingerprints[k].counts.push_back(step.fingerprintCounts[k]);
    }
    if (step.values.empty()) return;
    m_valueRows.push_back(step.row);
    m_valueBegins.push_back(m_valueParts.size());
    m_valueParts.insert(m_valueParts.end(), step.values.begin(), step.values.end());
}

Result<bool> JournalRun::refresh() {
    // Asked before reading: a process that is gone now has written all that it ever will.
    const auto liveness = journal::livenessOf(m_assembler.process());
    const auto sizeBefore = m_reader->position();
    const auto polled = m_reader->poll(m_assembler);
    if (!polled) return polled;
    const EndState before = m_info.end;
    updateInfo();
    if (m_assembler.end()) return *polled;
    // The hello may have come with this very reading.
    const auto now = m_assembler.process().pid != 0 && sizeBefore <= journal::fileHeaderBytes
                         ? journal::livenessOf(m_assembler.process())
                         : liveness;
    switch (now) {
        case journal::Liveness::Alive:
            m_info.end = EndState::Running;
            break;
        case journal::Liveness::Gone:
            m_info.endReason = fmt::format(
                "The training process is gone and did not say how it ended. When its recorder is gone too: "
                "firstsplit recover {}",
                m_path);
            break;
        case journal::Liveness::Unknown:
            m_info.endReason = "Whether the training still runs cannot be seen from this machine.";
            break;
    }
    return *polled || m_info.end != before;
}

void JournalRun::updateInfo() {
    m_info = m_assembler.info();
    m_info.file = m_path;
    if (m_reader->tail() == journal::Tail::Damaged) m_info.damaged.push_back(m_reader->tailSentence());
    if (!m_assembler.end()) return;
    const auto named = endStateNamed(m_assembler.end()->state);
    m_info.end = named && *named != EndState::Running ? *named : EndState::Unknown;
}

Result<> JournalRun::readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const {
    if (auto inside = checkRows(m_path, firstRow, out.size(), rowCount()); !inside) return inside;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = m_rows[static_cast<std::size_t>(firstRow) + i].digests[firstsplit::indexOf(kind)];
    return {};
}

Result<> JournalRun::readColumn(Column column, std::int64_t firstRow, std::span<double> out) const {
    if (auto inside = checkRows(m_path, firstRow, out.size(), rowCount()); !inside) return inside;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double value = m_rows[static_cast<std::size_t>(firstRow) + i].scalars[indexOf(column)];
        out[i] = column == Column::Loss ? m_assembler.lossType().asStored(value) : value;
    }
    return {};
}

const std::vector<std::int64_t>& JournalRun::fingerprintRows(Kind kind) const {
    return m_fingerprints[firstsplit::indexOf(kind)].rows;
}

Result<> JournalRun::readFingerprints(Kind kind, std::size_t first, std::size_t count,
                                      std::span<Fingerprint> out) const {
    const KeptFingerprints& kept = m_fingerprints[firstsplit::indexOf(kind)];
    const std::size_t members = this->members(kind).size();
    if (auto inside = checkTable(m_path, first, count, kept.rows.size(), members, out.size()); !inside)
        return inside;
    for (std::size_t i = 0; i < count; ++i) {
        auto row = out.subspan(i * members, members);
        const std::size_t there = std::min<std::size_t>(kept.counts[first + i], members);
        if (auto read =
                m_reader->readBytes(kept.positions[first + i], std::as_writable_bytes(row.first(there)));
            !read)
            return read;
        std::fill(row.begin() + static_cast<std::ptrdiff_t>(there), row.end(), Fingerprint{});
    }
    return {};
}

bool JournalRun::hasValues(Kind kind, std::uint32_t member) const {
    const auto& known = m_assembler.hasValues(kind);
    return member < known.size() && known[member];
}

bool JournalRun::hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const {
    return !partsOf(kind, member, snapshot).empty();
}

std::span<const ValuePart> JournalRun::partsOf(Kind kind, std::uint32_t member, std::size_t snapshot) const {
    if (snapshot >= m_valueRows.size()) return {};
    const std::size_t begin = m_valueBegins[snapshot];
    const std::size_t end =
        snapshot + 1 < m_valueBegins.size() ? m_valueBegins[snapshot + 1] : m_valueParts.size();
    const auto parts = std::span(m_valueParts).subspan(begin, end - begin);
    const auto less = [](const ValuePart& a, const ValuePart& b) {
        return std::tie(a.kind, a.member) < std::tie(b.kind, b.member);
    };
    ValuePart key;
    key.kind = kind;
    key.member = member;
    const auto [first, last] = std::equal_range(parts.begin(), parts.end(), key, less);
    return {first, last};
}

namespace {

class JournalValues final : public ValueSource {
  public:
    JournalValues(const journal::JournalReader& reader, std::span<const ValuePart> parts)
        : m_reader(reader), m_parts(parts) {}

    Result<> read(std::size_t firstByte, std::span<std::byte> out) override {
        std::uint64_t partBegin = 0;
        for (const ValuePart& part : m_parts) {
            if (!out.empty() && firstByte < partBegin + part.bytes) {
                const std::uint64_t skipped = firstByte - partBegin;
                const std::size_t bytes = std::min<std::uint64_t>(out.size(), part.bytes - skipped);
                if (auto read = m_reader.readBytes(part.filePosition + skipped, out.first(bytes)); !read)
                    return read;
                firstByte += bytes;
                out = out.subspan(bytes);
            }
            partBegin += part.bytes;
        }
        return out.empty() ? Result<>() : fail("This part lies outside of the tensor.");
    }

  private:
    const journal::JournalReader& m_reader;
    std::span<const ValuePart> m_parts;
};

}  // namespace

Result<> JournalRun::readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                                std::span<std::byte> out) const {
    const auto parts = partsOf(kind, member, snapshot);
    if (parts.empty()) return noValues(m_path, kind, member, snapshot);
    std::uint64_t total = 0;
    for (const ValuePart& part : parts) total += part.bytes;
    if (total != out.size()) return otherSize(m_path, kind, member, total, out.size());
    return JournalValues(*m_reader, parts).read(0, out);
}

Result<std::unique_ptr<ValueSource>> JournalRun::openValues(Kind kind, std::uint32_t member,
                                                            std::size_t snapshot) const {
    const auto parts = partsOf(kind, member, snapshot);
    if (parts.empty()) return noValues(m_path, kind, member, snapshot);
    return std::make_unique<JournalValues>(*m_reader, parts);
}

}  // namespace firstsplit::record
