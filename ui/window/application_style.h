#pragma once

#include <QApplication>
#include <QPalette>

namespace firstsplit::ui {

enum class ThemeChoice { System, Light, Dark };

/// The program's look: Fusion with a light and a dark palette of its own, so that it is the same everywhere.
class ApplicationStyle {
  public:
    /// Once, after the application was made and before its first window. Takes the theme that was chosen
    /// last.
    static void apply(QApplication& application);
    static void setTheme(ThemeChoice choice);
    static ThemeChoice theme();

    static QPalette lightPalette();
    static QPalette darkPalette();
};

}  // namespace firstsplit::ui
