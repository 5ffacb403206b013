#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <numeric>

#include "ui/models/number_text.h"
#include "ui/models/tensor_detail.h"

namespace firstsplit::ui {
namespace {

using fingerprint::ScalarType;

template <class T>
TensorDetail measured(ScalarType type, const std::vector<T>& a, const std::vector<T>& b,
                      std::vector<std::int64_t> shape) {
    TensorDetail detail;
    detail.shape = std::move(shape);
    measureElements(type, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), detail);
    return detail;
}

TEST(TensorDetail, FindsTheFirstDifferingElementAndAllItsBits) {
    const std::vector<float> a{1, 2, 3, std::bit_cast<float>(0xBCC9C13Du), 5, 6};
    std::vector<float> b = a;
    b[3] = std::bit_cast<float>(0xBCC9C13Cu);
    b[5] = 7;
    const TensorDetail detail = measured(ScalarType::Float32, a, b, {2, 3});
    EXPECT_EQ(detail.elements, 6);
    EXPECT_EQ(detail.differing, 2);
    ASSERT_TRUE(detail.first);
    EXPECT_EQ(detail.first->index, (std::vector<std::int64_t>{1, 0}));
    EXPECT_EQ(detail.first->bitsA, "0xBCC9C13D");
    EXPECT_EQ(detail.first->bitsB, "0xBCC9C13C");
    EXPECT_NE(detail.first->valueA, detail.first->valueB);
}

TEST(TensorDetail, ComparesBitsNotValues) {
    const TensorDetail zeros = measured<float>(ScalarType::Float32, {0.0f}, {-0.0f}, {1});
    EXPECT_EQ(zeros.differing, 1) << "+0 and -0 differ bitwise";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const TensorDetail nans = measured<float>(ScalarType::Float32, {nan}, {nan}, {1});
    EXPECT_EQ(nans.differing, 0) << "a NaN equals the same NaN bitwise";
}

TEST(TensorDetail, CountsEveryDifferingElementOnceInTheHistogram) {
    const float inf = std::numeric_limits<float>::infinity();
    const TensorDetail detail =
        measured<float>(ScalarType::Float32, {0, 0, 0, 0, 0}, {1, -1, 0.001f, inf, 0}, {5});
    const Histogram& histogram = detail.histogram;
    EXPECT_EQ(histogram.left, 1);
    EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t{0}), 3);
    EXPECT_EQ(histogram.low, -1);
    EXPECT_EQ(histogram.high, 1);
    EXPECT_EQ(histogram.counts.front(), 1);
    EXPECT_EQ(histogram.counts.back(), 1);
    EXPECT_EQ(histogram.counts[histogram.counts.size() / 2], 1) << "a bin is centred on zero";
}

TEST(TensorDetail, ReadsHalfPrecision) {
    const std::vector<std::uint16_t> one{0x3C00}, two{0x4000}, brainOne{0x3F80}, brainTwo{0x4000};
    EXPECT_EQ(measured(ScalarType::Float16, one, two, {1}).histogram.high, 1.0);
    EXPECT_EQ(measured(ScalarType::BFloat16, brainOne, brainTwo, {1}).histogram.high, 1.0);
    EXPECT_EQ(measured(ScalarType::Float16, one, two, {1}).first->bitsA, "0x3C00");
}

TEST(NumberText, NeverRoundsSomethingToNothingOrAll) {
    EXPECT_EQ(shareText(0, 10), QStringLiteral("0 %"));
    EXPECT_EQ(shareText(10, 10), QStringLiteral("100 %"));
    EXPECT_EQ(shareText(1, 1'000'000), QStringLiteral("< 0.01 %"));
    EXPECT_EQ(shareText(999'999, 1'000'000), QStringLiteral("> 99.9 %"));
    EXPECT_EQ(shareText(530, 34'816), QStringLiteral("1.5 %"));
    EXPECT_EQ(ulpText(std::numeric_limits<qint64>::max()), QStringLiteral("unlimited"));
}

}  // namespace
}  // namespace firstsplit::ui
