#include "app/commands/settings_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "app/commands/text_table.h"

namespace firstsplit::app {

namespace {

constexpr std::size_t lineWidth = 100;

/// "0 or more", "1 to 1024".
std::string numbersText(const settings::Setting& setting) {
    if (setting.maximum == std::numeric_limits<std::int64_t>::max())
        return fmt::format("{} or more", *setting.minimum);
    return fmt::format("{} to {}", *setting.minimum, *setting.maximum);
}

/// "off* | warn | error": the default has the star.
std::string valuesText(const settings::Setting& setting) {
    std::vector<std::string> values;
    for (const auto& choice : setting.choices) values.push_back(choice.value);
    if (setting.choices.empty()) values.push_back(numbersText(setting));
    for (const std::string& word : setting.wordsBesideNumbers) values.push_back(word);
    bool isAmongThem = false;
    for (std::string& value : values) {
        if (value != setting.defaultValue) continue;
        value += '*';
        isAmongThem = true;
    }
    return fmt::format("{}{}", fmt::join(values, " | "),
                       isAmongThem ? "" : fmt::format(" ({}*)", setting.defaultValue));
}

std::string overviewOf(const settings::Setting& setting, std::size_t keyWidth, const std::string& device) {
    const std::string indent(keyWidth + 4, ' ');
    std::string text = fmt::format("  {:<{}}  {}\n", setting.key, keyWidth, valuesText(setting));
    const std::string idle = actsOn(setting, device) ? "" : "No effect on " + device + ". ";
    return text + wrapped(idle + setting.effect, lineWidth - indent.size(), indent);
}

/// A name, and a sentence beside it that may take several lines.
std::string explained(const std::string& name, std::size_t nameWidth, const std::string& sentence) {
    const std::string indent(nameWidth + 4, ' ');
    if (sentence.empty()) return "  " + name + '\n';
    return wrapped(sentence, lineWidth - indent.size(), indent)
        .replace(0, indent.size(), fmt::format("  {:<{}}  ", name, nameWidth));
}

std::string presetsAndExperiments() {
    std::size_t nameWidth = 0;
    for (const auto& experiment : settings::experiments())
        nameWidth = std::max(nameWidth, experiment.name.size());
    const auto row = [&](const std::string& name, const std::string& sentence) {
        return explained(name, nameWidth, sentence);
    };
    std::string text = "Presets\n";
    for (const auto& preset : settings::presets()) text += row(preset.name, preset.sentence);
    text += "\nExperiments\n";
    for (const auto& experiment : settings::experiments())
        text +=
            row(experiment.name, fmt::format("{} ({} steps)", experiment.sentence, experiment.defaultSteps));
    return text;
}

std::string versionsText(const settings::ActsWhen& acts) {
    if (acts.fromVersion.empty() && acts.untilVersion.empty()) return "every version";
    if (acts.untilVersion.empty()) return "from " + acts.fromVersion;
    if (acts.fromVersion.empty()) return "until " + acts.untilVersion;
    return fmt::format("from {} until {}", acts.fromVersion, acts.untilVersion);
}

std::string placesText(const settings::ActsWhen& acts) {
    std::string text = acts.cpu && acts.cuda ? "cpu, cuda" : acts.cpu ? "cpu" : "cuda";
    if (!acts.otherKey.empty())
        text += fmt::format("; while {}={}", acts.otherKey, fmt::join(acts.otherValues, " or "));
    if (!acts.experiments.empty()) text += fmt::format("; in {}", fmt::join(settings::placesOf(acts), ", "));
    return text;
}

std::string detailOf(const settings::Setting& setting) {
    std::string text = fmt::format("{}: {}\n", setting.key, setting.label);
    text += wrapped(setting.effect, lineWidth - 2, "  ");
    std::size_t valueWidth = 0;
    for (const auto& choice : setting.choices) valueWidth = std::max(valueWidth, choice.value.size());
    text += '\n';
    for (const auto& choice : setting.choices) text += explained(choice.value, valueWidth, choice.effect);
    if (setting.choices.empty()) text += explained(numbersText(setting), 0, {});
    for (const std::string& word : setting.wordsBesideNumbers) text += explained(word, 0, {});
    text += '\n';
    std::vector<std::vector<std::string>> facts = {
        {"default", setting.defaultValue},
        {"acts on", placesText(setting.actsWhen)},
        {"LibTorch", versionsText(setting.actsWhen)},
        {"set by", setting.variables.empty() ? std::string("the training itself, at its start")
                                             : fmt::format("{}, before the training starts",
                                                           fmt::join(variablesOf(setting), ", "))},
        {"documentation", setting.documentation}};
    return text + textTable(facts, "  ");
}

}  // namespace

bool actsOn(const settings::Setting& setting, const std::string& device) {
    return device == "cpu" ? setting.actsWhen.cpu : setting.actsWhen.cuda;
}

std::vector<std::string> variablesOf(const settings::Setting& setting) {
    std::vector<std::string> names;
    for (const auto& variable : setting.variables) names.push_back(variable.name);
    return names;
}

std::string settingsOverview(const std::string& device) {
    std::size_t keyWidth = 0;
    for (const settings::Setting& setting : settings::table())
        keyWidth = std::max(keyWidth, setting.key.size());
    std::string text, group;
    for (const settings::Setting& setting : settings::table()) {
        if (setting.group != group) text += fmt::format("{}{}\n", group.empty() ? "" : "\n", setting.group);
        group = setting.group;
        text += overviewOf(setting, keyWidth, device);
    }
    return text +
           "\n* is the default. firstsplit settings KEY explains each value, and links to "
           "documentation.\n\n" +
           presetsAndExperiments();
}

std::string settingsInDetail(const std::vector<std::string>& keys) {
    std::string text;
    for (const std::string& key : keys) text += (text.empty() ? "" : "\n") + detailOf(*settings::find(key));
    return text;
}

}  // namespace firstsplit::app
