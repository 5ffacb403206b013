#include "ui/theme.h"

namespace firstsplit::ui {

Theme Theme::of(const QPalette& palette) {
    Theme theme;
    const QColor window = palette.color(QPalette::Window);
    theme.isDark = window.lightnessF() < palette.color(QPalette::WindowText).lightnessF();
    theme.text = palette.color(QPalette::WindowText);
    theme.background = window;
    if (theme.isDark) {
        theme.runA = QColor(0x3f9be0);
        theme.runB = QColor(0xff9d4d);
        theme.difference = QColor(0xf0caff);
        theme.differenceFill = QColor(0xb57ac6);
        theme.equal = QColor(0x34393f);
        theme.scaleTiny = QColor(0x8d57a2);
        theme.scaleLarge = QColor(0xfbeaff);
        theme.notANumber = QColor(0xff8a80);
        theme.dimText = QColor(0xa0a6ad);
        theme.plotBackground = QColor(0x1b1e21);
        theme.grid = QColor(0x3a3f45);
        theme.zeroBand = QColor(0x34393f);
    } else {
        theme.runA = QColor(0x0870b2);
        theme.runB = QColor(0xb84a00);
        theme.difference = QColor(0x4c0f5e);
        theme.differenceFill = QColor(0x9a62ad);
        theme.equal = QColor(0xdde0e4);
        theme.scaleTiny = QColor(0xb582c6);
        theme.scaleLarge = QColor(0x33083f);
        theme.notANumber = QColor(0xb3261e);
        theme.dimText = QColor(0x5f6770);
        theme.plotBackground = QColor(0xffffff);
        theme.grid = QColor(0xd0d4d9);
        theme.zeroBand = QColor(0xdde0e4);
    }
    return theme;
}

}  // namespace firstsplit::ui
