#pragma once

#include <QDate>
#include <QString>
#include <vector>

#include "ui/models/run_entry.h"

namespace firstsplit::ui {

enum class PairPosition { None, First, Second };

struct LibraryRow {
    QString path;
    PairPosition position = PairPosition::None;
    QString above;  ///< the run in the row above, of the same group; empty: none
    bool operator==(const LibraryRow&) const = default;
};

struct LibraryDay {
    QDate date;
    std::vector<LibraryRow> rows;
    bool operator==(const LibraryDay&) const = default;
};

/// Runs of one experiment or one command.
struct LibraryGroup {
    QString title;
    std::vector<LibraryDay> days;  ///< newest first
    qint64 runCount() const;
    bool operator==(const LibraryGroup&) const = default;
};

/// Sorts runs into groups and days. `runs` are newest first, the two of a pair one after the other; such two
/// stay together, also when only one of them contains the filter's text.
std::vector<LibraryGroup> groupRuns(const std::vector<RunEntry>& runs, const QString& filter);

}  // namespace firstsplit::ui
