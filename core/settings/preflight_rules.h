#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/settings/settings.h"

namespace firstsplit::settings {

/// A fact about the planned run that must hold for a rule: the value in force of a setting, or one of the
/// facts that factsOf() derives ("device", "env NAME", "threads beyond cores", …), is among `values`.
/// A fact that is not known counts as "".
struct Condition {
    std::string fact{};
    std::vector<std::string> values{};
    bool holdsWhenAmong = true;  ///< false: holds when it is none of them
};

/// What to say when all conditions hold. In the sentence, {name} stands for the fact or setting of that name.
struct Rule {
    Finding::Severity severity{};
    std::string
        key;  ///< the row at which it is shown; it must have been asked for, unless `alsoWhenInherited`
    std::vector<Condition> when{};
    std::string sentence{};
    std::string fromVersion{}, untilVersion{};  ///< of LibTorch, inclusive; empty: any
    bool alsoWhenInherited = false;
};

/// Rules about combinations. What follows from a row of the table alone (a device or another setting it
/// needs, a variable that stands in the way) needs no rule here.
std::span<const Rule> preflightRules();
/// Of them, those about fp32.*: what beats these rows, needs other hardware, or cannot be given to a command.
std::vector<Rule> precisionRules();

/// True when `version` lies between the two, inclusive; an empty bound is open, an unknown version lies
/// everywhere. Only as many parts count as the bound has: 2.9.1 lies until 2.9.
bool isBetween(const std::string& version, const std::string& from, const std::string& until);

}  // namespace firstsplit::settings
