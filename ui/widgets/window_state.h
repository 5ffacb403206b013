#pragma once

#include <QSettings>

namespace firstsplit::ui {

/// Where the window keeps what a user arranged: an INI file in the user's configuration folder.
inline QSettings windowSettings() {
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("firstsplit"),
                     QStringLiteral("window"));
}

}  // namespace firstsplit::ui
