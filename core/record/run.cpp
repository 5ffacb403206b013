#include "core/record/run.h"

#include <array>
#include <utility>

namespace firstsplit::record {

namespace {

constexpr std::array<std::pair<EndState, std::string_view>, 6> stateNames = {{
    {EndState::Running, "running"},
    {EndState::Finished, "finished"},
    {EndState::Failed, "failed"},
    {EndState::Killed, "killed"},
    {EndState::Cancelled, "cancelled"},
    {EndState::Unknown, "unknown"},
}};

}  // namespace

std::string_view nameOf(EndState state) {
    for (const auto& [value, name] : stateNames)
        if (value == state) return name;
    return "unknown";
}

std::optional<EndState> endStateNamed(std::string_view name) {
    for (const auto& [value, known] : stateNames)
        if (known == name) return value;
    return std::nullopt;
}

}  // namespace firstsplit::record
