#include "core/compare/ulp.h"

#include <bit>
#include <cmath>

namespace firstsplit::compare {
namespace {

using fingerprint::ScalarType;

/// Layout of a floating-point type.
struct Format {
    int bits;
    int mantissaBits;
};

Format formatOf(ScalarType type) {
    switch (type) {
        case ScalarType::Float16:
            return {16, 10};
        case ScalarType::BFloat16:
            return {16, 7};
        case ScalarType::Float32:
            return {32, 23};
        default:
            return {64, 52};
    }
}

bool isSignedInteger(ScalarType type) {
    return type == ScalarType::Int8 || type == ScalarType::Int16 || type == ScalarType::Int32 ||
           type == ScalarType::Int64;
}

std::int64_t signExtended(ScalarType type, std::uint64_t bits) {
    const int unused = 64 - 8 * static_cast<int>(fingerprint::sizeOf(type));
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::int64_t saturated(std::uint64_t distance) {
    constexpr auto largest = static_cast<std::uint64_t>(unlimitedUlp - 1);
    return static_cast<std::int64_t>(distance < largest ? distance : largest);
}

double valueOfFloat(Format format, std::uint64_t bits) {
    const int exponentBits = format.bits - 1 - format.mantissaBits;
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << format.mantissaBits) - 1);
    const auto exponent = static_cast<int>((bits >> format.mantissaBits) & ((1U << exponentBits) - 1));
    const int bias = (1 << (exponentBits - 1)) - 1;
    const double sign = (bits >> (format.bits - 1)) & 1 ? -1.0 : 1.0;
    if (exponent == (1 << exponentBits) - 1) return mantissa ? std::nan("") : sign * HUGE_VAL;
    const auto digits =
        static_cast<double>(exponent ? mantissa | (std::uint64_t{1} << format.mantissaBits) : mantissa);
    return sign * std::ldexp(digits, (exponent ? exponent : 1) - bias - format.mantissaBits);
}

/// Rounds to nearest, ties to even.
std::uint64_t bitsOfSmall(Format format, double value) {
    const int exponentBits = format.bits - 1 - format.mantissaBits;
    const std::uint64_t sign = std::uint64_t{std::signbit(value)} << (format.bits - 1);
    const std::uint64_t infinity = ((std::uint64_t{1} << exponentBits) - 1) << format.mantissaBits;
    if (std::isnan(value)) return sign | infinity | (std::uint64_t{1} << (format.mantissaBits - 1));
    if (std::isinf(value)) return sign | infinity;
    const int smallestExponent = 2 - (1 << (exponentBits - 1));
    int exponent = value == 0 ? smallestExponent : std::max(std::ilogb(value), smallestExponent);
    // In units of the last place; a carry out of the mantissa runs into the exponent, as it should.
    const auto places = static_cast<std::uint64_t>(
        std::nearbyint(std::ldexp(std::fabs(value), format.mantissaBits - exponent)));
    const std::uint64_t bits =
        (static_cast<std::uint64_t>(exponent - smallestExponent) << format.mantissaBits) + places;
    return sign | std::min(bits, infinity);
}

}  // namespace

bool isFloating(ScalarType type) {
    return type == ScalarType::Float16 || type == ScalarType::BFloat16 || type == ScalarType::Float32 ||
           type == ScalarType::Float64;
}

std::int64_t ulpDistance(ScalarType type, std::uint64_t bitsA, std::uint64_t bitsB) {
    if (bitsA == bitsB) return 0;
    if (!isFloating(type)) {
        if (!isSignedInteger(type)) return saturated(bitsA < bitsB ? bitsB - bitsA : bitsA - bitsB);
        const std::int64_t a = signExtended(type, bitsA), b = signExtended(type, bitsB);
        const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
        return saturated(a < b ? ub - ua : ua - ub);
    }
    const Format format = formatOf(type);
    const std::uint64_t signBit = std::uint64_t{1} << (format.bits - 1);
    const std::uint64_t magnitudeA = bitsA & (signBit - 1), magnitudeB = bitsB & (signBit - 1);
    const std::uint64_t infinity = (signBit - 1) & ~((std::uint64_t{1} << format.mantissaBits) - 1);
    if (magnitudeA > infinity || magnitudeB > infinity) return unlimitedUlp;
    const bool sameSign = ((bitsA ^ bitsB) & signBit) == 0;
    if (!sameSign) return saturated(magnitudeA + magnitudeB);
    return saturated(magnitudeA < magnitudeB ? magnitudeB - magnitudeA : magnitudeA - magnitudeB);
}

std::uint64_t bitsOf(ScalarType type, double value) {
    switch (type) {
        case ScalarType::Float64:
            return std::bit_cast<std::uint64_t>(value);
        case ScalarType::Float32:
            return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        case ScalarType::Float16:
        case ScalarType::BFloat16:
            return bitsOfSmall(formatOf(type), value);
        default:
            return 0;
    }
}

double valueOf(ScalarType type, std::uint64_t bits) {
    switch (type) {
        case ScalarType::Float64:
            return std::bit_cast<double>(bits);
        case ScalarType::Float32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case ScalarType::Float16:
        case ScalarType::BFloat16:
            return valueOfFloat(formatOf(type), bits);
        case ScalarType::Int8:
        case ScalarType::Int16:
        case ScalarType::Int32:
        case ScalarType::Int64:
            return static_cast<double>(signExtended(type, bits));
        case ScalarType::Bool:
        case ScalarType::UInt8:
        case ScalarType::UInt16:
        case ScalarType::UInt32:
        case ScalarType::UInt64:
            return static_cast<double>(bits);
        default:
            return std::nan("");
    }
}

}  // namespace firstsplit::compare
