#pragma once

#include <string>
#include <vector>

#include "ui/models/run_entry.h"

namespace firstsplit::ui {

/// Stands for a run's preset among the settings.
inline const std::string presetColumn = "preset";

/// The settings in which runs of one group differ: the preset first, then what was set beside it, in the
/// order of the settings table. What a preset alone sets is said by its name. Bounded, as a table has an end.
std::vector<std::string> differingSettings(const std::vector<std::vector<const RunEntry*>>& groups);

/// What a run was asked for; "–" for a setting that it was not asked for.
QString settingText(const RunEntry& run, const std::string& key);

}  // namespace firstsplit::ui
