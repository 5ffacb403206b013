#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>

#include "core/journal/finding.h"
#include "core/launch/child_process.h"

namespace firstsplit::launch {

/// "killed by signal 11 (SIGSEGV)", "ended with exit code 3", "ended with exit code 0".
QString describeEnd(const ChildEnd& end);

/// Why a command may have ended without any process of it having trained, and what to do about it.
QString reasonsForNoJournal(const QStringList& command, const ChildEnd& end, bool isExperiment);

/// The operator that deterministic=error ended a Python training for, from the exception that it left on
/// standard error; `step` is the one that was not finished.
std::optional<journal::Finding> findingIn(const std::string& lastWords, std::int64_t step);

}  // namespace firstsplit::launch
