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

/// Builds them from their journals, with what was seen of the command's end; a sentence for each that could not be built,
/// whose journal is kept.
QStringList buildFurtherFiles(const RunPaths& paths, const record::ObservedEnd& end);

}  // namespace firstsplit::launch
