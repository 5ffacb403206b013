#pragma once

#include <QIODevice>
#include <QString>
#include <functional>

#include "core/base/result.h"
#include "ui/export/export.h"

namespace firstsplit::ui {

/// Lets `write` fill a temporary file, and puts it at `path` when that went well; otherwise leaves nothing
/// behind.
Result<> writeAtomically(const QString& path, Existing existing,
                         const std::function<Result<>(QIODevice&)>& write);

}  // namespace firstsplit::ui
