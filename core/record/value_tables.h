#pragma once

#include <hdf5.h>

#include <array>
#include <string>
#include <vector>

#include "core/record/hdf5/table_writer.h"
#include "core/record/journal_index.h"

namespace firstsplit::record {

/// Writes /weights, /buffers and the like of a run file: the bytes of every member at the steps that kept
/// them, read from the journal into the chunk that they belong to. Throws hdf5::Failure.
class ValueTables {
  public:
    ValueTables(hid_t file, journal::BufferPool& chunks, const JournalIndex& index);

    /// The dataset of each member, empty where no bytes were kept; by kind, in member order.
    const std::array<std::vector<std::string>, kindCount>& paths() const { return m_paths; }
    void add(const WholeStep& step, const journal::JournalReader& journal);
    void finish();

  private:
    struct Table {
        Kind kind{};
        std::uint32_t member = 0;
        hdf5::TableWriter values;
    };
    void makeGroup(hid_t file, journal::BufferPool& chunks, Kind kind);

    const JournalIndex& m_index;
    std::array<std::vector<std::string>, kindCount> m_paths;
    std::vector<Table> m_tables;                                      ///< in the order of WholeStep::values
    std::array<std::vector<hdf5::TableWriter>, kindCount> m_present;  ///< none or one a kind
    std::size_t m_nextSnapshot = 0;
};

}  // namespace firstsplit::record
