#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/nearest.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {

extern const char* const presetsJson;

std::span<const Preset> presets() {
    // The file is built in and a test checks every value in it, so a parse error is a bug and may throw.
    static const std::vector<Preset> all = [] {
        std::vector<Preset> parsed;
        for (const nlohmann::json& entry : nlohmann::json::parse(presetsJson))
            parsed.push_back({.name = entry.at("name"),
                              .label = entry.at("label"),
                              .sentence = entry.at("sentence"),
                              .values = entry.at("values").get<Values>()});
        return parsed;
    }();
    return all;
}

Result<Preset> presetNamed(const std::string& name) {
    const auto found = std::ranges::find(presets(), name, &Preset::name);
    if (found != presets().end()) return *found;
    std::vector<std::string> names;
    for (const Preset& preset : presets()) names.push_back(preset.name);
    return fail("There is no preset \"" + name + "\"." + suggestion(name, names));
}

}  // namespace firstsplit::settings
