#include "core/train/nondeterministic_operators.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace firstsplit::train {
namespace {

struct Remedy {
    std::string_view part;  ///< of the operator's name
    std::string_view sentence;
};

constexpr std::array<Remedy, 10> remedies = {{
    {"max_unpool", "Upsample by a transposed convolution, or by interpolation of mode nearest."},
    {"put_", "Write to each place once, or add with accumulate=true, which has a deterministic way."},
    {"upsample", "Interpolate by mode nearest, or by a transposed convolution."},
    {"adaptive_avg_pool", "Pool with a fixed kernel size, or take the mean over the whole picture."},
    {"avg_pool3d", "Write the pooling as a mean over unfolded windows."},
    {"max_pool", "Use a convolution with a stride in place of the pooling."},
    {"pad", "Pad with zeros, or by slices that are concatenated."},
    {"grid_sampler", "Sample by index_select and weights of your own."},
    {"cumsum", "Take the sum as a product with a triangular matrix, or on the CPU."},
    {"scatter", "Sort by index and sum the segments."},
}};

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

std::optional<std::string> nondeterministicOperatorIn(std::string_view sentence) {
    const std::size_t end = sentence.find(" does not have a deterministic implementation");
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    const std::size_t space = sentence.rfind(' ', end - 1);
    const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
    return std::string(sentence.substr(begin, end - begin));
}

std::string remedyFor(std::string_view operatorName) {
    const std::string see = " Or set deterministic=warn, and see whether the bits stay equal all the same.";
    for (const Remedy& remedy : remedies)
        if (operatorName.find(remedy.part) != std::string_view::npos)
            return std::string(remedy.sentence) + see;
    return "Replace it by operators that have one." + see;
}

WarningCollector::WarningCollector(std::function<Place()> place,
                                   std::function<void(const Place&, const std::string&)> say)
    : m_place(std::move(place)), m_say(std::move(say)), m_installed(this) {}

void WarningCollector::process(const c10::Warning& warning) {
    const Place place = m_place();
    const auto name = nondeterministicOperatorIn(warning.msg());
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
