#include "core/launch/live_comparison.h"

#include <algorithm>

namespace firstsplit::launch {

using record::Fingerprint;

namespace {
constexpr std::int64_t rowsAtOnce = 4096;
}

Result<std::unique_ptr<LiveComparison>> LiveComparison::against(const QString& fileOfA) {
    auto run = record::openRun(fileOfA.toLocal8Bit().toStdString());
    if (!run) return tl::unexpected(run.error());
    auto comparison = std::make_unique<LiveComparison>();
    comparison->m_a = std::move(*run);
    return comparison;
}

Result<std::vector<SplitSeen>> LiveComparison::update(const record::Run& b) {
    std::vector<SplitSeen> seen;
    const std::int64_t rows = std::min(m_a->rowCount(), b.rowCount());
    while (m_rowsDone < rows) {
        const std::int64_t count = std::min(rowsAtOnce, rows - m_rowsDone);
        for (Kind kind : allKinds) {
            if (m_differed[indexOf(kind)]) continue;
            auto split = firstDifference(kind, b, m_rowsDone, count);
            if (!split) return tl::unexpected(split.error());
            if (!*split) continue;
            m_differed[indexOf(kind)] = true;
            m_firstSplit = std::min(m_firstSplit.value_or((*split)->step), (*split)->step);
            seen.push_back(**split);
        }
        m_rowsDone += count;
    }
    std::stable_sort(seen.begin(), seen.end(),
                     [](const SplitSeen& x, const SplitSeen& y) { return x.step < y.step; });
    return seen;
}

Result<std::optional<SplitSeen>> LiveComparison::firstDifference(Kind kind, const record::Run& b,
                                                                 std::int64_t first, std::int64_t count) {
    const auto size = static_cast<std::size_t>(count);
    std::vector<Fingerprint> digestsA(size), digestsB(size);
    if (auto read = m_a->readDigests(kind, first, digestsA); !read) return tl::unexpected(read.error());
    if (auto read = b.readDigests(kind, first, digestsB); !read) return tl::unexpected(read.error());
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t row = first + static_cast<std::int64_t>(i);
        if (kind == Kind::RandomState) {
            // A generator that nobody draws from differs without any meaning; it counts from its first draw
            // on.
            if (auto name = differingGenerator(b, row)) return SplitSeen{kind, row - 1, *name};
            continue;
        }
        if (digestsA[i] == digestsB[i] || digestsA[i].isAbsent() || digestsB[i].isAbsent()) continue;
        return SplitSeen{kind, row - 1, differingMember(kind, b, row)};
    }
    return std::nullopt;
}

std::optional<std::vector<Fingerprint>> LiveComparison::membersAt(const record::Run& run, Kind kind,
                                                                  std::int64_t row) const {
    const auto& rows = run.fingerprintRows(kind);
    const auto found = std::lower_bound(rows.begin(), rows.end(), row);
    if (found == rows.end() || *found != row) return std::nullopt;
    std::vector<Fingerprint> members(run.members(kind).size());
    if (!run.readFingerprints(kind, static_cast<std::size_t>(found - rows.begin()), 1, members))
        return std::nullopt;
    return members;
}

QString LiveComparison::differingMember(Kind kind, const record::Run& b, std::int64_t row) const {
    const auto inA = membersAt(*m_a, kind, row), inB = membersAt(b, kind, row);
    if (!inA || !inB) return {};
    const auto& namesA = m_a->members(kind);
    const auto& namesB = b.members(kind);
    for (std::size_t i = 0; i < namesA.size(); ++i)
        for (std::size_t j = 0; j < namesB.size(); ++j)
            if (namesA[i].name == namesB[j].name && (*inA)[i] != (*inB)[j])
                return QString::fromStdString(namesA[i].name);
    return {};
}

std::optional<QString> LiveComparison::differingGenerator(const record::Run& b, std::int64_t row) {
    const auto nowA = membersAt(*m_a, Kind::RandomState, row), nowB = membersAt(b, Kind::RandomState, row);
    if (!nowA || !nowB) return std::nullopt;
    const auto beforeA = membersAt(*m_a, Kind::RandomState, row - 1),
               beforeB = membersAt(b, Kind::RandomState, row - 1);
    const auto& namesA = m_a->members(Kind::RandomState);
    const auto& namesB = b.members(Kind::RandomState);
    const auto moved = [](const auto& before, const auto& now, std::size_t i) {
        return before && i < before->size() && !(*before)[i].isAbsent() && (*before)[i] != (*now)[i];
    };
    std::optional<QString> differing;
    for (std::size_t i = 0; i < namesA.size(); ++i)
        for (std::size_t j = 0; j < namesB.size(); ++j) {
            if (namesA[i].name != namesB[j].name) continue;
            bool& drawnFrom = m_drawnFrom[namesA[i].name];
            drawnFrom = drawnFrom || moved(beforeA, nowA, i) || moved(beforeB, nowB, j);
            if (drawnFrom && !differing && (*nowA)[i] != (*nowB)[j])
                differing = QString::fromStdString(namesA[i].name);
        }
    return differing;
}

}  // namespace firstsplit::launch
