#include "ui/models/pair_settings.h"

#include <algorithm>

namespace firstsplit::ui {

std::string PairSettings::inherited(const std::string& key) const {
    if (const auto found = m_preset.find(key); found != m_preset.end()) return found->second;
    if (const auto found = m_experiment.find(key); found != m_experiment.end()) return found->second;
    const settings::Setting* setting = settings::find(key);
    return setting ? setting->defaultValue : std::string();
}

std::string PairSettings::valueA(const std::string& key) const {
    const auto found = m_a.find(key);
    return found != m_a.end() ? found->second : inherited(key);
}

std::string PairSettings::valueB(const std::string& key) const {
    const auto found = m_b.find(key);
    return found != m_b.end() ? found->second : valueA(key);
}

void PairSettings::setA(const std::string& key, const std::string& value) {
    // What the preset says anyway is no assignment: the command stays short.
    if (value == inherited(key))
        m_a.erase(key);
    else
        m_a[key] = value;
}

void PairSettings::resetAll() {
    m_a.clear();
    m_b.clear();
}

settings::Values PairSettings::assignmentsB() const {
    settings::Values values = m_a;
    for (const auto& [key, value] : m_b) values[key] = value;
    return values;
}

std::vector<std::string> PairSettings::differingKeys() const {
    std::vector<std::string> keys;
    for (const auto& setting : settings::table())
        if (valueA(setting.key) != valueB(setting.key)) keys.push_back(setting.key);
    return keys;
}

bool actsOnDevice(const settings::Setting& setting, const std::string& device) {
    return device.starts_with("cuda") ? setting.actsWhen.cuda : setting.actsWhen.cpu;
}

bool actsInExperiment(const settings::Setting& setting, const std::string& experiment) {
    const auto& experiments = setting.actsWhen.experiments;
    return experiments.empty() || std::ranges::count(experiments, experiment) > 0;
}

bool acts(const settings::Setting& setting, const std::string& device, const std::string& experiment,
          const PairSettings& values) {
    if (!actsOnDevice(setting, device) || !actsInExperiment(setting, experiment)) return false;
    const auto& when = setting.actsWhen;
    if (when.otherKey.empty()) return true;
    return std::ranges::count(when.otherValues, values.valueA(when.otherKey)) ||
           std::ranges::count(when.otherValues, values.valueB(when.otherKey));
}

}  // namespace firstsplit::ui
