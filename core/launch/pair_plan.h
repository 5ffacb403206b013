#pragma once

#include <QString>
#include <QStringList>

#include "core/launch/pair_job.h"

namespace firstsplit::launch {

/// Options of `run`, `record` and `pair` for which snapshots are kept; empty for the default.
QStringList snapshotOptions(const journal::SnapshotRequest& snapshots);

/// The recorder of one run of a pair, as program and arguments.
struct RecorderCall {
    QString file;
    QStringList command;
};
/// `stem`: of the pair's files ("digits-embedding-seeds-001"); `fileOfA`: set for B.
RecorderCall recorderCallOf(const PairRequest& request, const QString& stem, QChar side,
                            const QString& fileOfA);

}  // namespace firstsplit::launch
