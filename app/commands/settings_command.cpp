#include <QCoreApplication>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/invocation.h"
#include "app/commands/settings_text.h"
#include "core/launch/host_facts.h"
#include "core/launch/record_plan.h"
#include "core/settings/settings.h"

namespace firstsplit::app {

namespace {

using Json = nlohmann::ordered_json;

struct SettingsOptions {
    std::string device = "cpu";
    std::vector<std::string> keys;
};

Json actsWhenOf(const settings::Setting& setting) {
    const settings::ActsWhen& acts = setting.actsWhen;
    return {{"cpu", acts.cpu},
            {"cuda", acts.cuda},
            {"setting", acts.otherKey},
            {"has_value", acts.otherValues},
            {"experiments", acts.experiments},
            {"from_version", acts.fromVersion},
            {"until_version", acts.untilVersion}};
}

Json documentFor(const SettingsOptions& options) {
    const std::string& device = options.device;
    Json document = {{"format", "firstsplit.settings/1"}, {"device", device}};
    Json& list = document["settings"] = Json::array();
    for (const settings::Setting& setting : settings::table()) {
        if (!options.keys.empty() && std::ranges::count(options.keys, setting.key) == 0) continue;
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
                        {"variables", variablesOf(setting)},
                        {"acts_here", actsOn(setting, device)},
                        {"acts_when", actsWhenOf(setting)},
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
    // Asked as a value is: the sentence for an unknown key is the same, with its nearest names.
    for (const std::string& key : options.keys)
        if (settings::find(key) == nullptr)
            return reportError(invocation, settings::check(key, {}).error().message);
    const std::string text = invocation.wantsJson   ? documentFor(options).dump(2) + '\n'
                             : options.keys.empty() ? settingsOverview(options.device)
                                                    : settingsInDetail(options.keys);
    std::fputs(text.c_str(), stdout);
    return 0;
}

}  // namespace

void addSettings(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<SettingsOptions>();
    CLI::App* command =
        app.add_subcommand("settings", "the table of settings: keys, values, defaults, what each does here");
    command
        ->add_option("KEY", options->keys,
                     "settings to show in detail: each value, when it acts, documentation")
        ->type_name("");
    command->add_option("--device", options->device, "cpu, cuda or cuda:1")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return showSettings(invocation, *options); };
    });
}

}  // namespace firstsplit::app
