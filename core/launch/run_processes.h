#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include "core/launch/run_paths.h"
#include "core/record/run.h"

/// A run can consist of several training processes: ranks, or children that train as well. The first one's journal is
/// the run's own, A.split.part; the others make A.1.split.part, A.2.split.part … (a rank takes its own number), and each
/// becomes a file of its own beside the run's: A.1.split.h5 …
namespace firstsplit::launch {

/// The files, by process number from 1, that further processes of the run in `file` left.
QMap<int, QString> furtherFiles(const QString& file);

/// A file of a further process, and the run that it belongs to.
struct FurtherFile {
    QString first;   ///< the run's own file, A.split.h5
    int number = 0;  ///< from 1
};
/// None for a run's own file, and for a name that only looks like a further one: no A.split.h5 lies beside
/// it.
std::optional<FurtherFile> furtherFileAt(const QString& file);

/// Builds them from their journals, with what was seen of the command's end; a sentence for each that could not be built,
/// whose journal is kept.
QStringList buildFurtherFiles(const RunPaths& paths, const record::ObservedEnd& end);

}  // namespace firstsplit::launch
