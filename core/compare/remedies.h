#pragma once

#include <string>
#include <vector>

#include "core/compare/cause.h"
#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// Settings that a command's pair can be repeated with to see whether they cure its first difference, a
/// sentence each. Only what this pair was not given already; empty for the built-in experiments, which the
/// window explains.
std::vector<std::string> remediesOf(const Comparison& comparison, const RandomRole& role);

/// Of a command: settings that were asked for and not in force at the first step: the script itself had
/// changed them.
std::vector<std::string> overruledSettings(const Comparison& comparison);

}  // namespace firstsplit::compare
