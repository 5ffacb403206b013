#pragma once

#include <string>
#include <vector>

#include "core/settings/settings.h"

namespace firstsplit::app {

/// The whole table by groups, the presets and the experiments; what does nothing on the device says so.
std::string settingsOverview(const std::string& device);
/// Each of these settings (keys of the table): every value, default, when it acts, documentation.
std::string settingsInDetail(const std::vector<std::string>& keys);

bool actsOn(const settings::Setting& setting, const std::string& device);
std::vector<std::string> variablesOf(const settings::Setting& setting);

}  // namespace firstsplit::app
