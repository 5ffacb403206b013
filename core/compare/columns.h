#pragma once

#include <vector>

#include "core/record/run.h"

namespace firstsplit::compare {

/// All rows of a column; NaN where it was not recorded.
Result<> readColumn(const record::Run& run, record::Column column, std::vector<double>& out);

}  // namespace firstsplit::compare
