#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compare/comparison.h"

/// What was different before the first step: settings, versions, machines.
namespace firstsplit::compare {

/// A fact that the Python client records: names of the random generators that the script had seeded or drawn from
/// before its first step.
inline constexpr std::string_view changedBeforeTraining = "random.changed_before_training";

/// Settings that differ: in force at the start (as asked for, where that was not read back), or at the end.
/// Those asked for differently but in force alike come last, and do not act. Experiment and command count as
/// settings.
std::vector<Differing> settingsThatDiffer(const record::RunInfo& a, const record::RunInfo& b);

/// Facts of machine and versions that differ, without what the launcher itself sets for each run (paths, ids,
/// log names, times) and without variables that follow from a setting in `settings`. A GPU is compared by its
/// UUID alone, when both runs know it.
std::vector<Differing> environmentThatDiffers(const record::RunInfo& a, const record::RunInfo& b,
                                              const std::vector<Differing>& settings);

/// "seed differs (0, 1)"; a value that one run does not have reads "not set".
std::string differsText(const Differing& differing);
/// "LibTorch (2.10, 2.11)"
std::string valuesText(const Differing& differing);
/// A key's name for people: "torch" is "LibTorch".
std::string environmentLabel(const std::string& key);
/// Whether a key of the environment is a version of a library, compiler or driver.
bool isVersionKey(const std::string& key);

}  // namespace firstsplit::compare
