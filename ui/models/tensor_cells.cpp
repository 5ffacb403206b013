#include "ui/models/tensor_cells.h"

#include <algorithm>

namespace firstsplit::ui {
namespace {

using compare::Cell;
using record::Fingerprint;

constexpr std::size_t fingerprintsAtOnce = 1 << 18;

Cell cellOf(const Fingerprint& a, const Fingerprint& b) {
    if (a.isAbsent() && b.isAbsent()) return Cell::NotRecorded;
    return a == b ? Cell::Equal : Cell::Different;
}

}  // namespace

TensorCellsReader::TensorCellsReader(const record::Run& a, const record::Run& b, Kind kind)
    : m_a(a), m_b(b), m_map(compare::alignMembers(kind, a.members(kind), b.members(kind))) {
    m_table.kind = kind;
    m_table.cells.resize(m_map.common.size());
    for (const auto& pair : m_map.common) m_table.names.push_back(pair.name);
    const auto &rowsA = a.fingerprintRows(kind), &rowsB = b.fingerprintRows(kind);
    for (std::size_t i = 0, j = 0; i < rowsA.size() && j < rowsB.size();) {
        if (rowsA[i] == rowsB[j]) m_kept.push_back({rowsA[i], i, j});
        const bool isBehind = rowsA[i] <= rowsB[j];
        if (rowsA[i] >= rowsB[j]) ++j;
        if (isBehind) ++i;
    }
}

Result<> TensorCellsReader::advance() {
    if (isDone()) return {};
    const Kind kind = m_table.kind;
    const std::size_t widthA = m_a.members(kind).size(), widthB = m_b.members(kind).size();
    const std::size_t most = std::max<std::size_t>(1, fingerprintsAtOnce / std::max<std::size_t>(1, widthA));
    // As long as both runs kept every row between.
    std::size_t end = m_done + 1;
    while (end < m_kept.size() && end - m_done < most && m_kept[end].inA == m_kept[end - 1].inA + 1 &&
           m_kept[end].inB == m_kept[end - 1].inB + 1)
        ++end;
    const std::size_t count = end - m_done;
    std::vector<Fingerprint> printsA(count * widthA), printsB(count * widthB);
    if (auto read = m_a.readFingerprints(kind, m_kept[m_done].inA, count, printsA); !read) return read;
    if (auto read = m_b.readFingerprints(kind, m_kept[m_done].inB, count, printsB); !read) return read;
    for (std::size_t i = 0; i < count; ++i) {
        m_table.steps.push_back(m_kept[m_done + i].row - 1);
        for (std::size_t t = 0; t < m_map.common.size(); ++t)
            m_table.cells[t].push_back(
                cellOf(printsA[i * widthA + m_map.common[t].a], printsB[i * widthB + m_map.common[t].b]));
    }
    m_done = end;
    return {};
}

}  // namespace firstsplit::ui
