#pragma once

#include <QList>
#include <QStringList>

#include "ui/models/comparison_loader.h"

namespace firstsplit::ui {

/// The training processes (ranks) of two runs, compared process with process.
struct ProcessList {
    struct Process {
        int number = 0;  ///< 0: the run's own file
        QString fileA, fileB;
        QString sign, sentence;
    };
    QString firstA, firstB;         ///< the runs' own files, whichever process is on screen
    QList<Process> processes;       ///< of both runs; fewer than two: there is nothing to choose
    std::optional<int> splitFirst;  ///< number of the process that split first
    QStringList leftOut;            ///< sentences: processes of one run alone, files that cannot be compared

    bool isWorthShowing() const { return processes.size() > 1 || !leftOut.isEmpty(); }
    /// "2 processes; process 1 split first."
    QString headline() const;
};

/// Finds and compares, by fingerprints alone: on the I/O thread only.
ProcessList processesOf(const ComparisonLoader::Opener& opener, const QString& fileA, const QString& fileB);

}  // namespace firstsplit::ui
