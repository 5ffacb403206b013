#include "app/commands/parse_error.h"

#include <filesystem>

#include "core/base/nearest.h"

namespace firstsplit::app {

namespace {

const CLI::App& chosenIn(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : *chosen.front();
}

std::vector<std::string> optionNamesOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> subcommandNamesOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands({})) names.push_back(subcommand->get_name());
    return names;
}

/// The first word that looks like an option and is none of the chosen subcommand's.
std::string unknownOption(const CLI::App& chosen, int argumentCount, char* const* arguments) {
    for (int i = 1; i < argumentCount; ++i) {
        const std::string word(arguments[i]);
        if (word.size() < 2 || word[0] != '-') continue;
        const std::string name = word.substr(0, word.find('='));
        if (chosen.get_option_no_throw(name) == nullptr && name != "-h" && name != "--help") return name;
    }
    return {};
}

std::string helpHint(const CLI::App& chosen) {
    const bool isMain = chosen.get_parent() == nullptr;
    return " See firstsplit " + (isMain ? std::string() : chosen.get_name() + " ") + "--help.";
}

}  // namespace

std::string sentenceOf(const CLI::ParseError& error, const CLI::App& app, int argumentCount,
                       char* const* arguments) {
    const CLI::App& chosen = chosenIn(app);
    const std::string where =
        chosen.get_parent() == nullptr ? "firstsplit" : "firstsplit " + chosen.get_name();
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
        if (const std::string option = unknownOption(chosen, argumentCount, arguments); !option.empty()) {
            const auto near = nearestNames(option, optionNamesOf(chosen));
            std::string text = where + " has no option " + option + ".";
            if (!near.empty()) text += suggestion(option, optionNamesOf(chosen));
            return text + helpHint(chosen);
        }
        std::string text = where + " takes fewer words than it was given.";
        if (chosen.get_option_no_throw("--set") != nullptr)
            text += " A training command stands behind --: " + where + " -- python train.py.";
        return text + helpHint(chosen);
    }
    std::string what = error.what();
    if (!what.empty() && what.back() != '.') what += '.';
    return where + ": " + what + helpHint(chosen);
}

std::string mistakenSubcommand(const std::vector<std::string>& files, const CLI::App& app) {
    if (files.empty() || files.front().find_first_of("./") != std::string::npos) return {};
    const std::string& word = files.front();
    std::error_code ignored;
    if (std::filesystem::exists(word, ignored)) return {};
    return "\"" + word + "\" is neither a subcommand nor a file." + suggestion(word, subcommandNamesOf(app)) +
           " See firstsplit --help.";
}

}  // namespace firstsplit::app
