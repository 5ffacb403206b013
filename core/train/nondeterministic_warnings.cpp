#include "core/train/nondeterministic_warnings.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/settings/nondeterministic_operators.h"

namespace firstsplit::train {
namespace {

std::string stepsText(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) {
    constexpr std::size_t named = 8;
    std::string text;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& [first, last] = ranges[i];
        count += last - first + 1;
        if (i >= named) continue;
        text += (i == 0 ? "" : ", ") + std::to_string(first);
        if (last > first) text += " to " + std::to_string(last);
    }
    if (ranges.size() > named) text += ", …";
    return count == 1 ? "step " + text : "steps " + text + " (" + std::to_string(count) + " steps)";
}

}  // namespace

WarningCollector::WarningCollector(std::function<Place()> place,
                                   std::function<void(const Place&, const std::string&)> say)
    : m_place(std::move(place)), m_say(std::move(say)), m_installed(this) {}

void WarningCollector::process(const c10::Warning& warning) {
    const Place place = m_place();
    const auto name = settings::nondeterministicOperatorIn(warning.msg());
    if (!name) {
        if (!std::exchange(m_said[warning.msg()], true)) m_say(place, warning.msg());
        return;
    }
    Steps& steps = m_operators.try_emplace(*name, Steps{place.phase, {}}).first->second;
    if (steps.ranges.empty())
        m_say(place, *name +
                         " has no deterministic implementation, and deterministic=warn lets it run: its "
                         "result may differ from run to run.");
    if (!steps.ranges.empty() && place.step <= steps.ranges.back().second + 1)
        steps.ranges.back().second = std::max(steps.ranges.back().second, place.step);
    else
        steps.ranges.emplace_back(place.step, place.step);
}

std::vector<std::string> WarningCollector::summary() const {
    std::vector<std::string> sentences;
    for (const auto& [name, steps] : m_operators)
        sentences.push_back(name + " has no deterministic implementation; it ran in the " + steps.phase +
                            " of " + stepsText(steps.ranges) + ".");
    return sentences;
}

}  // namespace firstsplit::train
