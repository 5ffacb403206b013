#include "app/commands/process_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands/comparison_text.h"
#include "app/commands/text_table.h"
#include "core/compare/processes.h"
#include "core/compare/words.h"
#include "core/launch/run_processes.h"

namespace firstsplit::app {

using compare::Comparison;

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t pageWidth = 100;

/// Number and comparison of every process, the first one among them.
std::vector<std::pair<int, const Comparison*>> allOf(const Comparison& first, const ProcessComparisons& processes) {
    std::vector<std::pair<int, const Comparison*>> all = {{0, &first}};
    for (const auto& entry : processes.further) all.emplace_back(entry.number, &entry.comparison);
    return all;
}

/// The number of the process that split first.
std::optional<int> earliest(const Comparison& first, const ProcessComparisons& processes) {
    const auto all = allOf(first, processes);
    std::vector<const Comparison*> comparisons;
    for (const auto& entry : all) comparisons.push_back(entry.second);
    const auto found = compare::splitFirst(comparisons);
    return found ? std::optional(all[*found].first) : std::nullopt;
}

}  // namespace

ProcessComparisons compareFurtherProcesses(const std::string& fileA, const std::string& fileB) {
    ProcessComparisons processes;
    const auto ofA = launch::furtherFiles(QString::fromLocal8Bit(fileA.c_str()));
    const auto ofB = launch::furtherFiles(QString::fromLocal8Bit(fileB.c_str()));
    for (auto entry = ofA.begin(); entry != ofA.end(); ++entry) {
        if (!ofB.contains(entry.key())) {
            processes.leftOut.push_back(fmt::format("process {} trained in A alone", entry.key()));
            continue;
        }
        auto comparison = compareFiles(entry.value().toLocal8Bit().toStdString(),
                                       ofB[entry.key()].toLocal8Bit().toStdString(), {});
        if (comparison)
            processes.further.push_back({entry.key(), std::move(*comparison)});
        else
            processes.leftOut.push_back(
                fmt::format("process {} could not be compared: {}", entry.key(), comparison.error().message));
    }
    for (auto entry = ofB.begin(); entry != ofB.end(); ++entry)
        if (!ofA.contains(entry.key()))
            processes.leftOut.push_back(fmt::format("process {} trained in B alone", entry.key()));
    return processes;
}

int exitCodeOf(const Comparison& first, const ProcessComparisons& processes) {
    int code = compare::exitCodeOf(first);
    for (const auto& entry : processes.further) {
        const int ofProcess = compare::exitCodeOf(entry.comparison);
        code = code == 1 || ofProcess == 1 ? 1 : std::max(code, ofProcess);
    }
    return processes.leftOut.empty() || code == 1 ? code : 2;
}

std::string processText(const Comparison& first, const ProcessComparisons& processes) {
    if (processes.further.empty() && processes.leftOut.empty()) return {};
    std::string text = fmt::format("\n  {} training processes were compared", processes.further.size() + 1);
    const auto number = earliest(first, processes);
    text += number ? fmt::format("; process {} split first:\n", *number) : std::string(":\n");
    std::vector<std::vector<std::string>> rows;
    for (const auto& [process, comparison] : allOf(first, processes)) {
        const compare::VerdictText words = compare::describe(*comparison);
        rows.push_back({fmt::format("process {}", process), words.sign + ' ' + words.sentence});
    }
    text += textTable(rows, "  ");
    for (const std::string& sentence : processes.leftOut) text += wrapped("- " + sentence, pageWidth - 4, "    ");
    return text;
}

std::string withProcesses(const std::string& document, const Comparison& first, const ProcessComparisons& processes) {
    if (processes.further.empty() && processes.leftOut.empty()) return document;
    Json json = Json::parse(document);
    Json list = Json::array();
    for (const auto& [number, comparison] : allOf(first, processes)) {
        Json difference;
        if (comparison->first)
            difference = {{"step", comparison->first->step},
                          {"kind", nameOf(comparison->first->kind)},
                          {"tensor", comparison->first->member}};
        list.push_back({{"process", number},
                        {"a", comparison->a.file},
                        {"b", comparison->b.file},
                        {"verdict", compare::nameOf(comparison->verdict)},
                        {"sentence", compare::describe(*comparison).sentence},
                        {"first", std::move(difference)}});
    }
    json["processes"] = std::move(list);
    const auto number = earliest(first, processes);
    json["process_that_split_first"] = number ? Json(*number) : Json();
    json["processes_left_out"] = processes.leftOut;
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace firstsplit::app
