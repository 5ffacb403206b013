#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::ui {

/// Every tensor of a kind at every step whose fingerprints both runs kept: equal, different, or not recorded.
struct TensorCells {
    Kind kind{};
    std::vector<std::int64_t> steps;  ///< ascending; −1 is before training
    std::vector<std::string> names;   ///< of the tensors that both runs have, in A's order
    std::vector<std::vector<compare::Cell>> cells;  ///< [tensor][step]
};

/// Reads the fingerprints of a kind block by block. Fails when reading fails, or when `progress` stops it.
Result<TensorCells> readTensorCells(const record::Run& a, const record::Run& b, Kind kind,
                                    const compare::Progress& progress = {});

}  // namespace firstsplit::ui
