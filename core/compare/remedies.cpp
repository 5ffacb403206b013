#include "core/compare/remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "core/compare/phrases.h"
#include "core/settings/settings.h"

namespace firstsplit::compare {
namespace {

std::string requested(const record::RunInfo& run, const std::string& key) {
    const auto found = run.requested.find(key);
    return found == run.requested.end() ? std::string() : found->second;
}

std::string inForce(const record::RunInfo& run, const std::string& key) {
    const auto found = run.inForceAtStart.find(key);
    return found == run.inForceAtStart.end() ? std::string() : found->second;
}

/// Whether Python made its hashes of strings from a random start: it does unless told otherwise.
bool hashesAtRandom(const record::RunInfo& run) {
    const std::string asked = requested(run, "seed.hash");
    if (!asked.empty() && asked != "inherit") return false;
    const auto variable = run.environment.find("env.PYTHONHASHSEED");
    return variable == run.environment.end() || variable->second.empty() || variable->second == "random";
}

bool isSeeded(const record::RunInfo& run) {
    const std::string seed = requested(run, "seed");
    return !seed.empty() && seed != "unset";
}

/// Generators that were different from the beginning on: nobody had seeded them, unless two commands did.
std::vector<std::string> unseeded(const Comparison& comparison, const RandomRole& role) {
    if (comparison.a.commandLine != comparison.b.commandLine) return {};
    std::vector<std::string> names = role.early;
    const bool startsDifferent = comparison.first && comparison.first->step < 0;
    for (const MemberSplit& member : comparison.members) {
        if (member.kind != Kind::RandomState || !member.everDrawnFrom) continue;
        const bool fromTheStart =
            (member.firstStep && *member.firstStep <= 0) || (member.firstUse && *member.firstUse <= 0);
        const bool isNamed = std::ranges::count(role.causing, member.name) > 0;
        if (fromTheStart && (isNamed || startsDifferent)) names.push_back(member.name);
    }
    return names;
}

void addForTheBatch(const Comparison& comparison, std::int64_t step, std::vector<std::string>& sentences) {
    if (cellAt(comparison, Kind::RandomState, step) == Cell::Different) return;
    if (hashesAtRandom(comparison.a))
        sentences.emplace_back(
            "PYTHONHASHSEED is not set, so sets of strings have another order in each run; if the data pass "
            "through one, --set seed.hash=0 makes it the same.");
    if (requested(comparison.a, "seed.entropy") != "fixed")
        sentences.emplace_back(
            "A generator that is made without a seed, such as numpy.random.default_rng() in a data worker, "
            "starts anew in each run; --set seed=1 --set seed.entropy=fixed gives it a start.");
    if (step == 0)
        sentences.emplace_back(
            "Files come in the file system's own order from os.listdir() and glob(): sorted() makes it the "
            "same.");
}

}  // namespace

std::vector<std::string> remediesOf(const Comparison& comparison, const RandomRole& role) {
    std::vector<std::string> sentences;
    if (!comparison.first || !comparison.a.experiment.empty() || comparison.a.firstStep > 0) return sentences;
    const auto names = unseeded(comparison, role);
    if (!names.empty() && !isSeeded(comparison.a))
        sentences.push_back(
            fmt::format("Nobody seeded {}; --set seed=1 seeds torch, NumPy and Python before the script's "
                        "own first line.",
                        shortListText(names)));
    const std::int64_t step = comparison.first->step;
    const Kind kind = comparison.first->kind;
    if (kind == Kind::Batch && !role.causes) addForTheBatch(comparison, step, sentences);
    const bool isOperator =
        step >= 0 && (kind == Kind::Loss || kind == Kind::Buffer || kind == Kind::Gradient);
    if (isOperator && !role.causes && inForce(comparison.a, "deterministic") == "off")
        sentences.emplace_back(
            "--set deterministic=error takes deterministic algorithms, and names an operator that has none.");
    return sentences;
}

std::vector<std::string> overruledSettings(const Comparison& comparison) {
    static const std::set<std::string_view> leavesItOpen = {"inherit", "unset", "from seed", "system"};
    std::vector<std::string> sentences;
    if (!comparison.a.experiment.empty()) return sentences;
    for (const auto& [key, asked] : comparison.a.requested) {
        const std::string found = inForce(comparison.a, key);
        const settings::Setting* row = settings::find(key);
        // A variable can be overruled by the machine as well, which is not told apart here.
        if (row == nullptr || row->kind != settings::Kind::RunTime) continue;
        if (found.empty() || found == asked || leavesItOpen.contains(asked)) continue;
        sentences.push_back(
            fmt::format("{} was asked for as {}, but {} was in force at the first step: the "
                        "script changed it.",
                        key, asked, found));
    }
    return sentences;
}

}  // namespace firstsplit::compare
