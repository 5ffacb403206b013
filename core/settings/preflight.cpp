#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "core/base/nearest.h"
#include "core/settings/preflight_rules.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

std::string yesNo(bool yes) {
    return yes ? "yes" : "no";
}

std::string deviceKind(const std::string& device) {
    if (device == "cpu" || device == "cuda") return device;
    const std::string prefix = "cuda:";
    const bool isNumbered =
        device.starts_with(prefix) && device.size() <= prefix.size() + 3 && device.size() > prefix.size() &&
        std::all_of(device.begin() + 5, device.end(), [](unsigned char c) { return std::isdigit(c); });
    return isNumbered ? "cuda" : "malformed";
}

/// CUDA reads the list up to the first invalid index; "-1" and an empty value show no GPU at all.
bool hidesGpu(const std::map<std::string, std::string>& environment, const std::string& device) {
    const auto visible = environment.find("CUDA_VISIBLE_DEVICES");
    if (visible == environment.end()) return false;
    std::int64_t count = 0;
    for (const std::string& part : split(visible->second, ',')) {
        if (part.empty() || part.starts_with('-')) break;
        ++count;
    }
    const std::int64_t index = device.size() > 5 ? number(device.substr(5)).value_or(0) : 0;
    return index >= count;
}

/// Everything that rules can ask for and sentences can name: the settings in force, and facts about the run.
std::map<std::string, std::string> factsOf(const Values& values, const Circumstances& where) {
    std::map<std::string, std::string> facts(values.begin(), values.end());
    for (const Setting& setting : table()) facts.emplace(setting.key, setting.defaultValue);
    facts["device"] = where.device;
    facts["device kind"] = deviceKind(where.device);
    facts["experiment"] = where.experiment;
    facts["torch version"] = where.torchVersion;
    facts["cores"] = std::to_string(where.cores);
    const std::optional<std::int64_t> threads = number(facts["threads"]);
    facts["threads beyond cores"] = yesNo(where.cores > 0 && threads > std::int64_t{where.cores});
    const Result<Experiment> experiment = experimentNamed(where.experiment);
    facts["races"] = yesNo(experiment && experiment->defaults.contains("threads"));
    if (facts["device kind"] == "cuda")
        facts["gpus hidden"] = yesNo(hidesGpu(where.environment, where.device));
    const auto visible = where.environment.find("CUDA_VISIBLE_DEVICES");
    facts["CUDA_VISIBLE_DEVICES"] = visible == where.environment.end() ? "" : visible->second;
    if (const auto inherited = where.environment.find("CUBLAS_WORKSPACE_CONFIG");
        inherited != where.environment.end() && !values.contains("cublas.workspace"))
        facts["cublas.workspace"] = inherited->second;
    return facts;
}

std::string filledIn(std::string sentence, const std::map<std::string, std::string>& facts) {
    for (std::size_t open = sentence.find('{'); open != std::string::npos; open = sentence.find('{', open)) {
        const std::size_t close = sentence.find('}', open);
        const std::string& value = facts.at(sentence.substr(open + 1, close - open - 1));
        sentence.replace(open, close - open + 1, value);
        open += value.size();
    }
    return sentence;
}

bool holds(const Condition& condition, const std::map<std::string, std::string>& facts) {
    const auto fact = facts.find(condition.fact);
    if (fact == facts.end()) return false;
    return (std::ranges::count(condition.values, fact->second) > 0) == condition.holdsWhenAmong;
}

std::string joined(const std::vector<std::string>& words, const std::string& last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
    return text;
}

/// Why the setting does nothing in this run, from its row alone; empty when it acts.
std::string idleReason(const Setting& setting, const std::map<std::string, std::string>& facts) {
    const ActsWhen& acts = setting.actsWhen;
    const std::string& device = facts.at("device kind");
    if (device == "cpu" && !acts.cpu) return "it concerns CUDA alone, and the device is cpu";
    if (device == "cuda" && !acts.cuda)
        return "it concerns the CPU alone, and the device is " + facts.at("device");
    if (!acts.otherKey.empty() && std::ranges::count(acts.otherValues, facts.at(acts.otherKey)) == 0)
        return "it acts only with " + acts.otherKey + "=" + joined(acts.otherValues, " or ");
    if (!acts.experiments.empty() && std::ranges::count(acts.experiments, facts.at("experiment")) == 0)
        return "it belongs to " + joined(acts.experiments, " and ");
    if (!isBetween(facts.at("torch version"), acts.fromVersion, acts.untilVersion))
        return "LibTorch " + facts.at("torch version") + " does not know it";
    return {};
}

bool sameInEnvironment(const std::string& a, const std::string& b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// Variables of the launcher's own environment that say something else than what was asked for. What an
/// experiment sets by default was not asked for by anyone, and is set over them; "unset" asks for their
/// removal.
void findVariablesInTheWay(const Setting& setting, const std::string& value, const Circumstances& where,
                           std::vector<Finding>& findings) {
    const Result<Experiment> experiment = experimentNamed(where.experiment);
    if (experiment) {
        const auto byDefault = experiment->defaults.find(setting.key);
        if (byDefault != experiment->defaults.end() && byDefault->second == value) return;
    }
    for (const auto& [name, wanted] : environmentFor({{setting.key, value}})) {
        const auto found = where.environment.find(name);
        if (!wanted || found == where.environment.end() || sameInEnvironment(found->second, *wanted))
            continue;
        findings.push_back({Finding::Severity::Refused, setting.key,
                            setting.key + "=" + value + " needs " + name + "=" + *wanted + ", but " + name +
                                "=" + found->second + " is in the environment. Unset " + name +
                                ", or leave the setting out to keep it."});
    }
}

}  // namespace

bool isBetween(const std::string& version, const std::string& from, const std::string& until) {
    // "2.11.0+cu130": the numbers before the local part.
    const std::vector<std::string> parts = split(version.substr(0, version.find('+')), '.');
    const auto compared = [&](const std::string& bound) {
        const std::vector<std::string> bounds = split(bound, '.');
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const std::int64_t mine = i < parts.size() ? number(parts[i]).value_or(0) : 0;
            const std::int64_t theirs = number(bounds[i]).value_or(0);
            if (mine != theirs) return mine < theirs ? -1 : 1;
        }
        return 0;
    };
    if (version.empty()) return true;
    return (from.empty() || compared(from) >= 0) && (until.empty() || compared(until) <= 0);
}

std::vector<Finding> preflight(const Values& values, const Circumstances& circumstances) {
    using enum Finding::Severity;
    std::vector<Finding> findings;
    Values known;
    for (const auto& [key, value] : values) {
        if (const Result<> ok = check(key, value)) {
            known.emplace(key, value);
        } else {
            findings.push_back({Refused, key, ok.error().message});
        }
    }
    if (!circumstances.experiment.empty())
        if (const Result<Experiment> experiment = experimentNamed(circumstances.experiment); !experiment)
            findings.push_back({Refused, "experiment", experiment.error().message});

    const std::map<std::string, std::string> facts = factsOf(known, circumstances);
    for (const auto& [key, value] : known) {
        const Setting& setting = *find(key);
        if (const std::string reason = idleReason(setting, facts); !reason.empty())
            findings.push_back({NoEffect, key, key + "=" + value + " has no effect here: " + reason + "."});
        findVariablesInTheWay(setting, value, circumstances, findings);
    }
    for (const Rule& rule : preflightRules()) {
        if (!rule.alsoWhenInherited && !known.contains(rule.key)) continue;
        if (!isBetween(circumstances.torchVersion, rule.fromVersion, rule.untilVersion)) continue;
        if (!rule.untilVersion.empty() && circumstances.torchVersion.empty())
            continue;  // do not guess about old versions
        if (std::ranges::all_of(rule.when,
                                [&](const Condition& condition) { return holds(condition, facts); }))
            findings.push_back({rule.severity, rule.key, filledIn(rule.sentence, facts)});
    }
    std::ranges::stable_sort(findings, {}, &Finding::severity);
    return findings;
}

}  // namespace firstsplit::settings
