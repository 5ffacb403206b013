#pragma once

#include <QString>
#include <QStringList>

#include "core/launch/child_process.h"

namespace firstsplit::launch {

/// "killed by signal 11 (SIGSEGV)", "ended with exit code 3", "ended with exit code 0".
QString describeEnd(const ChildEnd& end);

/// Why a command may have ended without any process of it having trained, and what to do about it.
QString reasonsForNoJournal(const QStringList& command, const ChildEnd& end, bool isExperiment);

}  // namespace firstsplit::launch
