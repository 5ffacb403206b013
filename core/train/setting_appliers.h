#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "core/settings/settings.h"
#include "core/train/run_state.h"

namespace firstsplit::train {

/// How one row of the settings table takes effect in the training process, and what it is found to be
/// afterwards.
struct SettingApplier {
    std::string key;
    std::function<void(const std::string& value)>
        apply;  ///< empty: by the trainer, or by the environment alone
    std::function<std::string(const RunState& state)> readBack;
};
std::span<const SettingApplier> settingAppliers();

/// Applies what was asked for; rows not asked for stay as they are.
void applySettings(const settings::Values& values);
/// Every row of the table as it is in force now, in the words of the table; threads and seeds as numbers.
std::map<std::string, std::string> settingsInForce(const RunState& state);

}  // namespace firstsplit::train
