#pragma once

#include <optional>
#include <string>

#include "core/settings/settings.h"

namespace firstsplit::ui {

/// The values of a pair as the set-up holds them: A over the preset over the experiment's needs over
/// LibTorch's defaults; B follows A until a value of its own breaks the link.
class PairSettings {
  public:
    void setExperimentDefaults(settings::Values values) { m_experiment = std::move(values); }
    void setPreset(settings::Values values) { m_preset = std::move(values); }

    std::string valueA(const std::string& key) const;
    std::string valueB(const std::string& key) const;
    bool isSetInA(const std::string& key) const { return m_a.contains(key); }
    bool followsA(const std::string& key) const { return !m_b.contains(key); }

    void setA(const std::string& key, const std::string& value);
    void setB(const std::string& key, const std::string& value) { m_b[key] = value; }
    void resetA(const std::string& key) { m_a.erase(key); }
    void resetB(const std::string& key) { m_b.erase(key); }
    void resetAll();

    /// Single settings over the preset, as a request takes them.
    settings::Values assignmentsA() const { return m_a; }
    settings::Values assignmentsB() const;
    /// Everything that is asked for in one of the runs.
    settings::Values requestedA() const { return settings::merge(m_experiment, m_preset, m_a); }
    settings::Values requestedB() const { return settings::merge(m_experiment, m_preset, assignmentsB()); }
    /// Keys whose values differ between A and B, in the table's order.
    std::vector<std::string> differingKeys() const;

  private:
    std::string inherited(const std::string& key) const;

    settings::Values m_experiment, m_preset, m_a, m_b;
};

/// Whether a setting does anything on a device, in an experiment, beside the other values.
bool acts(const settings::Setting& setting, const std::string& device, const std::string& experiment,
          const PairSettings& values);
bool actsOnDevice(const settings::Setting& setting, const std::string& device);
/// `experiment` is empty for a command.
bool actsInExperiment(const settings::Setting& setting, const std::string& experiment);

}  // namespace firstsplit::ui
