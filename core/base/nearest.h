#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstsplit {

/// Edit distance with swaps of neighbours ("optimal string alignment"; Damerau 1964), in bytes.
inline std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = std::exchange(last, std::exchange(row, std::vector<std::size_t>(b.size() + 1)));
    }
    return last[b.size()];
}

/// Those of `names` that `name` may have been meant to be, nearest first: a few typing errors away, or
/// holding it.
inline std::vector<std::string> nearestNames(std::string_view name, const std::vector<std::string>& names,
                                             std::size_t atMost = 3) {
    std::vector<std::pair<std::size_t, std::string>> near;
    const std::size_t tolerated = std::max<std::size_t>(2, name.size() / 3);
    for (const std::string& candidate : names) {
        const std::size_t distance = editDistance(name, candidate);
        const bool holds = name.size() >= 3 && candidate.find(name) != std::string::npos;
        if (distance <= tolerated || holds) near.emplace_back(distance, candidate);
    }
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> result;
    for (std::size_t i = 0; i < near.size() && i < atMost; ++i) result.push_back(near[i].second);
    return result;
}

/// " Did you mean a, b or c?", or " Known: a, b, c." when nothing is near; with the leading space.
inline std::string suggestion(std::string_view name, const std::vector<std::string>& names) {
    const std::vector<std::string> near = nearestNames(name, names);
    std::string text = near.empty() ? " Known: " : " Did you mean ";
    const std::vector<std::string>& listed = near.empty() ? names : near;
    for (std::size_t i = 0; i < listed.size(); ++i) {
        if (i > 0) text += !near.empty() && i + 1 == listed.size() ? " or " : ", ";
        text += listed[i];
    }
    return text + (near.empty() ? "." : "?");
}

}  // namespace firstsplit
