#include "ui/plots/decades.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace firstsplit::ui;

namespace {

TEST(ZeroBand, nothingButZeroEntersIt) {
    for (double smallest : {5e-324, 1e-300, 1e-12, 9.99e-9, 1e-8, 1.01e-8, 0.5, 1.0, 3e7}) {
        const Decades decades = Decades::around(smallest, smallest * 1000);
        EXPECT_LT(std::pow(10, decades.low), smallest * (1 + 1e-12)) << smallest;
        const ZeroBandScale scale(decades, 150, 1);
        EXPECT_GT(std::log10(smallest), scale.bandTop()) << smallest;
        EXPECT_GT(decades.low, scale.bandTop()) << "a gap lies between";
        EXPECT_LT(scale.zero(), scale.bandTop());
        EXPECT_GT(scale.zero(), scale.lowEdge());
    }
}

TEST(ZeroBand, keepsItsPixelsAtEveryHeight) {
    for (double height : {60.0, 150.0, 900.0}) {
        const ZeroBandScale scale({-9, -4}, height, 1);
        const double pixelsPerUnit = height / (scale.highEdge() - scale.lowEdge());
        EXPECT_NEAR((scale.bandTop() - scale.lowEdge()) * pixelsPerUnit, 14, 0.01);
    }
}

TEST(ZeroBand, hasAnAxisWithoutAnyNumber) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Decades decades : {Decades::around(nan, nan), Decades::around(0, 0),
                                  Decades::around(1e-5, std::numeric_limits<double>::infinity())}) {
        EXPECT_LT(decades.low, decades.high);
    }
}

TEST(DecadeTicker, labelsZeroAndWholeDecadesWithoutTouching) {
    DecadeTicker ticker;
    for (double height : {50.0, 80.0, 150.0, 600.0}) {
        const ZeroBandScale scale({-12, -2}, height, 1);
        ticker.setScale(scale, 18);
        QVector<double> ticks;
        QVector<QString> labels;
        ticker.generate({}, {}, 'g', 6, ticks, nullptr, &labels);
        ASSERT_EQ(ticks.size(), labels.size());
        EXPECT_EQ(labels.front(), QStringLiteral("0"));
        std::sort(ticks.begin(), ticks.end());
        for (qsizetype i = 2; i < ticks.size(); ++i)
            EXPECT_GE((ticks[i] - ticks[i - 1]) / scale.unitsPerPixel, 18 - 1e-9) << height;
    }
    EXPECT_EQ(decadeText(-12), QStringLiteral("10⁻¹²"));
    EXPECT_EQ(decadeText(0), QStringLiteral("1"));
}

TEST(LinearRange, isFiniteAndHoldsTheValues) {
    for (const auto& [low, high] :
         {std::pair(1.0, 1.0), std::pair(0.0, 0.0), std::pair(-3.0, 8.0), std::pair(-1e308, 1e308)}) {
        const QCPRange range = linearRange(low, high);
        EXPECT_TRUE(std::isfinite(range.lower) && std::isfinite(range.upper));
        EXPECT_LT(range.lower, range.upper);
        EXPECT_LE(range.lower, low);
        EXPECT_GE(range.upper, high);
    }
}

}  // namespace
