#include "ui/models/followed_run.h"

#include <algorithm>

namespace firstsplit::ui {
namespace {

/// Rows from `known`, which `read` continues first as far as they are asked for.
template <typename Value, typename Read>
Result<> readThrough(std::vector<Value>& known, std::int64_t firstRow, std::span<Value> out,
                     const Read& read) {
    const std::size_t first = static_cast<std::size_t>(firstRow), end = first + out.size(),
                      had = known.size();
    if (had < end) {
        known.resize(end);
        if (auto done = read(static_cast<std::int64_t>(had), std::span(known).subspan(had)); !done) {
            known.resize(had);
            return done;
        }
    }
    std::copy_n(known.begin() + firstRow, out.size(), out.begin());
    return {};
}

bool isInside(std::int64_t firstRow, std::size_t count, std::int64_t rows) {
    return firstRow >= 0 && firstRow + static_cast<std::int64_t>(count) <= rows;
}

}  // namespace

Result<> FollowedRun::readDigests(Kind kind, std::int64_t firstRow,
                                  std::span<record::Fingerprint> out) const {
    // The run itself says what is wrong with rows that it does not have.
    if (!isInside(firstRow, out.size(), rowCount())) return m_run->readDigests(kind, firstRow, out);
    return readThrough(m_digests[indexOf(kind)], firstRow, out,
                       [&](std::int64_t from, auto rows) { return m_run->readDigests(kind, from, rows); });
}

Result<> FollowedRun::readColumn(record::Column column, std::int64_t firstRow, std::span<double> out) const {
    if (!isInside(firstRow, out.size(), rowCount())) return m_run->readColumn(column, firstRow, out);
    return readThrough(m_columns[static_cast<std::size_t>(column)], firstRow, out,
                       [&](std::int64_t from, auto rows) { return m_run->readColumn(column, from, rows); });
}

Result<bool> FollowedRun::refresh() {
    const auto rowsBefore = rowCount();
    const auto typeBefore = lossType();
    auto grown = m_run->refresh();
    if (rowCount() < rowsBefore || lossType() != typeBefore) {
        for (auto& digests : m_digests) digests.clear();
        for (auto& column : m_columns) column.clear();
    }
    return grown;
}

}  // namespace firstsplit::ui
