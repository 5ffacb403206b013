#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "core/journal/finding.h"

namespace firstsplit::compare {

/// As the documents of `info`, `diff` and `pair` show it; null without one.
inline nlohmann::ordered_json findingJson(const std::optional<journal::Finding>& finding) {
    using Json = nlohmann::ordered_json;
    if (!finding) return nullptr;
    return {{"operator", finding->operatorName},
            {"step", finding->step},
            {"phase", finding->phase.empty() ? Json() : Json(finding->phase)},
            {"remedy", finding->remedy}};
}

}  // namespace firstsplit::compare
