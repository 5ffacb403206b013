#pragma once

#include <array>
#include <vector>

#include "core/record/run.h"

namespace firstsplit::ui {

/// A run that is compared again and again while it, or its partner, grows: what was read of its columns and
/// digests is kept, so that a look reads no more than the new rows. Whole steps never change. Not
/// thread-safe.
class FollowedRun final : public record::Run {
  public:
    explicit FollowedRun(std::unique_ptr<record::Run> run) : m_run(std::move(run)) {}

    const record::RunInfo& info() const override { return m_run->info(); }
    std::int64_t rowCount() const override { return m_run->rowCount(); }
    const std::vector<record::Member>& members(Kind kind) const override { return m_run->members(kind); }
    const std::vector<record::EpochRecord>& epochs() const override { return m_run->epochs(); }
    const std::vector<record::LogEntry>& log() const override { return m_run->log(); }
    Result<> readDigests(Kind kind, std::int64_t firstRow, std::span<record::Fingerprint> out) const override;
    Result<> readColumn(record::Column column, std::int64_t firstRow, std::span<double> out) const override;
    record::ScalarType lossType() const override { return m_run->lossType(); }
    const std::vector<std::int64_t>& fingerprintRows(Kind kind) const override {
        return m_run->fingerprintRows(kind);
    }
    Result<> readFingerprints(Kind kind, std::size_t first, std::size_t count,
                              std::span<record::Fingerprint> out) const override {
        return m_run->readFingerprints(kind, first, count, out);
    }
    const std::vector<std::int64_t>& valueRows() const override { return m_run->valueRows(); }
    bool hasValues(Kind kind, std::uint32_t member) const override { return m_run->hasValues(kind, member); }
    bool hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const override {
        return m_run->hasValuesAt(kind, member, snapshot);
    }
    Result<> readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                        std::span<std::byte> out) const override {
        return m_run->readValues(kind, member, snapshot, out);
    }
    Result<std::unique_ptr<record::ValueSource>> openValues(Kind kind, std::uint32_t member,
                                                            std::size_t snapshot) const override {
        return m_run->openValues(kind, member, snapshot);
    }
    Result<bool> refresh() override;

  private:
    static constexpr std::size_t columnCount = 4;

    std::unique_ptr<record::Run> m_run;
    mutable std::array<std::vector<record::Fingerprint>, kindCount> m_digests;
    mutable std::array<std::vector<double>, columnCount> m_columns;
};

}  // namespace firstsplit::ui
