#include <gtest/gtest.h>

#include <cmath>

#include "core/compare/statistics.h"
#include "core/compare/ulp.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

TEST(NumberText, DifferencesHaveTwoSignificantDigits) {
    const std::pair<double, const char*> cases[] = {
        {0, "0"},
        {3.0e-8, "3.0×10⁻⁸"},
        {0.0512, "0.051"},
        {0.00999, "0.010"},
        {0.0012, "0.0012"},
        {0.00099, "9.9×10⁻⁴"},
        {0.5, "0.50"},
        {5.04, "5.0"},
        {51.6, "52"},
        {512, "510"},
        {9960, "1.0×10⁴"},
        {5120, "5100"},
        {51234, "5.1×10⁴"},
        {-2.4e-7, "−2.4×10⁻⁷"},
        {1e-45, "1.0×10⁻⁴⁵"},
        {1.5e120, "1.5×10¹²⁰"},
        {std::nan(""), "NaN"},
        {HUGE_VAL, "+Inf"},
        {-HUGE_VAL, "−Inf"},
    };
    for (const auto& [value, text] : cases) EXPECT_EQ(differenceText(value), text);
}

TEST(NumberText, Counts) {
    EXPECT_EQ(countText(0), "0");
    EXPECT_EQ(countText(999), "999");
    EXPECT_EQ(countText(34816), "34,816");
    EXPECT_EQ(countText(1'000'000), "1,000,000");
    EXPECT_EQ(countText(-1234), "−1,234");
    EXPECT_EQ(ulpText(1), "1 ULP");
    EXPECT_EQ(ulpText(57344), "57,344 ULP");
    EXPECT_EQ(ulpText(unlimitedUlp), "unlimited ULP");
}

TEST(NumberText, Bytes) {
    EXPECT_EQ(bytesText(0), "0 B");
    EXPECT_EQ(bytesText(999), "999 B");
    EXPECT_EQ(bytesText(1000), "1.0 kB");
    EXPECT_EQ(bytesText(4'200'000), "4.2 MB");
    EXPECT_EQ(bytesText(110'400'000), "110 MB");
    EXPECT_EQ(bytesText(999'600), "1.0 MB");
    EXPECT_EQ(bytesText(1'300'000'000), "1.3 GB");
}

TEST(NumberText, SharesAreNeverRoundedToNothingOrEverything) {
    EXPECT_EQ(shareText(530, 34816, "elements"), "1.5 % of 34,816 elements");
    EXPECT_EQ(shareText(1, 34816, "elements"), "1 of 34,816 elements");
    EXPECT_EQ(shareText(0, 34816, "elements"), "0 of 34,816 elements");
    EXPECT_EQ(shareText(34815, 34816, "elements"), "99.9 % of 34,816 elements");
    EXPECT_EQ(shareText(34816, 34816, "elements"), "100 % of 34,816 elements");
    EXPECT_EQ(shareText(58, 100, "elements"), "58 % of 100 elements");
}

TEST(NumberText, ValuesHaveAsManyDigitsAsTellThemApart) {
    using Texts = std::pair<std::string, std::string>;
    EXPECT_EQ(valueTexts(2.3025844097, 2.3025846481), Texts("2.3025844", "2.3025846"));
    EXPECT_EQ(valueTexts(0.04439, 0.04439), Texts("0.044390", "0.044390"));
    EXPECT_EQ(valueTexts(1.0, 2.0), Texts("1.0000", "2.0000"));
    EXPECT_EQ(valueTexts(-1.0, std::nan("")), Texts("−1.0000", "NaN"));
    const Texts zeros = valueTexts(0.0, -0.0);
    EXPECT_NE(zeros.first, zeros.second) << "+0 and −0 differ and say so";
    const Texts neighbours = valueTexts(1.0, std::nextafter(1.0, 2.0));
    EXPECT_NE(neighbours.first, neighbours.second);
    EXPECT_EQ(valueTexts(1.5e-12, 1.6e-12), Texts("1.5000×10⁻¹²", "1.6000×10⁻¹²"));
}

TEST(Statistics, RuleOfThree) {
    EXPECT_DOUBLE_EQ(ruleOfThree(10).value(), 0.3);
    EXPECT_DOUBLE_EQ(ruleOfThree(300).value(), 0.01);
    EXPECT_FALSE(ruleOfThree(3)) << "a bound of 1 bounds nothing";
    EXPECT_FALSE(ruleOfThree(0));
}

}  // namespace
}  // namespace firstsplit::compare
