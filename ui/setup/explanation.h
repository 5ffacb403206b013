#pragma once

#include <QString>

#include "core/settings/settings.h"

namespace firstsplit::ui {

/// A setting explained as rich text: what it does, each value in one sentence, the conflict when there is
/// one, and where to read on.
QString explanationOf(const settings::Setting& setting, const QString& finding);

}  // namespace firstsplit::ui
