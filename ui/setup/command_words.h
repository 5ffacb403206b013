#pragma once

#include <QStringList>

#include "core/base/result.h"

namespace firstsplit::ui {

/// The words of a command line as a POSIX shell would split it: spaces part words, single quotes keep
/// everything, double quotes keep all but \" \\ \$ \`, a backslash keeps the next character. Nothing is
/// expanded. The inverse of launch::shellLine. Fails when a quote is left open.
Result<QStringList> commandWords(const QString& line);

}  // namespace firstsplit::ui
