#include "app/commands/comparison_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/commands/text_table.h"
#include "core/compare/hints.h"
#include "core/compare/phrases.h"
#include "core/compare/words.h"
#include "core/record/run_part.h"

namespace firstsplit::app {

using compare::Comparison;
using compare::countText;

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t pageWidth = 100;

std::vector<std::string> runRow(const char* side, const record::RunInfo& run, std::int64_t steps) {
    std::string what = run.experiment.empty() ? run.commandLine : run.experiment;
    if (!run.preset.empty()) what += ", " + run.preset;
    return {side, run.file, what, fmt::format("{} steps", countText(steps)),
            std::string(record::nameOf(run.end))};
}

std::string kindTable(const Comparison& comparison) {
    std::vector<std::vector<std::string>> rows = {
        {"", "first differs", "differs in", "equal again", "first in"}};
    for (const Kind kind : allKinds) {
        const compare::KindSplit& split = comparison.kinds[indexOf(kind)];
        const std::string label(labelOf(kind));
        if (!split.compared)
            rows.push_back({label, "–", "not compared"});
        else if (!split.firstStep)
            rows.push_back({label, "=", fmt::format("0 of {} steps", countText(split.stepsCompared))});
        else
            rows.push_back(
                {label, *split.firstStep < 0 ? "before training" : fmt::format("step {}", *split.firstStep),
                 fmt::format("{} of {} steps", countText(split.stepsDifferent),
                             countText(split.stepsCompared)),
                 split.timesEqualAgain > 0 ? compare::countOf(split.timesEqualAgain, "time") : "",
                 split.firstMember});
    }
    return textTable(rows, "  ");
}

std::string weightLine(const Comparison& comparison) {
    if (!comparison.weights || comparison.weights->steps.empty()) return {};
    const compare::Difference& last = comparison.weights->overall.back();
    const std::int64_t step = comparison.weights->steps.back();
    const std::string where = step < 0 ? "before training" : fmt::format("at step {}", step);
    if (last.differingElements == 0)
        return fmt::format("  Weights {}: max |Δw| exactly 0 over {} elements.\n", where,
                           countText(last.elements));
    return fmt::format("  Weights {}: max |Δw| {} ({}), relative L2 {}, {}.\n", where,
                       compare::differenceText(last.maxAbs), compare::ulpText(last.ulpAtMax),
                       compare::differenceText(last.relativeL2),
                       compare::shareText(last.differingElements, last.elements, "elements"));
}

std::string differingTable(const char* title, const std::vector<compare::Differing>& differing) {
    if (differing.empty()) return {};
    std::vector<std::vector<std::string>> rows = {{title, "A", "B"}};
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("–") : value; };
    for (const auto& one : differing)
        rows.push_back({one.key + (one.acts ? "" : " (no effect)"), shown(one.a), shown(one.b)});
    return '\n' + textTable(rows, "  ");
}

Json withEnd(Json document, const Comparison& comparison) {
    const auto put = [](Json& run, const record::RunInfo& info) {
        run["exit_code"] = info.exitCode ? Json(*info.exitCode) : Json();
        run["signal"] = info.signal ? Json(*info.signal) : Json();
    };
    put(document["a"], comparison.a);
    put(document["b"], comparison.b);
    return document;
}

}  // namespace

std::string comparisonText(const Comparison& comparison) {
    const compare::VerdictText words = compare::describe(comparison);
    std::string text = textTable(
        {runRow("A", comparison.a, comparison.stepsA), runRow("B", comparison.b, comparison.stepsB)});
    if (!words.order.empty()) text += '\n' + words.order + '\n';
    text += '\n' + words.sign + ' ' + words.sentence + '\n';
    for (const std::string& line : {words.reason, words.scope})
        if (!line.empty()) text += wrapped(line, pageWidth - 2, "  ");
    text += '\n' + kindTable(comparison) + weightLine(comparison);
    text += differingTable("settings that differ", comparison.settingsDiffer);
    text += differingTable("environment that differs", comparison.environmentDiffer);
    if (!comparison.cause.evidence.empty()) {
        text += "\n  Evidence:\n";
        for (const std::string& sentence : comparison.cause.evidence)
            text += wrapped("- " + sentence, pageWidth - 4, "    ");
    }
    if (!comparison.hints.empty()) {
        text += "\n  Beside this:\n";
        for (const std::string& sentence : comparison.hints)
            text += wrapped("- " + sentence, pageWidth - 4, "    ");
    }
    // What was left out stands above already, where the verdict depends on it.
    const bool isSaid = words.scope.find("Left out:") != std::string::npos;
    text += '\n' + wrapped(isSaid ? words.counts : words.compared, pageWidth - 2, "  ");
    return text;
}

std::string comparisonDocument(const Comparison& comparison) {
    return withEnd(Json::parse(compare::toJson(comparison)), comparison).dump(2);
}

std::string comparisonsDocument(const std::vector<Comparison>& comparisons) {
    if (comparisons.size() == 1) return comparisonDocument(comparisons.front());
    Json document = Json::parse(compare::toJson(comparisons));
    Json& list = document["comparisons"];
    for (std::size_t i = 0; i < comparisons.size() && i < list.size(); ++i)
        list[i] = withEnd(list[i], comparisons[i]);
    return document.dump(2);
}

Result<Comparison> compareFiles(const std::string& a, const std::string& b, const compare::Progress& progress,
                                std::int64_t fromStep) {
    auto runA = record::openRun(a);
    if (!runA) return tl::unexpected(runA.error());
    const auto runB = record::openRun(b);
    if (!runB) return tl::unexpected(runB.error());
    if (fromStep < 0) {
        const auto found = record::stepResumedAt(**runA, **runB);
        if (!found) return tl::unexpected(found.error());
        fromStep = found->value_or(0);
    }
    if (fromStep >= (*runA)->stepCount() && fromStep > 0)
        return fail(
            fmt::format("{} has {} steps, so nothing of it can be held against a run resumed at step {}. "
                        "Give --align a smaller number.",
                        a, (*runA)->stepCount(), fromStep));
    if (fromStep > 0) *runA = record::partFrom(std::move(*runA), fromStep);
    auto comparison = compare::compareRuns(**runA, **runB, progress);
    if (!comparison) return comparison;
    if (auto weights = compare::compareWeights(**runA, **runB, *comparison, progress); !weights)
        return tl::unexpected(weights.error());
    auto hints = compare::hintsOf(**runA, *comparison);
    if (!hints) return tl::unexpected(hints.error());
    comparison->hints = std::move(*hints);
    return comparison;
}

}  // namespace firstsplit::app
