#include "core/compare/loss.h"

#include "core/compare/columns.h"
#include "core/compare/ulp.h"

namespace firstsplit::compare {
namespace {

record::ScalarType narrower(record::ScalarType a, record::ScalarType b) {
    if (!isFloating(a)) return b;
    if (!isFloating(b)) return a;
    return fingerprint::sizeOf(b) < fingerprint::sizeOf(a) ? b : a;
}

}  // namespace

Result<> readLosses(const record::Run& a, const record::Run& b, Comparison& comparison) {
    if (auto read = readColumn(a, record::Column::Loss, comparison.lossA); !read) return read;
    if (auto read = readColumn(b, record::Column::Loss, comparison.lossB); !read) return read;
    const auto& cells = comparison.kinds[indexOf(Kind::Loss)].cells;
    comparison.lossUlp.assign(cells.size(), 0);
    const record::ScalarType type = narrower(a.lossType(), b.lossType());
    if (!isFloating(type)) return {};
    for (std::size_t row = 0; row < cells.size(); ++row) {
        if (cells[row] != Cell::Different) continue;
        comparison.lossUlp[row] =
            ulpDistance(type, bitsOf(type, comparison.lossA[row]), bitsOf(type, comparison.lossB[row]));
        // Both NaN, with payloads that did not survive the widening.
        const bool bothNaN =
            comparison.lossA[row] != comparison.lossA[row] && comparison.lossB[row] != comparison.lossB[row];
        if (bothNaN) comparison.lossUlp[row] = unlimitedUlp;
    }
    return {};
}

}  // namespace firstsplit::compare
