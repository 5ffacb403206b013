#pragma once

#include <QDateTime>
#include <QString>
#include <map>
#include <optional>
#include <string>

#include "core/compare/comparison.h"
#include "core/launch/run_note.h"
#include "core/record/run.h"

namespace firstsplit::ui {

/// What the library knows of one run file or journal.
struct RunEntry {
    QString path;
    QString name;
    QString experiment;  ///< empty for a command
    QString commandLine;
    QString preset;
    std::map<std::string, std::string> requested;
    qint64 steps = 0;
    std::optional<qint64> plannedSteps;
    record::EndState end = record::EndState::Unknown;
    QDateTime started;
    std::optional<double> seconds;  ///< from start to end
    qint64 bytes = 0;
    QDateTime modified;
    int process = 0;  ///< of a run of several training processes; 0: the run's own file
    QString error;    ///< a sentence, when the file cannot be read
    launch::RunNote note;
    QString noteError;       ///< a sentence, when there is a note that cannot be read
    bool isMissing = false;  ///< its folder is gone, as that of a disk that was taken away

    bool isReadable() const { return error.isEmpty(); }
    /// What a person called it, else "digits-embedding-seeds-004 A", else the file's name.
    QString label() const;
    /// Names the pair to which a run belongs: equal in A and B, other in every other pair; empty when it has
    /// no side.
    QString pairKey() const;
    QChar side() const;  ///< 'A', 'B', or null
};

/// The facts of an opened run.
RunEntry entryOf(const QString& path, const record::Run& run);

/// Whether two runs are of one experiment or one command.
bool isSameSource(const RunEntry& one, const RunEntry& other);

/// Whether two runs were asked for the same thing, side and repetition apart.
bool isSameSetUp(const RunEntry& one, const RunEntry& other);

/// What `other` was asked for differently than `one`: "same settings", "threads=1, seed=3".
QString setUpAgainst(const RunEntry& one, const RunEntry& other);

}  // namespace firstsplit::ui
