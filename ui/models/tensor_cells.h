#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/compare/member_map.h"

namespace firstsplit::ui {

/// Every tensor of a kind at every step whose fingerprints both runs kept: equal, different, or not recorded.
struct TensorCells {
    Kind kind{};
    std::vector<std::int64_t> steps;                ///< ascending; −1 is before training
    std::vector<std::string> names;                 ///< of the tensors that both runs have, in A's order
    std::vector<std::vector<compare::Cell>> cells;  ///< [tensor][step]
};

/// Reads the fingerprints of a kind piece by piece, so that whoever waits for something else can go between.
class TensorCellsReader {
  public:
    /// The runs must outlive the reader and stay as they are.
    TensorCellsReader(const record::Run& a, const record::Run& b, Kind kind);

    bool isDone() const { return m_done == m_kept.size(); }
    /// Reads some megabytes.
    Result<> advance();
    TensorCells take() { return std::move(m_table); }

  private:
    struct Kept {
        std::int64_t row = 0;
        std::size_t inA = 0, inB = 0;  ///< positions in fingerprintRows()
    };
    const record::Run& m_a;
    const record::Run& m_b;
    compare::MemberMap m_map;
    std::vector<Kept> m_kept;  ///< rows of which both runs kept fingerprints
    std::size_t m_done = 0;
    TensorCells m_table;
};

}  // namespace firstsplit::ui
