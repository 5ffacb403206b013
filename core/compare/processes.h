#pragma once

#include <optional>
#include <span>

#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// Of the comparisons of a run's processes (rank with rank), the position of the one with the earliest first
/// difference: earliest step, then topmost kind, then position. None when no process split.
std::optional<std::size_t> splitFirst(std::span<const Comparison* const> processes);

}  // namespace firstsplit::compare
