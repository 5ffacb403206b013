#pragma once

#include <string>
#include <vector>

#include "core/record/run.h"

namespace firstsplit::testing {

/// Everything that a run says, as text in a fixed order: two runs are equal just when these are. Bits, not
/// numbers.
std::vector<std::string> contentsOf(const record::Run& run);
/// The lines of one row: scalars, digests, fingerprints and values.
std::vector<std::string> rowContents(const record::Run& run, std::int64_t row);

/// Opens a run; the test fails when it cannot be opened.
std::unique_ptr<record::Run> opened(const std::string& path);

}  // namespace firstsplit::testing
