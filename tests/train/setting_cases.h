#pragma once

#include <string>
#include <vector>

namespace firstsplit::tests {

/// A value asked of a real runner, and what may then be read back.
struct SettingCase {
    std::string key{};
    std::string value{};
    std::vector<std::string> inForce{};  ///< any of these; empty: the value itself
    std::string needsCpuFlag{};          ///< of /proc/cpuinfo; the case is left out on a CPU without it
};

/// Stands in SettingCase::inForce for "whatever is the machine's own".
inline const std::string anything = "*";

/// Every row of the settings table, and every choice of each: a row without its case fails the suite.
std::vector<SettingCase> settingCases();

}  // namespace firstsplit::tests
