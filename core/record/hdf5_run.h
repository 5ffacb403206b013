#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/record/file_metadata.h"
#include "core/record/hdf5/table_reader.h"
#include "core/record/run.h"
#include "core/record/sealed_file.h"

namespace firstsplit::record {

/// A run read from its file. Opening reads the small tables and checks that the large ones are what they must
/// be; rows of those are read when they are asked for.
class Hdf5Run final : public Run {
  public:
    static Result<std::unique_ptr<Run>> open(const std::string& path);
    ~Hdf5Run() override;

    const RunInfo& info() const override { return m_info; }
    std::int64_t rowCount() const override { return m_rows; }
    const std::vector<Member>& members(Kind kind) const override { return m_tensors.members[indexOf(kind)]; }
    const std::vector<EpochRecord>& epochs() const override { return m_epochs; }
    const std::vector<LogEntry>& log() const override { return m_log; }
    Result<> readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const override;
    Result<> readColumn(Column column, std::int64_t firstRow, std::span<double> out) const override;
    ScalarType lossType() const override { return m_lossType; }
    const std::vector<std::int64_t>& fingerprintRows(Kind kind) const override {
        return m_fingerprintRows[indexOf(kind)];
    }
    Result<> readFingerprints(Kind kind, std::size_t first, std::size_t count,
                              std::span<Fingerprint> out) const override;
    const std::vector<std::int64_t>& valueRows() const override { return m_valueRows; }
    bool hasValues(Kind kind, std::uint32_t member) const override;
    bool hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const override;
    Result<> readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                        std::span<std::byte> out) const override;
    Result<std::unique_ptr<ValueSource>> openValues(Kind kind, std::uint32_t member,
                                                    std::size_t snapshot) const override;

  private:
    explicit Hdf5Run(std::string path) : m_path(std::move(path)) {}
    void load();
    void loadSteps();
    void loadFingerprints(Kind kind);
    void loadValues(Kind kind);
    std::vector<std::int64_t> readRowNumbers(const std::string& path) const;
    const hdf5::TableReader& valueTable(Kind kind, std::uint32_t member) const;

    std::string m_path;
    std::shared_ptr<const SealedFile> m_sealed;  ///< for what is read without the library
    hdf5::FileHandle m_file;
    RunInfo m_info;
    TensorTable m_tensors;
    std::vector<EpochRecord> m_epochs;
    std::vector<LogEntry> m_log;
    std::int64_t m_rows = 0;
    ScalarType m_lossType = ScalarType::Unknown;
    std::array<std::optional<hdf5::TableReader>, 4> m_columns;  ///< by Column
    std::array<std::optional<hdf5::TableReader>, kindCount> m_digests;
    std::array<std::optional<hdf5::TableReader>, kindCount> m_fingerprints;
    std::array<std::vector<std::int64_t>, kindCount> m_fingerprintRows;
    std::vector<std::int64_t> m_valueRows;
    std::array<std::vector<std::uint8_t>, kindCount> m_present;  ///< [snapshots × members]
    mutable std::mutex m_locating;  ///< held while the library is asked for values
    mutable std::map<std::pair<Kind, std::uint32_t>, hdf5::TableReader>
        m_valueTables;  ///< opened when first read
};

}  // namespace firstsplit::record
