#pragma once

#include <QString>
#include <map>
#include <string>

#include "core/settings/settings.h"

namespace firstsplit::launch {

/// What of this host can change a result, as far as a launcher can see it: "kernel", "host", "cpu",
/// "microcode", "cores" (usable by this process), "cgroup.cpu_quota" (cores; "none"), "memory" (bytes),
/// "git.commit", "git.dirty"
/// ("true", "false"), and "env.NAME" for each recorded variable that is set. What cannot be found is left
/// out.
std::map<std::string, std::string> collectHostFacts(const QString& workingDirectory);

/// Cores that this process may use: its affinity, lowered by the cgroup's quota. At least 1.
int usableCores();

/// Where a run of this launcher is going to take place, for settings::preflight.
settings::Circumstances circumstancesHere(const QString& device, const QString& experiment);

}  // namespace firstsplit::launch
