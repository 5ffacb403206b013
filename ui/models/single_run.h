#pragma once

#include "core/compare/comparison.h"

namespace firstsplit::ui {

/// A run without a partner in the shape that the plots take: its facts and its losses in `a` and `lossA`;
/// nothing is compared. On the I/O thread only.
Result<compare::Comparison> readSingleRun(const record::Run& run, const compare::Progress& progress = {});

}  // namespace firstsplit::ui
