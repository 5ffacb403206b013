#include "ui/models/setting_columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/settings/settings.h"

namespace firstsplit::ui {
namespace {

constexpr std::size_t mostColumns = 8;
using Values = std::map<std::string, std::string>;

const Values& presetValues(const std::string& name) {
    static const Values none;
    const auto presets = settings::presets();
    const auto found = std::ranges::find(presets, name, &settings::Preset::name);
    return found == presets.end() ? none : found->values;
}

std::string valueIn(const Values& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::string() : found->second;
}

}  // namespace

std::vector<std::string> differingSettings(const std::vector<std::vector<const RunEntry*>>& groups) {
    std::set<std::string> differing;
    for (const auto& group : groups) {
        std::map<std::string, std::set<std::string>> own;  // values beside the preset's, by key
        std::set<std::string> keys, presets;
        for (const RunEntry* run : group) {
            presets.insert(run->preset.toStdString());
            for (const auto& [key, value] : run->requested) keys.insert(key);
        }
        for (const RunEntry* run : group) {
            const Values& preset = presetValues(run->preset.toStdString());
            for (const std::string& key : keys) {
                const std::string value = valueIn(run->requested, key);
                own[key].insert(value == valueIn(preset, key) ? std::string() : value);
            }
        }
        if (presets.size() > 1) differing.insert(presetColumn);
        for (const auto& [key, values] : own)
            if (values.size() > 1) differing.insert(key);
    }
    std::vector<std::string> columns;
    if (differing.erase(presetColumn)) columns.push_back(presetColumn);
    for (const settings::Setting& setting : settings::table())
        if (differing.erase(setting.key)) columns.push_back(setting.key);
    columns.insert(columns.end(), differing.begin(), differing.end());
    if (columns.size() > mostColumns) columns.resize(mostColumns);
    return columns;
}

QString settingText(const RunEntry& run, const std::string& key) {
    const QString none = QStringLiteral("–");
    if (key == presetColumn) return run.preset.isEmpty() ? none : run.preset;
    const auto found = run.requested.find(key);
    return found == run.requested.end() ? none : QString::fromStdString(found->second);
}

}  // namespace firstsplit::ui
