#include <algorithm>
#include <cctype>

#include "core/base/nearest.h"
#include "core/settings/preflight_facts.h"
#include "core/settings/preflight_rules.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

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
    const std::string value = fact == facts.end() ? std::string() : fact->second;
    return (std::ranges::count(condition.values, value) > 0) == condition.holdsWhenAmong;
}

std::string joined(const std::vector<std::string>& words, const std::string& last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
    return text;
}

/// "digits-cnn and resnet18", "text-transformer and commands (trainings in Python)"; a command is told that
/// it is one.
std::string placesText(const ActsWhen& acts, const std::string& experiment) {
    std::vector<std::string> places = placesOf(acts);
    std::ranges::replace(places, std::string("commands"), std::string("commands (trainings in Python)"));
    return joined(places, " and ") + (experiment.empty() ? ", and this is a command" : "");
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
        return acts.isSilentElsewhere ? "" : "it acts only in " + placesText(acts, facts.at("experiment"));
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

/// Recorded variables that stay as they are in the environment: no row of this run sets them.
void noteInheritedVariables(const Values& values, const Circumstances& where,
                            std::vector<Finding>& findings) {
    const auto set = environmentFor(values);
    std::vector<std::string> inherited;
    for (const std::string& name : recordedVariables())
        if (const auto found = where.environment.find(name);
            found != where.environment.end() && !set.contains(name))
            inherited.push_back(name + "=" + found->second);
    if (inherited.empty()) return;
    findings.push_back({Finding::Severity::Note, "environment",
                        "Taken over from the environment and recorded, as results can depend on them: " +
                            joined(inherited, ", ") + "."});
}

}  // namespace

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
    noteInheritedVariables(known, circumstances, findings);
    std::ranges::stable_sort(findings, {}, &Finding::severity);
    return findings;
}

}  // namespace firstsplit::settings
