#include "core/compare/ulp.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace firstsplit::compare {
namespace {

using fingerprint::ScalarType;

struct Case {
    ScalarType type;
    std::uint64_t a, b;
    std::int64_t ulp;
    const char* what;
};

TEST(Ulp, DistancesCountedByHand) {
    constexpr std::uint64_t one32 = 0x3F800000, one64 = 0x3FF0000000000000;
    const Case cases[] = {
        {ScalarType::Float32, one32, one32, 0, "the same"},
        {ScalarType::Float32, one32, one32 + 1, 1, "1 and the next float"},
        {ScalarType::Float32, one32, 0x3F7FFFFF, 1, "1 and the float before, where the spacing halves"},
        {ScalarType::Float32, 0x00000000, 0x80000000, 0, "+0 and -0 are one place"},
        {ScalarType::Float32, 0x00000001, 0x80000001, 2, "the smallest numbers on both sides of zero"},
        {ScalarType::Float32, one32, 0xBF800000, 2 * 0x3F800000LL, "1 and -1"},
        {ScalarType::Float32, 0xBCC9C13D, 0xBCC9C13C, 1, "two negative neighbours"},
        {ScalarType::Float32, 0x7F7FFFFF, 0x7F800000, 1, "the largest number and infinity"},
        {ScalarType::Float32, one32, 0x7FC00000, unlimitedUlp, "a number and NaN"},
        {ScalarType::Float32, 0x7FC00000, 0x7FC00000, 0, "the same NaN"},
        {ScalarType::Float32, 0x7FC00000, 0x7FC00001, unlimitedUlp, "two NaN"},
        {ScalarType::Float64, one64, one64 + 3, 3, "three doubles on"},
        {ScalarType::Float64, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, unlimitedUlp - 1,
         "from end to end: saturated"},
        {ScalarType::Float16, 0x3C00, 0x3C01, 1, "half: 1 and the next"},
        {ScalarType::Float16, 0x3C00, 0x7E00, unlimitedUlp, "half: NaN"},
        {ScalarType::Float16, 0x7BFF, 0x7C00, 1, "half: largest and infinity"},
        {ScalarType::BFloat16, 0x3F80, 0x3F7F, 1, "bfloat16: 1 and the one before"},
        {ScalarType::BFloat16, 0x7F80, 0x7F81, unlimitedUlp, "bfloat16: infinity and NaN"},
        {ScalarType::Int8, 0xFF, 0x01, 2, "-1 and 1"},
        {ScalarType::Int64, 0x8000000000000000, 0x7FFFFFFFFFFFFFFF, unlimitedUlp - 1,
         "all integers: saturated"},
        {ScalarType::UInt8, 0xFF, 0x01, 254, "unsigned"},
        {ScalarType::Bool, 0, 1, 1, "false and true"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(ulpDistance(one.type, one.a, one.b), one.ulp) << one.what;
        EXPECT_EQ(ulpDistance(one.type, one.b, one.a), one.ulp) << one.what << ", swapped";
    }
}

TEST(Ulp, EveryHalfAndBFloat16GoesThereAndBack) {
    for (const ScalarType type : {ScalarType::Float16, ScalarType::BFloat16})
        for (std::uint64_t bits = 0; bits < 65536; ++bits) {
            const double value = valueOf(type, bits);
            if (std::isnan(value)) continue;
            ASSERT_EQ(bitsOf(type, value), bits) << fingerprint::nameOf(type);
        }
}

TEST(Ulp, ValuesRoundToTheNearestEven) {
    EXPECT_EQ(bitsOf(ScalarType::Float16, 1.0 + 0x1p-11), 0x3C00U) << "half way: to the even one";
    EXPECT_EQ(bitsOf(ScalarType::Float16, 1.0 + 3 * 0x1p-11), 0x3C02U);
    EXPECT_EQ(bitsOf(ScalarType::Float16, 65520), 0x7C00U) << "rounds to infinity";
    EXPECT_EQ(bitsOf(ScalarType::BFloat16, -1.0), 0xBF80U);
    EXPECT_EQ(valueOf(ScalarType::Float16, 0x0001), 0x1p-24);
    EXPECT_EQ(valueOf(ScalarType::BFloat16, 0x3FC0), 1.5);
}

}  // namespace
}  // namespace firstsplit::compare
