#include "core/compare/live.h"

#include <algorithm>

#include "core/compare/events.h"
#include "core/compare/kind_scan.h"
#include "core/compare/models.h"

namespace firstsplit::compare {

struct LadderFollower::State {
    const record::Run& a;
    record::Run& b;
    std::vector<KindScan> scans;
    std::vector<std::optional<Event>> reported;
    std::int64_t rows = 0;
};

LadderFollower::LadderFollower(const record::Run& a, record::Run& b) : state(new State{a, b, {}, {}, 0}) {
    for (const Kind kind : allKinds) state->scans.emplace_back(a, b, kind, false);
    state->reported.resize(kindCount);
}
LadderFollower::~LadderFollower() = default;
LadderFollower::LadderFollower(LadderFollower&&) noexcept = default;
LadderFollower& LadderFollower::operator=(LadderFollower&&) noexcept = default;

Result<std::vector<Event>> LadderFollower::update() {
    std::vector<Event> fresh;
    if (const auto grown = state->b.refresh(); !grown) return tl::unexpected(grown.error());
    if (auto met = checkThatModelsMeet(state->a, state->b); !met) return tl::unexpected(met.error());
    const std::int64_t rows = std::min(state->a.rowCount(), state->b.rowCount());
    for (KindScan& scan : state->scans) {
        if (auto scanned = scan.advance(rows); !scanned) return tl::unexpected(scanned.error());
        auto& known = state->reported[indexOf(scan.kind())];
        if (known || !scan.firstRow) continue;
        const std::int64_t step = *scan.firstRow - 1;
        known = Event{step,
                      EventKind::FirstDifference,
                      scan.kind(),
                      scan.firstMember(),
                      0,
                      std::string(labelOf(scan.kind())) +
                          (step < 0 ? " differs before training" : " differs for the first time")};
        fresh.push_back(*known);
    }
    state->rows = std::max(state->rows, rows);
    sortEvents(fresh);
    return fresh;
}

std::int64_t LadderFollower::stepsCompared() const {
    return std::max<std::int64_t>(0, state->rows - 1);
}

std::optional<Event> LadderFollower::split() const {
    std::optional<Event> first;
    for (const auto& event : state->reported)
        if (event && event->kind != Kind::RandomState && (!first || event->step < first->step)) first = event;
    return first;
}

const std::vector<Cell>& LadderFollower::cells(Kind kind) const {
    return state->scans[indexOf(kind)].cells;
}

}  // namespace firstsplit::compare
