#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <map>
#include <string>

#include "core/settings/settings.h"

namespace firstsplit::launch {

/// What of this host can change a result, as far as a launcher can see it, under the keys of
/// core/journal/FORMAT.md: "kernel", "os", "libc", "host", "cpu.model", "cpu.microcode", "cpu.cores" (usable
/// by this process), "cpu.quota" (of its cgroup, in cores; "none"), "memory" (bytes), "git.commit",
/// "git.dirty"
/// ("true", "false"), and "env.NAME" for each recorded variable that is set in `environment`, which is the
/// training's. What cannot be found is left out.
std::map<std::string, std::string> collectHostFacts(const QString& workingDirectory,
                                                    const QProcessEnvironment& environment);

/// Cores that this process may use: its affinity, lowered by the cgroup's quota. At least 1.
int usableCores();

/// Where a run of this launcher is going to take place, for settings::preflight.
settings::Circumstances circumstancesHere(const QString& device, const QString& experiment);

}  // namespace firstsplit::launch
