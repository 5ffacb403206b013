#include <fmt/format.h>

#include <QCoreApplication>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/invocation.h"
#include "app/commands/text_table.h"
#include "core/launch/host_facts.h"
#include "core/launch/record_plan.h"
#include "core/settings/settings.h"

namespace firstsplit::app {

namespace {

using Json = nlohmann::ordered_json;

struct SettingsOptions {
    std::string device = "cpu";
};

std::string rangeText(const settings::Setting& setting) {
    std::string text;
    const auto add = [&text](const std::string& value) { text += (text.empty() ? "" : " | ") + value; };
    for (const auto& choice : setting.choices) add(choice.value);
    if (setting.choices.empty()) {
        if (setting.minimum && setting.maximum)
            add(fmt::format("{} … {}", *setting.minimum, *setting.maximum));
        else
            add(setting.minimum ? fmt::format("{} or more", *setting.minimum) : "a number");
    }
    for (const std::string& word : setting.wordsBesideNumbers) add(word);
    return text;
}

bool actsOn(const settings::Setting& setting, const std::string& device) {
    return device == "cpu" ? setting.actsWhen.cpu : setting.actsWhen.cuda;
}

void printTables(const std::string& device) {
    std::string group;
    std::vector<std::vector<std::string>> rows;
    const auto flush = [&] {
        if (!rows.empty()) std::printf("%s\n%s\n", group.c_str(), textTable(rows, "  ").c_str());
        rows.clear();
    };
    for (const settings::Setting& setting : settings::table()) {
        if (setting.group != group) flush();
        group = setting.group;
        rows.push_back(
            {setting.key, rangeText(setting), "default " + setting.defaultValue,
             actsOn(setting, device) ? setting.effect : "(no effect on " + device + ") " + setting.effect});
    }
    flush();
    std::puts("Presets");
    std::vector<std::vector<std::string>> presets;
    for (const settings::Preset& preset : settings::presets())
        presets.push_back({preset.name, preset.sentence});
    std::puts(textTable(presets, "  ").c_str());
    std::puts("Experiments");
    std::vector<std::vector<std::string>> experiments;
    for (const settings::Experiment& experiment : settings::experiments())
        experiments.push_back(
            {experiment.name, fmt::format("{} steps", experiment.defaultSteps), experiment.sentence});
    std::fputs(textTable(experiments, "  ").c_str(), stdout);
}

Json documentFor(const std::string& device) {
    Json document = {{"format", "firstsplit.settings/1"}, {"device", device}};
    Json& list = document["settings"] = Json::array();
    for (const settings::Setting& setting : settings::table()) {
        Json choices = Json::array();
        for (const auto& choice : setting.choices)
            choices.push_back({{"value", choice.value}, {"effect", choice.effect}});
        list.push_back({{"key", setting.key},
                        {"group", setting.group},
                        {"label", setting.label},
                        {"effect", setting.effect},
                        {"kind", setting.kind == settings::Kind::Environment ? "environment" : "run_time"},
                        {"choices", choices},
                        {"minimum", setting.minimum ? Json(*setting.minimum) : Json()},
                        {"maximum", setting.maximum ? Json(*setting.maximum) : Json()},
                        {"words", setting.wordsBesideNumbers},
                        {"default", setting.defaultValue},
                        {"acts_here", actsOn(setting, device)},
                        {"documentation", setting.documentation}});
    }
    Json& presets = document["presets"] = Json::array();
    for (const settings::Preset& preset : settings::presets())
        presets.push_back({{"name", preset.name}, {"sentence", preset.sentence}, {"values", preset.values}});
    Json& experiments = document["experiments"] = Json::array();
    for (const settings::Experiment& experiment : settings::experiments())
        experiments.push_back({{"name", experiment.name},
                               {"sentence", experiment.sentence},
                               {"steps", experiment.defaultSteps},
                               {"values", experiment.defaults}});
    return document;
}

int showSettings(Invocation& invocation, const SettingsOptions& options) {
    if (const int refused = refuseCommand(invocation, "settings")) return refused;
    // The table is shown for CUDA on a machine without it as well; only a name that is none is refused.
    if (auto known = launch::checkDeviceName(QString::fromStdString(options.device)); !known)
        return reportError(invocation, known.error().message);
    if (invocation.wantsJson)
        std::puts(documentFor(options.device).dump(2).c_str());
    else
        printTables(options.device);
    return 0;
}

}  // namespace

void addSettings(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<SettingsOptions>();
    CLI::App* command =
        app.add_subcommand("settings", "the table of settings: keys, values, defaults, what each does here");
    command->add_option("--device", options->device, "cpu, cuda or cuda:1")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return showSettings(invocation, *options); };
    });
}

}  // namespace firstsplit::app
