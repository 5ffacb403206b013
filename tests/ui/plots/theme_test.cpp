#include <gtest/gtest.h>

#include <cmath>

#include "ui/theme.h"

using firstsplit::ui::Theme;

namespace {

/// Relative luminance and contrast ratio as in WCAG 2.1.
double luminance(const QColor& colour) {
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}
double contrast(const QColor& one, const QColor& other) {
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QPalette paletteOf(bool isDark) {
    QPalette palette;
    palette.setColor(QPalette::Window, isDark ? QColor(0x2a2e32) : QColor(0xeff0f1));
    palette.setColor(QPalette::WindowText, isDark ? QColor(0xeff0f1) : QColor(0x232629));
    return palette;
}

class ThemeContrast : public testing::TestWithParam<bool> {
  protected:
    Theme theme = Theme::of(paletteOf(GetParam()));
};

TEST_P(ThemeContrast, isDarkExactlyWithADarkPalette) {
    EXPECT_EQ(theme.isDark, GetParam());
}

TEST_P(ThemeContrast, everyInkCanBeReadOnWindowAndPlot) {
    const std::pair<const char*, QColor> inks[] = {
        {"A", theme.runA},    {"B", theme.runB},           {"difference", theme.difference},
        {"text", theme.text}, {"dim text", theme.dimText}, {"NaN", theme.notANumber}};
    for (const auto& [name, ink] : inks) {
        EXPECT_GE(contrast(ink, theme.background), 4.5) << name << " on the window";
        EXPECT_GE(contrast(ink, theme.plotBackground), 4.5) << name << " on the plot";
    }
}

TEST_P(ThemeContrast, differentStandsOutFromEqual) {
    EXPECT_GE(contrast(theme.differenceFill, theme.equal), 3.3);
    EXPECT_GE(contrast(theme.scaleTiny, theme.equal), 2.2) << "the smallest difference";
    EXPECT_GE(contrast(theme.notANumber, theme.equal), 3.0);
}

TEST_P(ThemeContrast, theDecadeScaleRunsAwayFromEqual) {
    EXPECT_GT(contrast(theme.scaleLarge, theme.equal), contrast(theme.scaleTiny, theme.equal));
    EXPECT_GE(contrast(theme.scaleLarge, theme.scaleTiny), 3.0);
}

TEST_P(ThemeContrast, theStrongBlockStandsOutFromTheFill) {
    EXPECT_GE(contrast(theme.difference, theme.differenceFill), 2.0);
}

TEST_P(ThemeContrast, theThingsSaidByColourAreToldApart) {
    for (const auto& [one, other] :
         {std::pair(theme.runA, theme.runB), std::pair(theme.runA, theme.difference),
          std::pair(theme.runB, theme.difference), std::pair(theme.runB, theme.notANumber)})
        EXPECT_NE(one, other);
}

INSTANTIATE_TEST_SUITE_P(Palettes, ThemeContrast, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "dark" : "light"; });

}  // namespace
