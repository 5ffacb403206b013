#pragma once

#include <QColor>
#include <QPalette>

namespace firstsplit::ui {

/// The colours that carry meaning, each the only one with its meaning (contrasts are held by a test in both themes).
struct Theme {
    bool isDark = false;
    QColor runA, runB;
    QColor difference;      ///< as ink
    QColor differenceFill;  ///< as a block
    QColor equal;           ///< grey, never green
    QColor scaleTiny, scaleLarge;  ///< ends of the decade scale
    QColor notANumber;
    QColor text, dimText, background, plotBackground, grid, zeroBand;

    /// The theme that goes with a palette (dark when its window is darker than its text).
    static Theme of(const QPalette& palette);
};

}  // namespace firstsplit::ui
