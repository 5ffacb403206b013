#include "core/compare/element_difference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "core/compare/ulp.h"

namespace firstsplit::compare {
namespace {

using fingerprint::ScalarType;

template <class T>
Difference differenceOf(ScalarType type, const std::vector<T>& a, const std::vector<T>& b) {
    DifferenceSum sum;
    sum.add(type, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
    return sum.difference();
}

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(ElementDifference, CountedByHand) {
    // 1 and the next float; 3 and 4 give the norm 5.
    const std::vector<float> a = {3, 4, 0, 0}, b = {3, std::nextafter(4.0F, 5.0F), 0, 0};
    const Difference difference = differenceOf(ScalarType::Float32, a, b);
    EXPECT_EQ(difference.maxAbs, 0x1p-21);
    EXPECT_EQ(difference.ulpAtMax, 1);
    EXPECT_EQ(difference.maxUlp, 1);
    EXPECT_EQ(difference.differingElements, 1);
    EXPECT_EQ(difference.elements, 4);
    EXPECT_EQ(difference.notANumber, 0);
    EXPECT_DOUBLE_EQ(difference.relativeL2, 0x1p-21 / 5);
}

TEST(ElementDifference, TheUlpIsThatOfTheLargestDifference) {
    // Near zero the count is huge and says nothing.
    const std::vector<float> a = {1e-30F, 1.0F}, b = {-1e-30F, std::nextafter(1.0F, 2.0F)};
    const Difference difference = differenceOf(ScalarType::Float32, a, b);
    EXPECT_EQ(difference.ulpAtMax, 1);
    EXPECT_GT(difference.maxUlp, 100'000'000);
}

TEST(ElementDifference, NaNAndInfinity) {
    const Difference nan = differenceOf<float>(ScalarType::Float32, {1, 2}, {notANumber, 7});
    EXPECT_TRUE(std::isnan(nan.maxAbs));
    EXPECT_TRUE(std::isnan(nan.relativeL2));
    EXPECT_EQ(nan.maxUlp, unlimitedUlp);
    EXPECT_EQ(nan.ulpAtMax, unlimitedUlp);
    EXPECT_EQ(nan.notANumber, 1);
    EXPECT_EQ(nan.differingElements, 2);

    const Difference infinite = differenceOf<float>(ScalarType::Float32, {1, 2}, {infinity, 7});
    EXPECT_EQ(infinite.maxAbs, std::numeric_limits<double>::infinity());
    EXPECT_EQ(infinite.notANumber, 1);

    const Difference same = differenceOf<float>(ScalarType::Float32, {notANumber, infinity, 3, 4},
                                                {notANumber, infinity, 3, 4.5F});
    EXPECT_EQ(same.differingElements, 1) << "the same NaN is equal";
    EXPECT_EQ(same.maxAbs, 0.5);
    EXPECT_DOUBLE_EQ(same.relativeL2, 0.1) << "what is not finite is left out of the norm";
    EXPECT_EQ(same.notANumber, 0);
}

TEST(ElementDifference, SignedZerosDifferByTheirBitsAlone) {
    const Difference difference = differenceOf<float>(ScalarType::Float32, {0.0F, 1}, {-0.0F, 1});
    EXPECT_EQ(difference.differingElements, 1);
    EXPECT_EQ(difference.maxAbs, 0);
    EXPECT_EQ(difference.maxUlp, 0);
    EXPECT_EQ(difference.relativeL2, 0);
}

TEST(ElementDifference, FromNothingIsInfinitelyMuch) {
    EXPECT_EQ(differenceOf<float>(ScalarType::Float32, {0, 0}, {1, 0}).relativeL2,
              std::numeric_limits<double>::infinity());
    EXPECT_EQ(differenceOf<float>(ScalarType::Float32, {}, {}).relativeL2, 0);
}

TEST(ElementDifference, LargestAndSmallestDoublesNeitherOverflowNorVanish) {
    EXPECT_DOUBLE_EQ(differenceOf<double>(ScalarType::Float64, {1e200, 0}, {1e200, 1e190}).relativeL2, 1e-10);
    EXPECT_DOUBLE_EQ(differenceOf<double>(ScalarType::Float64, {1e-200, 0}, {1e-200, 1e-210}).relativeL2,
                     1e-10);
    EXPECT_DOUBLE_EQ(differenceOf<double>(ScalarType::Float64, {3e-200, 4e-200}, {3e-200, 5e-200}).relativeL2,
                     0.2);
    EXPECT_EQ(differenceOf<double>(ScalarType::Float64, {1}, {std::nextafter(1.0, 2.0)}).maxUlp, 1);
}

TEST(ElementDifference, SmallFloats) {
    // float16: 1.0, 1.5, subnormal; bfloat16: 1.0, 2.0
    const Difference half =
        differenceOf<std::uint16_t>(ScalarType::Float16, {0x3C00, 0x0001}, {0x3E00, 0x0002});
    EXPECT_EQ(half.maxAbs, 0.5);
    EXPECT_EQ(half.ulpAtMax, 0x200);
    EXPECT_EQ(half.differingElements, 2);
    const Difference brain = differenceOf<std::uint16_t>(ScalarType::BFloat16, {0x3F80}, {0x4000});
    EXPECT_EQ(brain.maxAbs, 1.0);
    EXPECT_EQ(brain.ulpAtMax, 0x80);
    EXPECT_EQ(brain.relativeL2, 1.0);
}

TEST(ElementDifference, WholeNumbers) {
    const Difference int64 =
        differenceOf<std::int64_t>(ScalarType::Int64, {(1LL << 60) + 1, -3}, {(1LL << 60) + 2, -3});
    EXPECT_EQ(int64.maxAbs, 1.0) << "neighbours that are one number as doubles";
    EXPECT_EQ(int64.maxUlp, 1);
    const Difference int8 = differenceOf<std::int8_t>(ScalarType::Int8, {-128}, {127});
    EXPECT_EQ(int8.maxAbs, 255);
    const Difference truth = differenceOf<std::uint8_t>(ScalarType::Bool, {1, 0, 1}, {1, 1, 1});
    EXPECT_EQ(truth.differingElements, 1);
    EXPECT_EQ(truth.maxAbs, 1);
}

TEST(ElementDifference, OddlyAlignedBytesAreRead) {
    std::vector<std::byte> bytes(4 * 100 + 1);
    std::vector<float> ones(100, 1.0F);
    std::memcpy(bytes.data() + 1, ones.data(), 400);
    ones[99] = 3;
    DifferenceSum sum;
    sum.add(ScalarType::Float32, std::span(bytes).subspan(1), std::as_bytes(std::span(ones)));
    EXPECT_EQ(sum.difference().maxAbs, 2);
}

/// The plainest possible definition, element by element.
template <class T>
Difference plainly(ScalarType type, const std::vector<T>& a, const std::vector<T>& b) {
    Difference difference;
    long double squaredA = 0, squaredDifference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::uint64_t bitsA = 0, bitsB = 0;
        std::memcpy(&bitsA, &a[i], sizeof(T));
        std::memcpy(&bitsB, &b[i], sizeof(T));
        const double x = valueOf(type, bitsA), y = valueOf(type, bitsB);
        squaredA += static_cast<long double>(x) * x;
        squaredDifference += static_cast<long double>(y - x) * (y - x);
        difference.differingElements += bitsA != bitsB;
        difference.maxUlp = std::max(difference.maxUlp, ulpDistance(type, bitsA, bitsB));
        if (std::fabs(y - x) <= difference.maxAbs) continue;
        difference.maxAbs = std::fabs(y - x);
        difference.ulpAtMax = ulpDistance(type, bitsA, bitsB);
    }
    difference.elements = static_cast<std::int64_t>(a.size());
    difference.relativeL2 = static_cast<double>(std::sqrt(squaredDifference / squaredA));
    return difference;
}

template <class T>
void compareWithThePlainDefinition(ScalarType type, std::uint64_t mask) {
    std::mt19937_64 random(7);
    constexpr std::uint64_t signBit = std::uint64_t{1} << (8 * sizeof(T) - 1);
    for (const std::size_t size : {1U, 5U, 2047U, 2048U, 2049U, 10'000U}) {
        std::vector<T> a(size), b(size);
        for (std::size_t i = 0; i < size; ++i) {
            // Any finite bits; every third element differs in its last bits or its sign.
            std::uint64_t bits = random() & mask;
            std::memcpy(&a[i], &bits, sizeof(T));
            if (random() % 3 == 0) bits ^= random() % 8 | (random() % 5 == 0 ? signBit : 0);
            std::memcpy(&b[i], &bits, sizeof(T));
        }
        const Difference fast = differenceOf(type, a, b), plain = plainly(type, a, b);
        EXPECT_EQ(fast.maxAbs, plain.maxAbs) << size;
        EXPECT_EQ(fast.ulpAtMax, plain.ulpAtMax) << size;
        EXPECT_EQ(fast.maxUlp, plain.maxUlp) << size;
        EXPECT_EQ(fast.differingElements, plain.differingElements) << size;
        EXPECT_EQ(fast.elements, plain.elements) << size;
        EXPECT_NEAR(fast.relativeL2, plain.relativeL2, 1e-12 * plain.relativeL2) << size;
    }
}

TEST(ElementDifference, FastLoopsAgreeWithThePlainDefinition) {
    compareWithThePlainDefinition<std::uint32_t>(ScalarType::Float32, 0x3FFFFFFF);
    compareWithThePlainDefinition<std::uint64_t>(ScalarType::Float64, 0x3FFFFFFFFFFFFFFF);
    compareWithThePlainDefinition<std::uint16_t>(ScalarType::Float16, 0x3FFF);
    compareWithThePlainDefinition<std::uint16_t>(ScalarType::BFloat16, 0x3FFF);
}

}  // namespace
}  // namespace firstsplit::compare
