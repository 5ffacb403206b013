#include "app/commands/seeds_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands/short_path.h"
#include "app/commands/statistics_text.h"
#include "app/commands/text_table.h"
#include "core/compare/power.h"
#include "core/compare/sign_flip.h"

namespace firstsplit::app {

using compare::VariantStudy;

namespace {

constexpr std::size_t pageWidth = 100;
using Rows = std::vector<std::vector<std::string>>;

std::string paragraph(const std::string& text) {
    return wrapped(text, pageWidth - 2, "  ");
}

std::size_t repeatsOf(const VariantStudy& study) {
    std::size_t most = 1;
    for (const auto& seed : study.seeds) most = std::max(most, seed.values.size());
    return most;
}

/// Every single value of one variant, a row a seed.
std::string valueTable(const VariantStudy& study, const MetricText& text) {
    const std::size_t repeats = repeatsOf(study);
    Rows rows = {{"seed"}};
    for (std::size_t i = 0; i < repeats; ++i)
        rows[0].push_back(repeats == 1 ? "" : fmt::format("run {}", i + 1));
    if (repeats > 1) rows[0].push_back("mean");
    for (const auto& seed : study.seeds) {
        std::vector<std::string> row = {std::to_string(seed.seed)};
        for (const double value : seed.values) row.push_back(text.value(value));
        if (repeats > 1) row.push_back(text.value(seed.mean()));
        rows.push_back(std::move(row));
    }
    if (repeats == 1) rows.erase(rows.begin());
    if (repeats == 1)
        for (auto& row : rows) row.front() = "seed " + row.front();
    return textTable(rows, "  ");
}

std::string pairTable(const SeedsReport& report, const MetricText& text) {
    Rows rows = {{"seed", "A", "B", "B − A"}};
    const auto& [a, b] = std::tie(report.variants[0], report.variants[1]);
    for (const auto& ofA : a.seeds) {
        const auto ofB = std::ranges::find(b.seeds, ofA.seed, &compare::SeedValues::seed);
        if (ofB == b.seeds.end()) continue;
        rows.push_back({std::to_string(ofA.seed), text.value(ofA.mean()), text.value(ofB->mean()),
                        text.change(ofB->mean() - ofA.mean())});
    }
    return textTable(rows, "  ");
}

/// Mean, deviations and what they allow to be seen, as label and text.
Rows summaryOf(const VariantStudy& study, const MetricText& text) {
    if (!study.spread) return {};
    const compare::Spread& spread = *study.spread;
    Rows rows = {{"mean", text.value(spread.mean)}};
    rows.push_back(
        {"seed to seed", spread.deviation == 0
                             ? "no deviation at all"
                             : fmt::format("standard deviation {} (95 %: {})", text.size(spread.deviation),
                                           text.range(spread.deviationInterval))});
    const std::size_t repeats = repeatsOf(study);
    if (!study.sameSeedDeviation)
        rows.push_back({"same seed", "not known from one run of each; --repeats 2 shows it"});
    else if (*study.sameSeedDeviation == 0)
        rows.push_back(
            {"same seed", fmt::format("no deviation: {} runs of a seed give the same value", repeats)});
    else
        rows.push_back({"same seed", fmt::format("standard deviation {} from run to run: nothing but "
                                                 "nondeterminism",
                                                 text.size(*study.sameSeedDeviation))});
    return rows;
}

std::string powerText(const VariantStudy& study, const MetricText& text) {
    if (!study.spread) return {};
    if (study.spread->deviation == 0)
        return paragraph(
            "Every seed gave the same value. Either the seed has no effect (of a command: it may set a seed "
            "of "
            "its own, which --seed-argument changes), or the value is too coarse to show it.");
    std::string sentence = fmt::format(
        "The smallest improvement that {} seeds of each variant can show is {}: one as large is seen in "
        "{:.0f} % "
        "of such comparisons (power {}, level {}, two-sided t-test, unpaired). As {} seeds know the "
        "deviation "
        "only roughly, it may be anything from {}.",
        study.seeds.size(), text.size(study.smallestDifference), 100 * compare::testPower, compare::testPower,
        compare::testLevel, study.seeds.size(), text.range(study.smallestInterval));
    if (study.sameSeedDeviation && *study.sameSeedDeviation > 0)
        sentence += fmt::format(" One seed's runs differ by {:.0f} % of what seeds differ by.",
                                100 * *study.sameSeedDeviation / study.spread->deviation);
    return paragraph(sentence);
}

std::string pairedText(const compare::PairedStudy& paired, const MetricText& text) {
    const std::size_t pairs = paired.differences.size();
    if (std::ranges::all_of(paired.differences, [](double difference) { return difference == 0; }))
        return paragraph(fmt::format(
            "A and B give the same value for each of {} seeds: there is nothing to test.", pairs));
    std::string sentence = fmt::format("B − A is {} on average", text.change(paired.meanDifference));
    if (paired.spread)
        sentence += fmt::format(", with a standard deviation of {} over {} pairs (95 %: {})",
                                text.size(paired.spread->deviation), pairs,
                                text.range(paired.spread->deviationInterval));
    sentence += fmt::format(". The exact sign-flip test, paired by seed, two-sided, gives p = {}.",
                            probabilityText(paired.p));
    std::string result = paragraph(sentence);
    if (pairs < compare::fewestPairsForLevel)
        result +=
            paragraph(fmt::format("Fewer than {} pairs cannot reach p < {}, whatever they show: the smallest "
                                  "p of {} is {}. Take --seeds "
                                  "{} or more.",
                                  compare::fewestPairsForLevel, compare::testLevel,
                                  counted(static_cast<std::int64_t>(pairs), "pair"),
                                  probabilityText(paired.smallestP), compare::fewestPairsForLevel));
    else if (paired.p < compare::testLevel)
        result +=
            paragraph(fmt::format("That is below {}: chance alone would show it in fewer than 1 of {} such "
                                  "series.",
                                  compare::testLevel, static_cast<int>(1 / paired.p)));
    else
        result += paragraph(fmt::format(
            "That is not below {}: these seeds do not show that the variants differ.", compare::testLevel));
    if (paired.spread && paired.spread->deviation > 0)
        result += paragraph(
            fmt::format("The smallest difference that {} pairs can show is {} (power {}, level {}, two-sided "
                        "t-test, paired).",
                        pairs, text.size(paired.smallestDifference), compare::testPower, compare::testLevel));
    return result;
}

double largestDeviation(const SeedsReport& report) {
    double largest = 0;
    for (const VariantStudy& study : report.variants)
        if (study.spread) largest = std::max(largest, study.spread->deviation);
    return largest;
}

std::string stepsText(const std::vector<std::int64_t>& steps) {
    const auto [least, most] = std::ranges::minmax(steps);
    return least == most ? counted(least, "step") : fmt::format("{} to {} steps", least, most);
}

}  // namespace

std::string seedsText(const SeedsReport& report) {
    const MetricText text(report.metric, largestDeviation(report));
    const std::size_t seeds = report.variants.front().seeds.size(),
                      repeats = repeatsOf(report.variants.front());
    std::string page = fmt::format("{}\n  {} after {}; {}{}\n\n", report.subject, labelOf(report.metric),
                                   stepsText(report.steps), counted(static_cast<std::int64_t>(seeds), "seed"),
                                   repeats > 1 ? fmt::format(", {} runs of each", repeats) : "");
    const bool isPaired = report.variants.size() == 2;
    for (std::size_t i = 0; i < report.variants.size(); ++i) {
        const VariantStudy& study = report.variants[i];
        if (isPaired) page += fmt::format("{}  {}\n", i == 0 ? 'A' : 'B', report.labels[i]);
        if (!isPaired || repeats > 1) page += valueTable(study, text) + '\n';
        page += textTable(summaryOf(study, text), "  ") + '\n';
        if (!isPaired) page += powerText(study, text);
    }
    if (isPaired) page += pairTable(report, text) + '\n';
    if (report.paired) page += pairedText(*report.paired, text);
    for (const std::string& warning : report.warnings) page += '\n' + paragraph(warning);
    return page + fmt::format("\n  Runs and manifest: {}\n", shortPath(report.folder));
}

namespace {

using Json = nlohmann::ordered_json;

Json intervalJson(const compare::Interval& interval) {
    return Json::array({interval.low, interval.high});
}

Json spreadJson(const std::optional<compare::Spread>& spread) {
    if (!spread) return nullptr;
    return {{"mean", spread->mean},
            {"standard_deviation", spread->deviation},
            {"standard_deviation_95", intervalJson(spread->deviationInterval)}};
}

Json variantJson(const SeedsReport& report, std::size_t index) {
    const VariantStudy& study = report.variants[index];
    Json seeds = Json::array();
    for (const auto& seed : study.seeds) {
        Json files = Json::array();
        for (const auto& file : report.files)
            if (file.variant == static_cast<int>(index) && file.seed == seed.seed)
                files.push_back(file.result.file);
        seeds.push_back({{"seed", seed.seed},
                         {"values", seed.values},
                         {"mean", seed.mean()},
                         {"files", std::move(files)}});
    }
    Json json = {{"settings", report.labels[index]}, {"seeds", std::move(seeds)}};
    json["seed_to_seed"] = spreadJson(study.spread);
    json["same_seed_standard_deviation"] = study.sameSeedDeviation ? Json(*study.sameSeedDeviation) : Json();
    json["smallest_improvement"] = study.spread ? Json({{"value", study.smallestDifference},
                                                        {"interval_95", intervalJson(study.smallestInterval)},
                                                        {"power", compare::testPower},
                                                        {"level", compare::testLevel},
                                                        {"test", "two-sided t-test, unpaired"}})
                                                : Json();
    return json;
}

}  // namespace

std::string seedsDocument(const SeedsReport& report) {
    Json variants = Json::array();
    for (std::size_t i = 0; i < report.variants.size(); ++i) variants.push_back(variantJson(report, i));
    Json paired;
    if (report.paired)
        paired = {{"differences", report.paired->differences},
                  {"mean_difference", report.paired->meanDifference},
                  {"of_differences", spreadJson(report.paired->spread)},
                  {"sign_flip_p", report.paired->p},
                  {"smallest_p", report.paired->smallestP},
                  {"can_reach_level", report.paired->smallestP < compare::testLevel},
                  {"smallest_improvement", report.paired->smallestDifference}};
    const Json document = {{"format", "firstsplit.seeds/1"},  {"subject", report.subject},
                           {"folder", report.folder},         {"metric", nameOf(report.metric)},
                           {"variants", std::move(variants)}, {"paired", std::move(paired)},
                           {"warnings", report.warnings}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace firstsplit::app
