#pragma once

#include "ui/models/library_groups.h"
#include "ui/models/run_library.h"

/// What the library says of a run's first split: against the baseline while one is pinned, else of its pair,
/// in the row of its A.
namespace firstsplit::ui {

/// "=", "≠", "?", "✕" for a file that cannot be read; empty while nothing is known.
QString signText(const RunLibrary& library, const RunEntry& run, const LibraryRow& row);
/// "0 gradient", "start weight", "baseline", "…" while it is being compared; empty when nothing differs.
QString firstSplitText(const RunLibrary& library, const RunEntry& run, const LibraryRow& row);
/// The same in a sentence.
QString splitToolTip(const RunLibrary& library, const RunEntry& run, const LibraryRow& row);

}  // namespace firstsplit::ui
