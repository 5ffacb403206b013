#include "core/compare/processes.h"

#include <tuple>

namespace firstsplit::compare {

std::optional<std::size_t> splitFirst(std::span<const Comparison* const> processes) {
    std::optional<std::tuple<std::int64_t, Kind, std::size_t>> best;
    for (std::size_t i = 0; i < processes.size(); ++i) {
        const auto& first = processes[i]->first;
        if (!first) continue;
        const std::tuple place(first->step, first->kind, i);
        if (!best || place < *best) best = place;
    }
    return best ? std::optional(std::get<2>(*best)) : std::nullopt;
}

}  // namespace firstsplit::compare
