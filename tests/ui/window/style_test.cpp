#include <gtest/gtest.h>

#include <QApplication>
#include <cmath>

#include "ui/theme.h"
#include "ui/window/application_style.h"

namespace firstsplit::ui {
namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor& colour) {
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

class Palettes : public ::testing::TestWithParam<bool> {
  protected:
    const QPalette palette = GetParam() ? ApplicationStyle::darkPalette() : ApplicationStyle::lightPalette();
};

TEST_P(Palettes, TextCanBeReadOnEverySurface) {
    using P = QPalette;
    for (const auto& [text, surface] : {std::pair{P::WindowText, P::Window},
                                        {P::Text, P::Base},
                                        {P::Text, P::AlternateBase},
                                        {P::ButtonText, P::Button},
                                        {P::HighlightedText, P::Highlight},
                                        {P::ToolTipText, P::ToolTipBase},
                                        {P::PlaceholderText, P::Base},
                                        {P::PlaceholderText, P::Window},
                                        {P::Link, P::Base}})
        EXPECT_GE(contrast(palette.color(text), palette.color(surface)),
                  text == P::HighlightedText ? 3.9 : 4.5)
            << text << " on " << surface;
}

TEST_P(Palettes, ColoursWithAMeaningCanBeReadAsText) {
    const Theme theme = Theme::of(palette);
    for (const QColor& ink : {theme.runA, theme.runB, theme.difference, theme.dimText})
        EXPECT_GE(contrast(ink, palette.color(QPalette::Window)), 4.5) << ink.name().toStdString();
    EXPECT_GE(contrast(theme.differenceFill, theme.equal), 3.2);
}

INSTANTIATE_TEST_SUITE_P(Both, Palettes, ::testing::Bool(),
                         [](const auto& tested) { return tested.param ? "dark" : "light"; });

TEST(ApplicationStyle, AChosenThemeIsAppliedAndKept) {
    ApplicationStyle::setTheme(ThemeChoice::Dark);
    EXPECT_TRUE(Theme::of(QApplication::palette()).isDark);
    ApplicationStyle::apply(*qApp);
    EXPECT_EQ(ApplicationStyle::theme(), ThemeChoice::Dark) << "read back from the settings";
    ApplicationStyle::setTheme(ThemeChoice::Light);
    EXPECT_FALSE(Theme::of(QApplication::palette()).isDark);
    ApplicationStyle::setTheme(ThemeChoice::System);
}

}  // namespace
}  // namespace firstsplit::ui
