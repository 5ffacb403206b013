#include "ui/models/tensor_cells.h"

#include <algorithm>

#include "core/compare/member_map.h"

namespace firstsplit::ui {
namespace {

using compare::Cell;
using record::Fingerprint;

constexpr std::size_t fingerprintsAtOnce = 1 << 18;

struct Kept {
    std::int64_t row = 0;
    std::size_t inA = 0, inB = 0;  ///< positions in fingerprintRows()
};

std::vector<Kept> keptInBoth(const record::Run& a, const record::Run& b, Kind kind) {
    const auto &rowsA = a.fingerprintRows(kind), &rowsB = b.fingerprintRows(kind);
    std::vector<Kept> kept;
    for (std::size_t i = 0, j = 0; i < rowsA.size() && j < rowsB.size();) {
        if (rowsA[i] == rowsB[j]) kept.push_back({rowsA[i], i, j});
        const bool isBehind = rowsA[i] <= rowsB[j];
        if (rowsA[i] >= rowsB[j]) ++j;
        if (isBehind) ++i;
    }
    return kept;
}

Cell cellOf(const Fingerprint& a, const Fingerprint& b) {
    if (a.isAbsent() && b.isAbsent()) return Cell::NotRecorded;
    return a == b ? Cell::Equal : Cell::Different;
}

}  // namespace

Result<TensorCells> readTensorCells(const record::Run& a, const record::Run& b, Kind kind,
                                    const compare::Progress& progress) {
    const auto map = compare::alignMembers(kind, a.members(kind), b.members(kind));
    const auto kept = keptInBoth(a, b, kind);
    TensorCells table;
    table.kind = kind;
    table.cells.resize(map.common.size());
    for (auto& row : table.cells) row.reserve(kept.size());
    for (const auto& pair : map.common) table.names.push_back(pair.name);
    const std::size_t widthA = a.members(kind).size(), widthB = b.members(kind).size();
    const std::size_t most = std::max<std::size_t>(1, fingerprintsAtOnce / std::max<std::size_t>(1, widthA));
    std::vector<Fingerprint> printsA, printsB;
    for (std::size_t first = 0; first < kept.size();) {
        // As long as both runs kept every row between.
        std::size_t end = first + 1;
        while (end < kept.size() && end - first < most && kept[end].inA == kept[end - 1].inA + 1 &&
               kept[end].inB == kept[end - 1].inB + 1)
            ++end;
        const std::size_t count = end - first;
        printsA.resize(count * widthA);
        printsB.resize(count * widthB);
        if (auto read = a.readFingerprints(kind, kept[first].inA, count, printsA); !read)
            return tl::unexpected(read.error());
        if (auto read = b.readFingerprints(kind, kept[first].inB, count, printsB); !read)
            return tl::unexpected(read.error());
        for (std::size_t i = 0; i < count; ++i) {
            table.steps.push_back(kept[first + i].row - 1);
            for (std::size_t t = 0; t < map.common.size(); ++t)
                table.cells[t].push_back(
                    cellOf(printsA[i * widthA + map.common[t].a], printsB[i * widthB + map.common[t].b]));
        }
        first = end;
        if (progress && !progress(static_cast<double>(first) / static_cast<double>(kept.size())))
            return fail(std::string(compare::cancelledSentence));
    }
    return table;
}

}  // namespace firstsplit::ui
