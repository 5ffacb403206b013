#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/record/step_assembler.h"

namespace firstsplit::record {

/// What a first reading of a journal finds: how large every table becomes, and all that stands in none.
struct JournalIndex {
    RunInfo info;  ///< as the journal says; how it ended is for the caller to decide
    std::optional<journal::EndPayload> end;
    std::int64_t rows = 0;
    LossType lossType;
    std::uint64_t singleLosses = 0;  ///< losses of steps that have more than one
    std::array<std::vector<Member>, kindCount> members;
    std::array<std::vector<bool>, kindCount> hasValues;
    std::array<std::vector<std::int64_t>, kindCount> fingerprintRows;
    std::vector<std::int64_t> valueRows;
    std::vector<EpochRecord> epochs;
    std::vector<LogEntry> log;
    std::uint64_t bytes = 0;  ///< of the journal as it was read
};

/// Reads bytes in pieces, asking `progress` (0 to 1) between them; fails when that returns false
/// ("cancelled").
Result<> readAll(journal::JournalReader& reader, journal::JournalVisitor& visitor,
                 const std::function<bool(double)>& progress);

/// Reads and checks the whole journal.
Result<JournalIndex> indexJournal(const std::string& path, const std::function<bool(double)>& progress);

}  // namespace firstsplit::record
