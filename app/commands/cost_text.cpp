#include "app/commands/cost_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/commands/short_path.h"
#include "app/commands/statistics_text.h"
#include "app/commands/text_table.h"

namespace firstsplit::app {

namespace {

constexpr std::size_t pageWidth = 100;
/// Runs of one arm that lie further apart than this were disturbed by something.
constexpr double quietSpread = 1.2;
using Rows = std::vector<std::vector<std::string>>;

std::string paragraph(const std::string& text) {
    return wrapped(text, pageWidth - 2, "  ");
}

std::string intervalText(const compare::Interval& interval) {
    return fmt::format("{} to {}", percentText(interval.low), percentText(interval.high));
}

bool isShown(const compare::Ratio& ratio) {
    return ratio.interval.low > 1 || ratio.interval.high < 1;
}

bool isInBothPrecisions(const CostReport& report) {
    return !report.arms.front().arm.precision.empty();
}

/// The first column is the precision, where it is a question.
std::string tableOf(const CostReport& report, Rows rows) {
    if (!isInBothPrecisions(report))
        for (auto& row : rows) row.erase(row.begin());
    return textTable(rows, "  ");
}

std::string armTable(const CostReport& report) {
    Rows rows = {{"", "", "", "step time", "the runs' medians"}};
    for (const auto& arm : report.arms) {
        std::string runs;
        for (const double seconds : arm.seconds) runs += (runs.empty() ? "" : "  ") + timeText(seconds);
        // By setting, a label tells all.
        const std::string name = arm.arm.name.substr(0, arm.arm.name.find("-bf16"));
        rows.push_back({arm.arm.precision, name == "A" || name == "B" ? name : "", arm.arm.label,
                        timeText(arm.median), runs});
    }
    return tableOf(report, std::move(rows));
}

std::string partTable(const CostReport& report) {
    Rows rows = {{"", "", "cost", "95 % interval", ""}};
    for (const auto& part : report.parts)
        rows.push_back({part.part.precision, part.part.label, percentText(part.ratio.value),
                        intervalText(part.ratio.interval), isShown(part.ratio) ? "" : "no cost shown"});
    return tableOf(report, std::move(rows));
}

std::string sentenceOf(const compare::Ratio& ratio) {
    if (!isShown(ratio))
        return fmt::format(
            "No cost is shown: B's step time is {} from A's, and anything from {} fits these runs.",
            percentText(ratio.value), intervalText(ratio.interval));
    return fmt::format("A step of B takes {:.1f} % {} than one of A: {} (95 %: {}).",
                       100 * std::abs(ratio.value - 1), ratio.value > 1 ? "longer" : "less time",
                       percentText(ratio.value), intervalText(ratio.interval));
}

std::string noiseText(const CostReport& report) {
    double worst = 1;
    for (const auto& arm : report.arms) {
        const auto [least, most] = std::ranges::minmax(arm.seconds);
        worst = std::max(worst, most / least);
    }
    if (worst < quietSpread) return {};
    const std::string apart = worst < 2 ? fmt::format("differ by up to {:.0f} %", 100 * (worst - 1))
                                        : fmt::format("lie up to {:.0f} × apart", worst);
    return paragraph("Runs of one kind " + apart +
                     ": the machine had other things to do, or changed its clock. A quiet machine or more "
                     "--blocks make the interval narrower.");
}

}  // namespace

std::string costText(const CostReport& report) {
    std::string page = fmt::format(
        "{}\n  median step time of {} blocks of whole runs; {} of each run timed, its first tenth left "
        "out\n{}\n",
        report.subject, report.blocks, counted(report.stepsTimed, "step"),
        isInBothPrecisions(report) ? "  bf16: the same runs under bfloat16 autocast\n" : "");
    page += armTable(report) + '\n';
    if (report.parts.size() == 1)
        page += paragraph(sentenceOf(report.parts.front().ratio));
    else
        page += partTable(report);
    if (!report.leftOut.empty()) page += "\n  Left out:\n";
    for (const std::string& sentence : report.leftOut)
        page += wrapped("- " + sentence, pageWidth - 4, "    ");
    if (const std::string noise = noiseText(report); !noise.empty()) page += '\n' + noise;
    for (const std::string& warning : report.warnings) page += '\n' + paragraph(warning);
    return page + fmt::format("\n  Runs and manifest: {}\n", shortPath(report.folder));
}

std::string costDocument(const CostReport& report) {
    using Json = nlohmann::ordered_json;
    Json arms = Json::array(), parts = Json::array();
    for (const auto& arm : report.arms)
        arms.push_back({{"name", arm.arm.name},
                        {"label", arm.arm.label},
                        {"precision", arm.arm.precision},
                        {"median_step_seconds", arm.median},
                        {"run_median_step_seconds", arm.seconds},
                        {"files", arm.files}});
    for (const auto& part : report.parts)
        parts.push_back({{"label", part.part.label},
                         {"precision", part.part.precision},
                         {"base", report.arms[part.part.base].arm.name},
                         {"arm", report.arms[part.part.arm].arm.name},
                         {"ratio", part.ratio.value},
                         {"ratio_95", {part.ratio.interval.low, part.ratio.interval.high}},
                         {"percent", 100 * (part.ratio.value - 1)},
                         {"shown", isShown(part.ratio)}});
    const Json document = {
        {"format", "firstsplit.cost/1"}, {"subject", report.subject},        {"folder", report.folder},
        {"blocks", report.blocks},       {"steps_timed", report.stepsTimed}, {"arms", std::move(arms)},
        {"parts", std::move(parts)},     {"left_out", report.leftOut},       {"warnings", report.warnings}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace firstsplit::app
