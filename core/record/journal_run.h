#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/journal/journal_reader.h"
#include "core/record/run.h"
#include "core/record/step_assembler.h"

namespace firstsplit::record {

/// A run read from its journal, in progress or left behind. Digests and scalars are held in memory (144 bytes
/// a step); fingerprints and values stay in the file.
class JournalRun final : public Run {
  public:
    static Result<std::unique_ptr<Run>> open(const std::string& path);

    const RunInfo& info() const override { return m_info; }
    std::int64_t rowCount() const override { return static_cast<std::int64_t>(m_rows.size()); }
    const std::vector<Member>& members(Kind kind) const override { return m_assembler.members(kind); }
    const std::vector<EpochRecord>& epochs() const override { return m_assembler.epochs(); }
    const std::vector<LogEntry>& log() const override { return m_assembler.log(); }
    Result<> readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const override;
    Result<> readColumn(Column column, std::int64_t firstRow, std::span<double> out) const override;
    ScalarType lossType() const override { return m_assembler.lossType().type(); }
    const std::vector<std::int64_t>& fingerprintRows(Kind kind) const override;
    Result<> readFingerprints(Kind kind, std::size_t first, std::size_t count,
                              std::span<Fingerprint> out) const override;
    const std::vector<std::int64_t>& valueRows() const override { return m_valueRows; }
    bool hasValues(Kind kind, std::uint32_t member) const override;
    bool hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const override;
    Result<> readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                        std::span<std::byte> out) const override;
    Result<std::unique_ptr<ValueSource>> openValues(Kind kind, std::uint32_t member,
                                                    std::size_t snapshot) const override;
    Result<bool> refresh() override;

  private:
    struct Row {
        std::array<Fingerprint, kindCount> digests{};
        std::array<double, 4> scalars{};  ///< by Column; NaN when absent
    };
    struct KeptFingerprints {
        std::vector<std::int64_t> rows;
        std::vector<std::uint64_t> positions;
        std::vector<std::uint32_t> counts;
    };

    JournalRun(std::string path, std::unique_ptr<journal::JournalReader> reader);
    void takeIn(const WholeStep& step);
    void updateInfo();
    std::span<const ValuePart> partsOf(Kind kind, std::uint32_t member, std::size_t snapshot) const;

    std::string m_path;
    std::unique_ptr<journal::JournalReader> m_reader;
    StepAssembler m_assembler;
    RunInfo m_info;
    std::vector<Row> m_rows;
    std::array<KeptFingerprints, kindCount> m_fingerprints;
    std::vector<std::int64_t> m_valueRows;
    std::vector<std::size_t> m_valueBegins;  ///< into m_valueParts, one a snapshot
    std::vector<ValuePart> m_valueParts;
};

}  // namespace firstsplit::record
