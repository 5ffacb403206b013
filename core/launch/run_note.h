#pragma once

#include <QString>

#include "core/base/result.h"

namespace firstsplit::launch {

/// What a person wrote about a run. It lies beside the run's files in a file of its own, which nothing else
/// reads: without it the run is as it was recorded.
///     {"format": "firstsplit.note/1", "name": "the slow one", "note": "batch of 128"}
struct RunNote {
    QString name;  ///< in place of the recorded one; empty: none
    QString note;
    bool isEmpty() const { return name.isEmpty() && note.isEmpty(); }
    bool operator==(const RunNote&) const = default;
};

/// "A.split.note.json" beside A.split.h5 and A.split.part: a journal's note stays when it becomes a file.
QString noteFileOf(const QString& runFile);

/// Empty where there is no such file; fails when there is one that cannot be read.
Result<RunNote> readNote(const QString& runFile);

/// Complete or not at all. An empty note removes the file. A file there that is no note is never written
/// over.
Result<> writeNote(const QString& runFile, const RunNote& note);

}  // namespace firstsplit::launch
