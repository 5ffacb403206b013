#pragma once

#include <hdf5.h>

#include <array>
#include <cstdint>
#include <optional>

#include "core/record/hdf5/table_writer.h"
#include "core/record/journal_index.h"

namespace firstsplit::record {

/// Writes /steps and /fingerprints of a run file, a step at a time; the index says how large they become.
/// Throws hdf5::Failure.
class StepTables {
  public:
    StepTables(hid_t file, journal::BufferPool& chunks, const JournalIndex& index);

    /// Steps in ascending order; rows that are left out between them hold "absent".
    void add(const WholeStep& step);
    void finish();

  private:
    void fillUpTo(std::int64_t row);
    void appendLoss(double value, std::span<const journal::LossValue> losses);

    const JournalIndex& m_index;
    std::int64_t m_nextRow = 0;
    hdf5::TableWriter m_step, m_loss, m_learningRate, m_gradientNorm, m_stepSeconds;
    std::vector<hdf5::TableWriter> m_digests;  ///< by indexOf(Kind)
    std::array<std::optional<hdf5::TableWriter>, kindCount> m_fingerprints;
    std::optional<hdf5::TableWriter> m_lossSteps, m_lossValues;  ///< of steps with several losses
};

}  // namespace firstsplit::record
