#include <algorithm>
#include <charconv>

#include "core/base/nearest.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

/// "off, warn or error"; "a whole number from 1 to 1024, or inherit".
std::string allowedValues(const Setting& setting) {
    std::string text;
    if (setting.choices.empty()) {
        text = "a whole number from " + std::to_string(*setting.minimum) + " to " +
               std::to_string(*setting.maximum);
        for (const std::string& word : setting.wordsBesideNumbers) text += ", or \"" + word + "\"";
        return text;
    }
    for (std::size_t i = 0; i < setting.choices.size(); ++i) {
        if (i > 0) text += i + 1 == setting.choices.size() ? " or " : ", ";
        text += setting.choices[i].value;
    }
    return text;
}

bool isAllowed(const Setting& setting, const std::string& value) {
    if (!setting.choices.empty()) return std::ranges::count(setting.choices, value, &Choice::value) > 0;
    if (std::ranges::count(setting.wordsBesideNumbers, value) > 0) return true;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    return error == std::errc{} && end == value.data() + value.size() && number >= setting.minimum &&
           number <= setting.maximum &&
           std::to_string(number) == value;  // "007" and "-0" would be two names of a value
}

}  // namespace

Result<> check(const std::string& key, const std::string& value) {
    const Setting* setting = find(key);
    if (setting == nullptr) {
        std::vector<std::string> keys;
        for (const Setting& row : table()) keys.push_back(row.key);
        // The table is too long to list in a sentence.
        return fail("There is no setting \"" + key + "\"." +
                    (nearestNames(key, keys).empty() ? " See firstsplit settings for all of them."
                                                     : suggestion(key, keys)));
    }
    if (isAllowed(*setting, value)) return {};
    std::string sentence = key + " cannot be \"" + value + "\": it takes " + allowedValues(*setting) + ".";
    std::vector<std::string> words = setting->wordsBesideNumbers;
    for (const Choice& choice : setting->choices) words.push_back(choice.value);
    const std::vector<std::string> near = nearestNames(value, words, 1);
    if (!near.empty()) sentence += " Did you mean " + near.front() + "?";
    return fail(sentence);
}

Result<std::pair<std::string, std::string>> parseAssignment(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return fail("\"" + text + "\" is no setting: it has no KEY=VALUE. Write for example threads=2.");
    std::pair<std::string, std::string> assignment{text.substr(0, equals), text.substr(equals + 1)};
    if (auto ok = check(assignment.first, assignment.second); !ok) return tl::unexpected(ok.error());
    return assignment;
}

Values merge(const Values& experimentDefaults, const Values& preset, const Values& assignments) {
    Values merged = assignments;  // insert() keeps what is there: the strongest goes first
    merged.insert(preset.begin(), preset.end());
    merged.insert(experimentDefaults.begin(), experimentDefaults.end());
    return merged;
}

}  // namespace firstsplit::settings
