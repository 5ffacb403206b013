#pragma once

#include <QString>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/launch/pair_job.h"
#include "core/record/run.h"

namespace firstsplit::launch {

/// Compares B with a saved A while B is being recorded, row by row, each row once. Only first differences;
/// the whole comparison is compare::compareRuns. One thread at a time.
class LiveComparison {
  public:
    static Result<std::unique_ptr<LiveComparison>> against(const QString& fileOfA);

    /// The kinds that differ for the first time in the rows that B has gained.
    Result<std::vector<SplitSeen>> update(const record::Run& b);
    /// Earliest step at which anything differed.
    std::optional<qint64> firstSplit() const { return m_firstSplit; }

  private:
    Result<std::optional<SplitSeen>> firstDifference(Kind kind, const record::Run& b, std::int64_t first,
                                                     std::int64_t count);
    std::optional<std::vector<record::Fingerprint>> membersAt(const record::Run& run, Kind kind,
                                                              std::int64_t row) const;
    QString differingMember(Kind kind, const record::Run& b, std::int64_t row) const;
    std::optional<QString> differingGenerator(const record::Run& b, std::int64_t row);

    std::unique_ptr<record::Run> m_a;
    std::int64_t m_rowsDone = 0;
    std::array<bool, kindCount> m_differed{};
    std::map<std::string, bool> m_drawnFrom;  ///< random generators
    std::optional<qint64> m_firstSplit;
};

}  // namespace firstsplit::launch
