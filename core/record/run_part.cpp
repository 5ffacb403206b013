#include "core/record/run_part.h"

#include <algorithm>
#include <array>

namespace firstsplit::record {

namespace {

/// Row 0 stands for the time before a step: of the row of the step before it, what outlives that step.
bool isKeptInRow0(Kind kind) {
    return kind == Kind::Weight || kind == Kind::Buffer;
}

class RunPart final : public Run {
  public:
    RunPart(std::unique_ptr<Run> whole, std::int64_t from)
        : m_whole(std::move(whole)), m_from(from), m_info(m_whole->info()) {
        m_info.firstStep = from;
        for (const Kind kind : allKinds) {
            const auto& rows = m_whole->fingerprintRows(kind);
            Kept& kept = m_kept[indexOf(kind)];
            for (std::size_t i = 0; i < rows.size(); ++i) {
                // A state is recorded before its step: that of the first step also stands before it.
                if (kind == Kind::RandomState && rows[i] == from + 1) kept.add(0, i);
                if (rows[i] > from || (rows[i] == from && isKeptInRow0(kind))) kept.add(rows[i] - from, i);
            }
        }
        const auto& rows = m_whole->valueRows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i] >= from) m_values.add(rows[i] - from, i);
    }

    const Run& whole() const override { return *m_whole; }
    const RunInfo& info() const override { return m_info; }
    std::int64_t rowCount() const override { return std::max<std::int64_t>(m_whole->rowCount() - m_from, 0); }
    const std::vector<Member>& members(Kind kind) const override { return m_whole->members(kind); }
    const std::vector<EpochRecord>& epochs() const override { return m_noEpochs; }
    const std::vector<LogEntry>& log() const override { return m_noLog; }
    ScalarType lossType() const override { return m_whole->lossType(); }

    Result<> readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const override {
        if (auto read = m_whole->readDigests(kind, firstRow + m_from, out);
            !read || firstRow > 0 || out.empty())
            return read;
        if (kind == Kind::RandomState && m_whole->rowCount() > m_from + 1)
            return m_whole->readDigests(kind, m_from + 1, out.first(1));
        if (!isKeptInRow0(kind)) out.front() = {};
        return {};
    }
    Result<> readColumn(Column column, std::int64_t firstRow, std::span<double> out) const override {
        return m_whole->readColumn(column, firstRow + m_from, out);
    }
    const std::vector<std::int64_t>& fingerprintRows(Kind kind) const override {
        return m_kept[indexOf(kind)].rows;
    }
    Result<> readFingerprints(Kind kind, std::size_t first, std::size_t count,
                              std::span<Fingerprint> out) const override {
        const auto& positions = m_kept[indexOf(kind)].positions;
        const std::size_t width = members(kind).size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto row = out.subspan(i * width, width);
            if (auto read = m_whole->readFingerprints(kind, positions[first + i], 1, row); !read) return read;
        }
        return {};
    }
    const std::vector<std::int64_t>& valueRows() const override { return m_values.rows; }
    bool hasValues(Kind kind, std::uint32_t member) const override {
        return m_whole->hasValues(kind, member);
    }
    bool hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const override {
        return m_whole->hasValuesAt(kind, member, m_values.positions[snapshot]);
    }
    Result<> readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                        std::span<std::byte> out) const override {
        return m_whole->readValues(kind, member, m_values.positions[snapshot], out);
    }
    Result<std::unique_ptr<ValueSource>> openValues(Kind kind, std::uint32_t member,
                                                    std::size_t snapshot) const override {
        return m_whole->openValues(kind, member, m_values.positions[snapshot]);
    }

  private:
    /// Rows of the part, and where the whole keeps them.
    struct Kept {
        std::vector<std::int64_t> rows;
        std::vector<std::size_t> positions;
        void add(std::int64_t row, std::size_t position) {
            rows.push_back(row);
            positions.push_back(position);
        }
    };

    std::unique_ptr<Run> m_whole;
    std::int64_t m_from;
    RunInfo m_info;
    std::array<Kept, kindCount> m_kept;
    Kept m_values;
    std::vector<EpochRecord> m_noEpochs;
    std::vector<LogEntry> m_noLog;
};

/// First row of `run` whose digest is that of a row of the other; none when that is absent.
Result<std::optional<std::int64_t>> rowThatEquals(const Run& run, const Run& other, Kind kind,
                                                  std::int64_t row) {
    constexpr std::int64_t rowsPerRead = 8192;
    if (row >= other.rowCount()) return std::nullopt;
    Fingerprint wanted;
    if (auto read = other.readDigests(kind, row, {&wanted, 1}); !read) return tl::unexpected(read.error());
    if (wanted.isAbsent()) return std::nullopt;
    std::vector<Fingerprint> digests;
    for (std::int64_t begin = 0; begin < run.rowCount(); begin += rowsPerRead) {
        digests.resize(static_cast<std::size_t>(std::min(rowsPerRead, run.rowCount() - begin)));
        if (auto read = run.readDigests(kind, begin, digests); !read) return tl::unexpected(read.error());
        const auto found = std::ranges::find(digests, wanted);
        if (found != digests.end()) return begin + (found - digests.begin());
    }
    return std::nullopt;
}

}  // namespace

std::unique_ptr<Run> partFrom(std::unique_ptr<Run> whole, std::int64_t from) {
    return std::make_unique<RunPart>(std::move(whole), from);
}

Result<std::optional<std::int64_t>> stepResumedAt(const Run& whole, const Run& resumed) {
    const auto row = rowThatEquals(whole, resumed, Kind::Weight, 0);
    // The last row leads nowhere, and the first one is a start of its own.
    if (row && *row && (**row == 0 || **row + 1 >= whole.rowCount())) return std::nullopt;
    return row;
}

Result<std::optional<std::int64_t>> stepOfFirstBatch(const Run& whole, const Run& resumed) {
    const auto row = rowThatEquals(whole, resumed, Kind::Batch, 1);
    if (row && *row) return **row - 1;
    return row;
}

}  // namespace firstsplit::record
