#include "core/compare/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/compare/phrases.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

void addLadderEvents(const Comparison& comparison, Kind kind, std::vector<Event>& events) {
    const KindSplit& split = comparison.kinds[indexOf(kind)];
    if (!split.firstStep) return;
    const std::string label(labelOf(kind));
    events.push_back(
        {*split.firstStep, EventKind::FirstDifference, kind, split.firstMember, 0,
         *split.firstStep < 0 ? label + " differs before training" : label + " differs for the first time"});
    bool isDifferent = true;
    std::int64_t equalSince = 0, equalSteps = 0;
    for (std::int64_t step = *split.firstStep + 1; step + 1 < static_cast<std::int64_t>(split.cells.size());
         ++step) {
        const Cell cell = split.cells[static_cast<std::size_t>(step + 1)];
        if (cell == Cell::NotRecorded) continue;
        if (cell == Cell::Equal) {
            if (equalSteps++ == 0) equalSince = step;
            if (equalSteps == stepsToBeEqualAgain) {
                isDifferent = false;
                events.push_back({equalSince, EventKind::EqualAgain, kind, {}, 0, label + " is equal again"});
            }
        } else {
            if (!isDifferent)
                events.push_back({step, EventKind::DifferentAgain, kind, {}, 0, label + " differs again"});
            isDifferent = true;
            equalSteps = 0;
        }
    }
}

/// Tensors that differ later than their kind's first; those of one step are one event.
void addJoins(const Comparison& comparison, std::vector<Event>& events) {
    struct Joining {
        std::vector<std::string> names;
        bool isExact = true;
    };
    std::map<std::pair<std::int64_t, Kind>, Joining> joining;
    for (const MemberSplit& member : comparison.members) {
        const KindSplit& split = comparison.kinds[indexOf(member.kind)];
        if (!member.firstStep || !split.firstStep || *member.firstStep <= *split.firstStep) continue;
        auto& group = joining[{*member.firstStep, member.kind}];
        group.names.push_back(member.name);
        group.isExact = group.isExact && member.firstStepIsExact;
    }
    for (const auto& [place, group] : joining) {
        const auto& [step, kind] = place;
        const bool isThingItself = kind == Kind::Weight || kind == Kind::Buffer || kind == Kind::Batch;
        std::string sentence =
            fmt::format("{} {}{} {}", labelOf(kind), isThingItself ? "" : "of ", shortListText(group.names),
                        group.names.size() == 1 ? "joins" : "join");
        if (!group.isExact) sentence += ", at this step at the latest";
        events.push_back({step, EventKind::TensorJoins, kind, group.names.front(), 0, sentence});
    }
}

std::string lossWord(double loss) {
    return std::isnan(loss) ? "NaN" : "infinite";
}

void addLossesThatAreNotNumbers(const Comparison& comparison, std::vector<Event>& events) {
    const auto firstOf = [&](const std::vector<double>& losses) -> std::optional<std::size_t> {
        // NaN also stands for "not recorded": only rows that have a loss count.
        const auto& cells = comparison.kinds[indexOf(Kind::Loss)].cells;
        for (std::size_t row = 1; row < losses.size() && row < cells.size(); ++row)
            if (cells[row] != Cell::NotRecorded && !std::isfinite(losses[row])) return row;
        return std::nullopt;
    };
    const auto inA = firstOf(comparison.lossA), inB = firstOf(comparison.lossB);
    const auto add = [&](std::size_t row, double loss, const char* runs) {
        events.push_back({static_cast<std::int64_t>(row) - 1,
                          EventKind::NotANumber,
                          Kind::Loss,
                          {},
                          0,
                          fmt::format("loss is {} in {}", lossWord(loss), runs)});
    };
    if (inA && inA == inB && std::isnan(comparison.lossA[*inA]) == std::isnan(comparison.lossB[*inB])) {
        add(*inA, comparison.lossA[*inA], "both runs");
        return;
    }
    if (inA) add(*inA, comparison.lossA[*inA], "A");
    if (inB) add(*inB, comparison.lossB[*inB], "B");
}

/// A request that names no value of its own.
bool leavesItOpen(const std::string& requested) {
    return requested.empty() || requested == "inherit" || requested == "unset" || requested == "system" ||
           requested == "default" || requested == "script's" || requested.starts_with("from ");
}

void addSettings(const record::RunInfo& run, std::int64_t steps, const char* letter,
                 std::vector<Event>& events) {
    for (const auto& [key, atStart] : run.inForceAtStart) {
        const auto asked = run.requested.find(key);
        if (asked != run.requested.end() && !leavesItOpen(asked->second) && asked->second != atStart)
            events.push_back({-1, EventKind::SettingChanged, Kind::RandomState, key, 0,
                              fmt::format("{} of {} was asked to be {}; in force is {}", key, letter,
                                          asked->second, atStart)});
        const auto atEnd = run.inForceAtEnd.find(key);
        if (atEnd != run.inForceAtEnd.end() && atEnd->second != atStart)
            events.push_back({steps - 1, EventKind::SettingChanged, Kind::RandomState, key, 0,
                              fmt::format("{} of {} changed during the run: {} at the start, {} at the end",
                                          key, letter, atStart, atEnd->second)});
    }
}

void addEnds(const Comparison& comparison, std::vector<Event>& events) {
    const auto add = [&](std::int64_t steps, const std::string& sentence) {
        events.push_back({steps - 1, EventKind::EndOfRun, Kind::Weight, {}, 0, sentence});
    };
    const bool runsA = comparison.a.end == record::EndState::Running,
               runsB = comparison.b.end == record::EndState::Running;
    const std::string endA = endText(comparison.a), endB = endText(comparison.b);
    if (comparison.stepsA == comparison.stepsB && !runsA && !runsB && endA == endB) {
        add(comparison.stepsA,
            fmt::format("both runs end after {}: {}", countOf(comparison.stepsA, "step"), endA));
        return;
    }
    if (!runsA)
        add(comparison.stepsA, fmt::format("A ends after {}: {}", countOf(comparison.stepsA, "step"), endA));
    if (!runsB)
        add(comparison.stepsB, fmt::format("B ends after {}: {}", countOf(comparison.stepsB, "step"), endB));
}

}  // namespace

void sortEvents(std::vector<Event>& events) {
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        const auto isEnd = [](const Event& event) { return event.event == EventKind::EndOfRun; };
        return std::tuple(a.step, isEnd(a), indexOf(a.kind)) < std::tuple(b.step, isEnd(b), indexOf(b.kind));
    });
}

std::vector<Event> eventsOf(const Comparison& comparison) {
    std::vector<Event> events;
    for (const Kind kind : allKinds) addLadderEvents(comparison, kind, events);
    addJoins(comparison, events);
    addLossesThatAreNotNumbers(comparison, events);
    addSettings(comparison.a, comparison.stepsA, "A", events);
    addSettings(comparison.b, comparison.stepsB, "B", events);
    addEnds(comparison, events);
    sortEvents(events);
    return events;
}

std::vector<Event> eventsOf(const WeightDifferences& weights) {
    std::vector<Event> events;
    bool wasFinite = true;
    for (std::size_t i = 0; i < weights.steps.size(); ++i) {
        const Difference& now = weights.overall[i];
        const bool isFinite = std::isfinite(now.maxAbs) && now.notANumber == 0;
        if (!isFinite && wasFinite) {
            std::string tensor;
            for (std::size_t t = 0; t < weights.tensors.size() && tensor.empty(); ++t)
                if (weights.at(i, t).notANumber > 0 || !std::isfinite(weights.at(i, t).maxAbs))
                    tensor = weights.tensors[t];
            events.push_back({weights.steps[i], EventKind::NotANumber, Kind::Weight, tensor, 0,
                              "NaN or Inf in " + thingText(Kind::Weight, tensor)});
        }
        wasFinite = isFinite;
        if (i == 0 || weights.steps[i] != weights.steps[i - 1] + 1) continue;
        const double before = weights.overall[i - 1].maxAbs;
        const double factor = now.maxAbs / before;
        if (before > 0 && std::isfinite(factor) && factor >= growthToBeAnEvent)
            events.push_back({weights.steps[i],
                              EventKind::Growth,
                              Kind::Weight,
                              {},
                              factor,
                              fmt::format("largest difference of the weights grows {}-fold in a step",
                                          countText(std::llround(factor)))});
    }
    return events;
}

}  // namespace firstsplit::compare
