#include "ui/inspector/step_values.h"

#include <gtest/gtest.h>

namespace firstsplit::ui {
namespace {

StepReport withNorms(double a, double b) {
    StepReport report;
    report.isPair = true;
    report.step = 3;
    report.gradientNormA = a;
    report.gradientNormB = b;
    return report;
}

TEST(StepValues, OfALongNumberBShowsTheDigitsThatTellItFromA) {
    StepValues values;
    const StepReport report = withNorms(1.279330118139, 1.279330118111);
    values.setReport(&report);
    const QStringList texts = values.textsOf(StepValues::GradientNorm);
    EXPECT_EQ(texts[0], QStringLiteral("1.279330118139"));
    EXPECT_TRUE(texts[1].startsWith(u'…')) << texts[1].toStdString();
    EXPECT_TRUE(texts[1].endsWith(QStringLiteral("8111"))) << texts[1].toStdString();
}

TEST(StepValues, AShortNumberIsShownWhole) {
    StepValues values;
    const StepReport report = withNorms(0.60612433, 0.60612415);
    values.setReport(&report);
    EXPECT_EQ(values.textsOf(StepValues::GradientNorm)[1], QStringLiteral("0.60612415"));
    const StepReport other = withNorms(12.5, 0.25);
    values.setReport(&other);
    EXPECT_FALSE(values.textsOf(StepValues::GradientNorm)[1].contains(u'…'));
}

TEST(StepValues, ADigitMoreOrLessMakesTheDockNoWider) {
    StepValues values;
    const StepReport longest = withNorms(1.3521267088146, 1.3521267088126);
    values.setReport(&longest);
    EXPECT_LE(values.minimumSizeHint().width(), 370);
}

}  // namespace
}  // namespace firstsplit::ui
