#include <gtest/gtest.h>

#include <QImage>

#include "ui/widgets/icons.h"
#include "ui/window/application_style.h"

namespace firstsplit::ui {
namespace {

/// Mean lightness of what was drawn.
double lightnessOf(const QString& name) {
    const QImage image = icon(name).pixmap(32, 32).toImage().convertToFormat(QImage::Format_ARGB32);
    double sum = 0, weight = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            sum += pixel.lightnessF() * pixel.alphaF();
            weight += pixel.alphaF();
        }
    EXPECT_GT(weight, 20) << name.toStdString() << " draws nothing";
    return weight > 0 ? sum / weight : 0;
}

TEST(Icons, EachDrawsInTheTextColourOfTheTheme) {
    for (const char* name :
         {"open",        "swap",    "first-split", "previous", "next",   "whole-run", "copy",
          "run",         "stop",    "setup",       "runs",     "log",    "lesson",    "step",
          "environment", "samples", "pairs",       "close",    "record", "twice"}) {
        ApplicationStyle::setTheme(ThemeChoice::Light);
        EXPECT_LT(lightnessOf(QString::fromLatin1(name)), 0.4) << name;
        ApplicationStyle::setTheme(ThemeChoice::Dark);
        EXPECT_GT(lightnessOf(QString::fromLatin1(name)), 0.6) << name;
    }
    ApplicationStyle::setTheme(ThemeChoice::System);
}

}  // namespace
}  // namespace firstsplit::ui
