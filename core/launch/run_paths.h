#pragma once

#include <QString>
#include <QStringList>

#include "core/base/result.h"

namespace firstsplit::launch {

/// The files of one run; all lie beside each other.
struct RunPaths {
    QString file;     ///< F.split.h5, made at the end
    QString journal;  ///< F.split.part, appended to by the training
    QString errors;   ///< F.split.err, standard error of the training
    QString output;   ///< F.split.out, its standard output (only with events)
};

/// Absolute paths of a run that is to be saved as `file`; fails when the name does not end in ".h5".
Result<RunPaths> pathsOf(const QString& file);

/// Before anything is started: the folder is there and can be written to, and none of the files exists.
Result<> checkFree(const RunPaths& paths);

/// The run file that belongs to a journal ("A.split.part": "A.split.h5").
QString fileOfJournal(const QString& journal);

/// "digits-embedding-seeds-004" for the next pair in a folder: one above every number that files of this stem
/// have.
QString nextPairStem(const QString& folder, const QString& stem);

/// What the files of a source are called: "digits-embedding", or the script's name of a command ("train").
QString stemOf(const QString& experiment, const QStringList& command, const QString& preset);

/// This program's command line tool, and the runner; both lie in the folder of the running program.
QString programPath();
QString runnerPath();
/// Folder with the start-up hook for Python trainings; empty when it is not installed.
QString pythonHookFolder();
/// Fails with a sentence when the runner is missing or cannot be executed.
Result<> checkRunner();

/// One word as a POSIX shell takes it, quoted only when it must be.
QString shellQuoted(const QString& word);
QString shellLine(const QStringList& words);

}  // namespace firstsplit::launch
