#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

/// One table describes every determinism setting; the window, the command line, the run file and the reports
/// are drawn from it. A new setting is one new row in rows_*.cpp and its applier in core/train.
namespace firstsplit::settings {

enum class Kind {
    Environment,  ///< variables that are read once at start: set by the launcher
    RunTime,      ///< set in the training process after its start
};

struct Choice {
    std::string value{};
    std::string effect{};    ///< one sentence
    std::string variable{};  ///< what the setting's variable is set to; empty: the value itself
};

/// A variable that the launcher sets for a setting's value. `value` "%" stands for the choice's own.
struct Variable {
    std::string name{};
    std::string value = "%";
};

/// When a setting does anything at all.
struct ActsWhen {
    bool cpu = true;
    bool cuda = true;
    std::string otherKey{};                     ///< acts only while this setting …
    std::vector<std::string> otherValues{};     ///< … has one of these values
    std::vector<std::string> experiments{};     ///< empty: everywhere; {""}: only in commands
    std::string fromVersion{}, untilVersion{};  ///< of LibTorch, inclusive; empty: any
    /// Not worth a word where another experiment is trained: a preset asks for it in case it is needed.
    bool isSilentElsewhere = false;
};

struct Setting {
    std::string key{};
    std::string
        group;  ///< "Seeds", "Algorithms", "cuDNN", "cuBLAS", "Precision", "Attention", "CPU", "Observer", …
    std::string label{};
    std::string effect{};  ///< one sentence
    Kind kind = Kind::RunTime;
    std::vector<Choice> choices{};                     ///< empty when the value is a number
    std::optional<std::int64_t> minimum{}, maximum{};  ///< for numbers
    std::vector<std::string> wordsBesideNumbers{};     ///< "from seed", "inherit": allowed beside a number
    std::string defaultValue{};                        ///< what LibTorch does when nothing is asked for
    std::vector<Variable> variables{};                 ///< for Kind::Environment
    ActsWhen actsWhen{};
    std::string documentation{};  ///< URL
};

using Values = std::map<std::string, std::string>;

std::span<const Setting> table();
/// Acts only in trainings in Python, and not in the built-in experiments.
bool isForCommandsOnly(const Setting& setting);
/// The trainings that a row acts in: names of experiments, or "built-in experiments" for all of them, and
/// "commands" for those in Python; empty: everywhere.
std::vector<std::string> placesOf(const ActsWhen& acts);
const Setting* find(std::string_view key);

/// Checks key and value; an unknown one is answered with the nearest names.
Result<> check(const std::string& key, const std::string& value);
/// "key=value", checked.
Result<std::pair<std::string, std::string>> parseAssignment(const std::string& text);

struct Preset {
    std::string name{};
    std::string label{};
    std::string sentence{};
    Values values{};
};
/// seeds, fast, deterministic, default (resources/presets.json).
std::span<const Preset> presets();
Result<Preset> presetNamed(const std::string& name);

/// Built-in experiments, as a table without LibTorch; core/train holds a model for each name.
struct Experiment {
    std::string name{};
    std::string label{};
    std::string sentence{};
    std::int64_t defaultSteps = 200;
    Values defaults{};       ///< settings that it needs to show what it shows, such as threads=2
    bool takesData = false;  ///< trains on the user's folder when one is given
};
std::span<const Experiment> experiments();
Result<Experiment> experimentNamed(const std::string& name);

/// The values in force of a request: experiment's defaults, then the preset, then single assignments.
Values merge(const Values& experimentDefaults, const Values& preset, const Values& assignments);

/// Where a run is going to take place, as far as it is known before its start.
struct Circumstances {
    std::string device = "cpu";  ///< "cpu", "cuda", "cuda:1"
    std::string experiment{};    ///< empty: a command
    std::string torchVersion{};  ///< empty: unknown
    int cores = 0;               ///< usable by this process, cgroup quota included; 0: unknown
    double cpuQuota = 0;         ///< of its cgroup, in cores; 0: none, or unknown
    std::string cpuVendor{};     ///< as the processor tells it, "GenuineIntel"; empty: unknown
    std::string cpuFlags{};      ///< as in /proc/cpuinfo; empty: unknown
    std::string gpuCompute{};    ///< compute capability of the device, "9.0"; empty: unknown
    std::map<std::string, std::string> environment{};  ///< of the launcher
};

struct Finding {
    enum class Severity {
        Refused,   ///< the run would fail, or would not be what was asked for: it is not started
        Warning,   ///< contradicts, or may surprise
        NoEffect,  ///< does nothing here
        Note,      ///< nothing is wrong; worth knowing before the run
    };
    Severity severity{};
    std::string key{};
    std::string sentence{};  ///< thing, reason, remedy
};

/// What will fail, contradict or do nothing, before launch, from rules that are data.
std::vector<Finding> preflight(const Values& values, const Circumstances& circumstances);

/// Variables that the launcher sets for these values; nullopt: to be removed from the environment.
std::map<std::string, std::optional<std::string>> environmentFor(const Values& values);

/// Names of environment variables that are recorded with every run because they can change results.
std::span<const std::string> recordedVariables();

}  // namespace firstsplit::settings
