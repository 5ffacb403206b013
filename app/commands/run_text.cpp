#include "app/commands/run_text.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands/text_table.h"
#include "core/compare/finding_json.h"
#include "core/compare/words.h"
#include "core/settings/settings.h"

namespace firstsplit::app {

using compare::countText;

namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

double lastLoss(const record::Run& run) {
    double loss = std::numeric_limits<double>::quiet_NaN();
    if (run.stepCount() > 0) (void)run.readColumn(record::Column::Loss, run.rowCount() - 1, {&loss, 1});
    return loss;
}

Json numberJson(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

void add(Rows& rows, const std::string& label, const std::string& value) {
    if (!value.empty()) rows.push_back({label, value});
}

std::string endText(const record::RunInfo& info) {
    std::string text(record::nameOf(info.end));
    if (info.signal) text += fmt::format(", signal {}", *info.signal);
    if (info.exitCode && *info.exitCode != 0) text += fmt::format(", exit code {}", *info.exitCode);
    return text;
}

/// "first 100 sample ids of 10 epochs; epoch 0: 3, 1, 2, …"
std::string orderText(const record::Run& run) {
    const auto& epochs = run.epochs();
    if (epochs.empty() || epochs.front().firstSampleIds.empty()) return {};
    const std::vector<std::int64_t>& ids = epochs.front().firstSampleIds;
    constexpr std::size_t shown = 8;
    std::string text = fmt::format("first {} sample ids of {} epochs; epoch {}:", ids.size(), epochs.size(),
                                   epochs.front().epoch);
    for (std::size_t i = 0; i < ids.size() && i < shown; ++i)
        text += fmt::format("{} {}", i ? "," : "", ids[i]);
    return ids.size() > shown ? text + ", …" : text;
}

std::string membersTable(const record::Run& run) {
    Rows rows = {{"kind", "members", "fingerprints of each", "first members"}};
    for (const Kind kind : allKinds) {
        const auto& members = run.members(kind);
        if (members.empty()) continue;
        std::string names;
        for (std::size_t i = 0; i < members.size() && i < 3; ++i) names += (i ? ", " : "") + members[i].name;
        if (members.size() > 3) names += ", …";
        rows.push_back({std::string(labelOf(kind)), countText(static_cast<std::int64_t>(members.size())),
                        fmt::format("{} of {} steps",
                                    countText(static_cast<std::int64_t>(run.fingerprintRows(kind).size())),
                                    countText(run.rowCount())),
                        names});
    }
    return textTable(rows, "  ");
}

std::string settingsTable(const record::RunInfo& info) {
    Rows rows = {{"setting", "requested", "in force", "in force at the end"}};
    std::set<std::string> unlisted;
    for (const auto* map : {&info.requested, &info.inForceAtStart, &info.inForceAtEnd})
        for (const auto& [key, value] : *map) unlisted.insert(key);
    std::vector<std::string> keys;  // in the table's order; what it does not know comes last
    for (const settings::Setting& setting : settings::table())
        if (unlisted.erase(setting.key) > 0) keys.push_back(setting.key);
    keys.insert(keys.end(), unlisted.begin(), unlisted.end());
    const auto in = [](const std::map<std::string, std::string>& map, const std::string& key) {
        const auto found = map.find(key);
        return found == map.end() ? std::string("–") : found->second;
    };
    for (const std::string& key : keys) {
        const std::string start = in(info.inForceAtStart, key), end = in(info.inForceAtEnd, key);
        rows.push_back({key, in(info.requested, key), start, end == start || end == "–" ? "" : end});
    }
    return keys.empty() ? std::string() : textTable(rows, "  ");
}

}  // namespace

std::string runText(const record::Run& run) {
    const record::RunInfo& info = run.info();
    Rows rows;
    add(rows, "file", info.file);
    add(rows, "id", info.id);
    add(rows, "name", info.name);
    add(rows, "experiment", info.experiment);
    add(rows, "preset", info.preset);
    if (info.seed) add(rows, "seed", std::to_string(*info.seed));
    add(rows, "device", info.device);
    add(rows, "command", info.commandLine);
    add(rows, "folder", info.workingDirectory);
    add(rows, "recorded by", info.client);
    add(rows, "start", info.startTime);
    add(rows, "end", info.endTime);
    add(rows, "steps",
        info.plannedSteps
            ? fmt::format("{} of {} planned", countText(run.stepCount()), countText(*info.plannedSteps))
            : countText(run.stepCount()));
    add(rows, "ended", endText(info));
    if (run.stepCount() > 0) add(rows, "last loss", fmt::format("{:.6g}", lastLoss(run)));
    for (const auto& epoch : run.epochs())
        if (&epoch == &run.epochs().back() && epoch.validationAccuracy)
            add(rows, "hold-out",
                fmt::format("{:.2f} % after epoch {}", 100 * *epoch.validationAccuracy, epoch.epoch));
    add(rows, "data order", orderText(run));
    add(rows, "weights kept",
        run.valueRows().empty()
            ? "of no step"
            : fmt::format("of {} steps", countText(static_cast<std::int64_t>(run.valueRows().size()))));
    if (const auto& finding = info.finding) {
        add(rows, "operator", finding->operatorName + ", which has no deterministic implementation");
        add(rows, "where",
            fmt::format("step {}{}", finding->step,
                        finding->phase.empty() ? "" : ", in the " + finding->phase));
    }
    std::string text = textTable(rows);
    // With a finding the reason says the same, less in order.
    if (const std::string& said = info.finding ? info.finding->remedy : info.endReason; !said.empty())
        text += '\n' + wrapped(said, 98, "  ");
    for (const std::string& sentence : info.damaged) text += wrapped("Damaged: " + sentence, 98, "  ");
    if (!info.lastWords.empty())
        text += "\n  Last words:\n" + [&] {
            std::string quoted = "    ";
            for (const char c : info.lastWords)
                quoted += c == '\n' ? std::string("\n    ") : std::string(1, c);
            return quoted + '\n';
        }();
    text += '\n' + membersTable(run);
    if (const std::string settings = settingsTable(info); !settings.empty()) text += '\n' + settings;
    if (!info.environment.empty()) {
        Rows facts = {{"environment", ""}};
        for (const auto& [key, value] : info.environment) facts.push_back({key, value});
        text += '\n' + textTable(facts, "  ");
    }
    if (!run.log().empty()) text += "\n  Log:\n";
    for (const record::LogEntry& entry : run.log())
        text += wrapped((entry.step ? fmt::format("step {}: ", *entry.step) : "") + entry.text, 96, "    ");
    return text;
}

std::string runDocument(const record::Run& run) {
    const record::RunInfo& info = run.info();
    const auto orNull = [](const auto& value) { return value ? Json(*value) : Json(); };
    Json document = {{"format", "firstsplit.run/1"},
                     {"file", info.file},
                     {"id", info.id},
                     {"name", info.name},
                     {"experiment", info.experiment},
                     {"preset", info.preset},
                     {"seed", orNull(info.seed)},
                     {"device", info.device},
                     {"command", info.commandLine},
                     {"folder", info.workingDirectory},
                     {"client", info.client},
                     {"start", info.startTime},
                     {"end_time", info.endTime},
                     {"steps", run.stepCount()},
                     {"planned_steps", orNull(info.plannedSteps)},
                     {"end", std::string(record::nameOf(info.end))},
                     {"exit_code", orNull(info.exitCode)},
                     {"signal", orNull(info.signal)},
                     {"reason", info.endReason},
                     {"finding", compare::findingJson(info.finding)},
                     {"last_words", info.lastWords},
                     {"damaged", info.damaged},
                     {"last_loss", run.stepCount() > 0 ? numberJson(lastLoss(run)) : Json()},
                     {"weights_kept", run.valueRows().size()},
                     {"weights_asked_for", nullptr}};
    if (const auto& asked = info.snapshots)
        document["weights_asked_for"] = {{"policy", journal::nameOf(asked->policy)},
                                         {"every", asked->every},
                                         {"budget_bytes", asked->budgetBytes}};
    Json& kinds = document["members"] = Json::object();
    for (const Kind kind : allKinds) {
        Json& list = kinds[std::string(nameOf(kind))] = Json::array();
        for (const record::Member& member : run.members(kind))
            list.push_back({{"name", member.name},
                            {"shape", member.shape},
                            {"dtype", fingerprint::nameOf(member.dtype)}});
    }
    document["settings"] = {{"requested", info.requested},
                            {"in_force", info.inForceAtStart},
                            {"in_force_at_end", info.inForceAtEnd}};
    document["environment"] = info.environment;
    Json& epochs = document["epochs"] = Json::array();
    for (const auto& epoch : run.epochs())
        epochs.push_back(
            {{"epoch", epoch.epoch},
             {"step", epoch.step},
             {"validation_loss", epoch.validationLoss ? numberJson(*epoch.validationLoss) : Json()},
             {"validation_accuracy",
              epoch.validationAccuracy ? numberJson(*epoch.validationAccuracy) : Json()},
             {"first_sample_ids", epoch.firstSampleIds}});
    Json& log = document["log"] = Json::array();
    for (const record::LogEntry& entry : run.log())
        log.push_back({{"step", orNull(entry.step)}, {"text", entry.text}});
    return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace firstsplit::app
