#include "core/compare/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/settings/settings.h"

namespace firstsplit::compare {
namespace {

using Map = std::map<std::string, std::string>;

std::optional<std::string> valueAt(const Map& map, const std::string& key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
}

std::set<std::string> keysOf(std::initializer_list<const Map*> maps) {
    std::set<std::string> keys;
    for (const Map* map : maps)
        for (const auto& entry : *map) keys.insert(entry.first);
    return keys;
}

std::optional<std::string> inForce(const record::RunInfo& run, const std::string& key) {
    const auto readBack = valueAt(run.inForceAtStart, key);
    return readBack ? readBack : valueAt(run.requested, key);
}

/// Whether a run would have told the value of `key`, had it been set.
bool couldTell(const record::RunInfo& run, const record::RunInfo& other, const std::string& key) {
    return !run.inForceAtStart.empty() || valueAt(other.requested, key).has_value();
}

std::string variableOf(const std::string& key) {
    return key.starts_with("env.") ? key.substr(4) : key;
}

/// Set by the launcher for every run of its own.
bool isOfTheRunItself(const std::string& key) {
    // `host` is a name; what the machine is stands in its processor, kernel and device. Variables are
    // `env.NAME`.
    static const std::set<std::string_view> names = {
        "host", "pid",  "id",      "journal", "start",    "end",  "PWD",  "OLDPWD",    "SHLVL",
        "HOME", "USER", "LOGNAME", "TMPDIR",  "HOSTNAME", "PATH", "TERM", "PYTHONPATH",
        // A note of the Python client about the script, which cause.cpp reads.
        changedBeforeTraining};
    static constexpr std::array<std::string_view, 3> prefixes = {"FIRSTSPLIT_", "SLURM_", "XDG_"};
    const std::string name = variableOf(key);
    return names.contains(name) || std::any_of(prefixes.begin(), prefixes.end(),
                                               [&](auto prefix) { return name.starts_with(prefix); });
}

bool standsFor(const settings::Setting& setting, const std::string& variable) {
    return std::ranges::count(setting.variables, variable, &settings::Variable::name) > 0;
}

/// A variable, or a fact, that a setting stands for which is listed already.
bool followsFrom(const std::string& key, const std::vector<Differing>& differing) {
    static const std::multimap<std::string, std::string_view> facts = {
        {"threads", "threads.intra"},
        {"aten.cpu_capability", "cpu.capability"},
        {"device", "CUDA_VISIBLE_DEVICES"},
    };
    const std::string name = variableOf(key);
    return std::any_of(differing.begin(), differing.end(), [&](const Differing& one) {
        const settings::Setting* setting = settings::find(one.key);
        const auto [first, last] = facts.equal_range(one.key);
        return (setting != nullptr && standsFor(*setting, name)) ||
               std::any_of(first, last, [&](const auto& entry) { return entry.second == name; });
    });
}

/// A variable whose one setting was read back alike in both runs: whoever set it, the effect is the same.
bool isAlikeInForce(const std::string& key, const record::RunInfo& a, const record::RunInfo& b) {
    const auto setting = std::ranges::find_if(settings::table(), [&](const settings::Setting& row) {
        return row.variables.size() == 1 && standsFor(row, variableOf(key));
    });
    if (setting == settings::table().end()) return false;
    const auto ofA = valueAt(a.inForceAtStart, setting->key), ofB = valueAt(b.inForceAtStart, setting->key);
    return ofA && ofA == ofB;
}

bool isUuidKey(const std::string& key) {
    return key.find("uuid") != std::string::npos;
}

/// Which device it was, other than by its UUID: its place among the devices, or its model.
bool describesDevice(const std::string& key) {
    return key == "gpu.name" || key == "gpu.compute" || key == "env.CUDA_VISIBLE_DEVICES" ||
           key == "CUDA_VISIBLE_DEVICES";
}

}  // namespace

std::vector<Differing> settingsThatDiffer(const record::RunInfo& a, const record::RunInfo& b) {
    std::vector<Differing> acting, idle;
    const auto add = [](std::vector<Differing>& list, const std::string& key,
                        const std::optional<std::string>& ofA, const std::optional<std::string>& ofB,
                        bool acts) {
        list.push_back({key, ofA.value_or(""), ofB.value_or(""), acts});
    };
    if (a.experiment != b.experiment) {
        add(acting, "experiment", a.experiment, b.experiment, true);
    } else if (a.experiment.empty() && a.commandLine != b.commandLine) {
        add(acting, "command", a.commandLine, b.commandLine, true);
    }
    if (a.device != b.device && !a.device.empty() && !b.device.empty())
        add(acting, "device", a.device, b.device, true);

    const auto keys = keysOf(
        {&a.requested, &b.requested, &a.inForceAtStart, &b.inForceAtStart, &a.inForceAtEnd, &b.inForceAtEnd});
    if (a.seed && b.seed && a.seed != b.seed && !keys.contains("seed"))
        add(acting, "seed", std::to_string(*a.seed), std::to_string(*b.seed), true);
    const auto seedA = inForce(a, "seed"), seedB = inForce(b, "seed");
    for (const std::string& key : keys) {
        const auto ofA = inForce(a, key), ofB = inForce(b, key);
        // A seed derived from the seed: one difference, not two.
        if (key.starts_with("seed.") && seedA && seedB && ofA == seedA && ofB == seedB) continue;
        const bool isKnown = (ofA || couldTell(a, b, key)) && (ofB || couldTell(b, a, key));
        if (isKnown && ofA != ofB) {
            add(acting, key, ofA, ofB, true);
            continue;
        }
        const auto endA = valueAt(a.inForceAtEnd, key), endB = valueAt(b.inForceAtEnd, key);
        if (endA && endB && endA != endB) {
            add(acting, key, endA, endB, true);
            continue;
        }
        const auto askedA = valueAt(a.requested, key), askedB = valueAt(b.requested, key);
        if (isKnown && askedA && askedB && askedA != askedB) add(idle, key, askedA, askedB, false);
    }
    acting.insert(acting.end(), idle.begin(), idle.end());
    return acting;
}

std::vector<Differing> environmentThatDiffers(const record::RunInfo& a, const record::RunInfo& b,
                                              const std::vector<Differing>& settings) {
    std::vector<Differing> list;
    const auto keys = keysOf({&a.environment, &b.environment});
    const bool bothKnowUuid = std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
        return isUuidKey(key) && a.environment.contains(key) && b.environment.contains(key);
    });
    // A run without any facts (an old or damaged file) would differ in every single one.
    if (a.environment.empty() || b.environment.empty()) return list;
    for (const std::string& key : keys) {
        const auto ofA = valueAt(a.environment, key), ofB = valueAt(b.environment, key);
        if (ofA == ofB || isOfTheRunItself(key) || followsFrom(key, settings) || isAlikeInForce(key, a, b))
            continue;
        if (bothKnowUuid && describesDevice(key)) continue;
        list.push_back({key, ofA.value_or(""), ofB.value_or("")});
    }
    return list;
}

std::string valuesText(const Differing& differing) {
    const auto text = [](const std::string& value) { return value.empty() ? std::string("not set") : value; };
    return fmt::format("{} ({}, {})", environmentLabel(differing.key), text(differing.a), text(differing.b));
}

std::string differsText(const Differing& differing) {
    const std::string values = valuesText(differing);
    const std::string label = environmentLabel(differing.key);
    return label + " differs" + values.substr(label.size());
}

bool isVersionKey(const std::string& key) {
    static const std::set<std::string_view> names = {"torch",  "cuda",  "cudnn",
                                                     "python", "numpy", "gpu.driver"};
    return names.contains(key) || key.ends_with("version");
}

std::string environmentLabel(const std::string& key) {
    static const std::map<std::string, std::string> labels = {
        {"torch", "LibTorch"},
        {"torch.config", "LibTorch's build"},
        {"cuda", "CUDA"},
        {"cudnn", "cuDNN"},
        {"python", "Python"},
        {"numpy", "NumPy"},
        {"gpu.name", "GPU"},
        {"gpu.uuid", "GPU"},
        {"gpu.driver", "GPU driver"},
        {"gpu.compute", "GPU's compute capability"},
        {"cpu.model", "CPU"},
        {"cpu.microcode", "CPU microcode"},
        {"cpu.capability", "CPU instruction set"},
        {"cpu.cores", "CPU cores"},
        {"cpu.quota", "CPU quota"},
        {"threads.intra", "threads"},
        {"threads.inter", "threads between operators"},
        {"os", "operating system"},
        {"libc", "C library"},
        {"attention.order", "order of attention kernels"},
        {"git.commit", "commit of the code"},
        {"git.dirty", "uncommitted changes"},
    };
    if (key.starts_with("env.")) return key.substr(4);
    const auto found = labels.find(key);
    return found == labels.end() ? key : found->second;
}

}  // namespace firstsplit::compare
