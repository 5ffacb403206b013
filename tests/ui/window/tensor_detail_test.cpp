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

TEST(DeltaPicture, ShowsEachElementOfASmallTensor) {
    const float inf = std::numeric_limits<float>::infinity();
    const TensorDetail detail =
        measured<float>(ScalarType::Float32, {0, 0, 0, 0, 0, 0}, {0, 2, 0, -3, inf, 0}, {2, 3});
    const DeltaPicture& picture = detail.picture;
    ASSERT_EQ(picture.cellRows(), 2);
    ASSERT_EQ(picture.cellColumns(), 3);
    EXPECT_EQ(picture.at(0, 0).show, DeltaPicture::Show::Equal);
    EXPECT_EQ(picture.at(0, 1).delta, 2);
    EXPECT_EQ(picture.at(1, 0).delta, 3);
    EXPECT_EQ(picture.at(1, 1).show, DeltaPicture::Show::NotANumber);
    EXPECT_EQ(picture.smallest(), 2);
    EXPECT_EQ(picture.largest(), 3);
}

TEST(DeltaPicture, NeverLosesALoneElementOfALargeTensor) {
    const std::vector<std::int64_t> shape{3001, 7, 500};
    for (const std::size_t element : {std::size_t{0}, std::size_t{5'000'123}, std::size_t{3001 * 3500 - 1}}) {
        DeltaPicture picture(shape);
        picture.add(element, 1e-9);
        EXPECT_LE(picture.cellRows(), DeltaPicture::most);
        EXPECT_LE(picture.cellColumns(), DeltaPicture::most);
        int different = 0;
        for (std::int64_t row = 0; row < picture.cellRows(); ++row)
            for (std::int64_t column = 0; column < picture.cellColumns(); ++column)
                different += picture.at(row, column).show == DeltaPicture::Show::Different;
        EXPECT_EQ(different, 1) << element;
    }
}

TEST(DeltaPicture, TheLargestWinsAndNaNBeatsIt) {
    DeltaPicture picture({1000, 1000});
    picture.add(0, 1e-9);
    picture.add(1, -0.5);
    picture.add(2, 1e-3);
    EXPECT_EQ(picture.at(0, 0).delta, 0.5f);
    picture.add(3, std::numeric_limits<double>::quiet_NaN());
    picture.add(1001, 0.25);
    EXPECT_EQ(picture.at(0, 0).show, DeltaPicture::Show::NotANumber);
}

TEST(DeltaPicture, ATensorOfOneDimensionHasNone) {
    EXPECT_TRUE(measured<float>(ScalarType::Float32, {0, 0}, {1, 0}, {2}).picture.isEmpty());
    EXPECT_TRUE(DeltaPicture({0, 3}).isEmpty());
}

}  // namespace
}  // namespace firstsplit::ui
