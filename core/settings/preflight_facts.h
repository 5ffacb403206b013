#pragma once

#include <map>
#include <string>

#include "core/settings/settings.h"

namespace firstsplit::settings {

/// Everything that rules can ask for and sentences can name: each setting by its key, with the value in
/// force; each recorded variable that is set, as "env NAME"; and facts about the run, such as "device kind"
/// (cpu, cuda; any for a command, which decides itself) or "threads beyond cores" (yes, no).
std::map<std::string, std::string> factsOf(const Values& values, const Circumstances& where);

}  // namespace firstsplit::settings
