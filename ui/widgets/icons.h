#pragma once

#include <QIcon>
#include <QString>

namespace firstsplit::ui {

/// An icon of resources/icons ("open", "swap" …), drawn in the text colour of the palette at the time of
/// painting.
QIcon icon(const QString& name);

}  // namespace firstsplit::ui
