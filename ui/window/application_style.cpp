#include "ui/window/application_style.h"

#include <QStyleFactory>

#include "ui/widgets/window_state.h"

namespace firstsplit::ui {
namespace {

struct Colours {
    QRgb window, base, alternate, button, text, disabled, placeholder, highlight, highlightedText, tip, link,
        light, mid, dark;
};

QPalette paletteOf(const Colours& colours) {
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, QRgb active, QRgb disabled) {
        palette.setColor(QPalette::Active, role, QColor::fromRgb(active));
        palette.setColor(QPalette::Inactive, role, QColor::fromRgb(active));
        palette.setColor(QPalette::Disabled, role, QColor::fromRgb(disabled));
    };
    set(QPalette::Window, colours.window, colours.window);
    set(QPalette::Base, colours.base, colours.window);
    set(QPalette::AlternateBase, colours.alternate, colours.alternate);
    set(QPalette::Button, colours.button, colours.window);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        set(role, colours.text, colours.disabled);
    set(QPalette::PlaceholderText, colours.placeholder, colours.disabled);
    set(QPalette::Highlight, colours.highlight, colours.mid);
    set(QPalette::HighlightedText, colours.highlightedText, colours.disabled);
    set(QPalette::ToolTipBase, colours.tip, colours.tip);
    set(QPalette::ToolTipText, colours.text, colours.text);
    set(QPalette::Link, colours.link, colours.disabled);
    set(QPalette::LinkVisited, colours.link, colours.disabled);
    set(QPalette::BrightText, colours.highlightedText, colours.disabled);
    set(QPalette::Light, colours.light, colours.light);
    set(QPalette::Midlight, colours.light, colours.light);
    set(QPalette::Mid, colours.mid, colours.mid);
    set(QPalette::Dark, colours.dark, colours.dark);
    set(QPalette::Shadow, 0xff000000, 0xff000000);
    return palette;
}

/// Whether the desktop asked for dark windows, as far as its palette tells; noted before ours replaces it.
bool& systemIsDark() {
    static bool isDark = false;
    return isDark;
}

ThemeChoice& currentChoice() {
    static ThemeChoice choice = ThemeChoice::System;
    return choice;
}

void applyChoice() {
    const ThemeChoice choice = currentChoice();
    const bool isDark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark());
    QApplication::setPalette(isDark ? ApplicationStyle::darkPalette() : ApplicationStyle::lightPalette());
}

}  // namespace

QPalette ApplicationStyle::lightPalette() {
    return paletteOf({.window = 0xffeff0f1,
                      .base = 0xffffffff,
                      .alternate = 0xfff3f4f5,
                      .button = 0xfffcfcfc,
                      .text = 0xff232629,
                      .disabled = 0xff8d9297,
                      .placeholder = 0xff666d74,
                      .highlight = 0xff2f84c4,
                      .highlightedText = 0xffffffff,
                      .tip = 0xfff7f7f7,
                      .link = 0xff1f6fb5,
                      .light = 0xffffffff,
                      .mid = 0xffc4c9cd,
                      .dark = 0xff9a9fa4});
}

QPalette ApplicationStyle::darkPalette() {
    return paletteOf({.window = 0xff2a2e32,
                      .base = 0xff1b1e21,
                      .alternate = 0xff24282c,
                      .button = 0xff343a40,
                      .text = 0xfffcfcfc,
                      .disabled = 0xff7b8188,
                      .placeholder = 0xffa0a6ad,
                      .highlight = 0xff2f7fbb,
                      .highlightedText = 0xffffffff,
                      .tip = 0xff31363b,
                      .link = 0xff5bb0ea,
                      .light = 0xff40464c,
                      .mid = 0xff4a5056,
                      .dark = 0xff17191b});
}

void ApplicationStyle::apply(QApplication& application) {
    const QPalette given = application.palette();
    systemIsDark() =
        given.color(QPalette::Window).lightnessF() < given.color(QPalette::WindowText).lightnessF();
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QString kept = windowSettings().value(QStringLiteral("theme")).toString();
    currentChoice() = kept == QStringLiteral("light")  ? ThemeChoice::Light
                      : kept == QStringLiteral("dark") ? ThemeChoice::Dark
                                                       : ThemeChoice::System;
    applyChoice();
}

void ApplicationStyle::setTheme(ThemeChoice choice) {
    currentChoice() = choice;
    const char* name = choice == ThemeChoice::Light  ? "light"
                       : choice == ThemeChoice::Dark ? "dark"
                                                     : "system";
    windowSettings().setValue(QStringLiteral("theme"), QString::fromLatin1(name));
    applyChoice();
}

ThemeChoice ApplicationStyle::theme() {
    return currentChoice();
}

}  // namespace firstsplit::ui
