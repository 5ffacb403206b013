#include "core/compare/phrases.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compare/words.h"

namespace firstsplit::compare {

std::string listText(const std::vector<std::string>& things) {
    std::string text;
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (i > 0) text += i + 1 == things.size() ? " and " : ", ";
        text += things[i];
    }
    return text;
}

std::string shortListText(const std::vector<std::string>& things, std::size_t most) {
    if (things.size() <= most + 1) return listText(things);
    std::vector<std::string> named(things.begin(), things.begin() + static_cast<std::ptrdiff_t>(most));
    named.push_back(countText(static_cast<std::int64_t>(things.size() - most)) + " more");
    return listText(named);
}

std::string thingText(Kind kind, const std::string& member) {
    switch (kind) {
        case Kind::RandomState:
            return member.empty() ? "a random generator's state" : "the random state of " + member;
        case Kind::Batch:
            return member.empty() ? "the batch" : "the batch (" + member + ")";
        case Kind::Loss:
            return "the loss";
        case Kind::Buffer:
            return member.empty() ? "a buffer" : "the buffer " + member;
        case Kind::Gradient:
            return member.empty() ? "a gradient" : "the gradient of " + member;
        case Kind::Optimizer:
            return member.empty() ? "the optimizer's state" : "the optimizer's state of " + member;
        case Kind::Weight:
            return member.empty() ? "a weight" : "the weight " + member;
    }
    return "something";
}

std::string kindsAre(const std::vector<Kind>& kinds) {
    std::vector<std::string> names;
    for (const Kind kind : kinds) names.emplace_back(labelOf(kind));
    return listText(names) + (kinds.size() == 1 ? " is" : " are");
}

std::string countOf(std::int64_t count, const std::string& thing) {
    return fmt::format("{} {}{}", countText(count), thing, count == 1 ? "" : "s");
}

std::string endText(const record::RunInfo& run) {
    if (run.finding) return run.finding->operatorName + " has no deterministic implementation";
    std::string reason = run.endReason;
    while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n')) reason.pop_back();
    if (run.end == record::EndState::Killed && run.signal) {
        const std::string text = fmt::format("killed by signal {}", *run.signal);
        return reason.empty() || reason.find("signal") != std::string::npos ? text
                                                                            : text + " (" + reason + ")";
    }
    if (!reason.empty()) return reason;
    switch (run.end) {
        case record::EndState::Running:
            return "still running";
        case record::EndState::Finished:
            return "finished";
        case record::EndState::Failed:
            return run.exitCode ? fmt::format("exit code {}", *run.exitCode) : "failed";
        case record::EndState::Killed:
            return "killed";
        case record::EndState::Cancelled:
            return "stopped by the user";
        case record::EndState::Unknown:
            break;
    }
    return "nobody saw its end";
}

Cell cellAt(const Comparison& comparison, Kind kind, std::int64_t step) {
    const auto& cells = comparison.kinds[indexOf(kind)].cells;
    const std::int64_t row = step + 1;
    if (row < 0 || row >= static_cast<std::int64_t>(cells.size())) return Cell::NotRecorded;
    return cells[static_cast<std::size_t>(row)];
}

std::vector<Kind> equalKindsAt(const Comparison& comparison, std::int64_t step) {
    std::vector<Kind> equal;
    for (const Kind kind : allKinds)
        if (cellAt(comparison, kind, step) == Cell::Equal) equal.push_back(kind);
    return equal;
}

}  // namespace firstsplit::compare
