#include "core/compare/element_difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/compare/ulp.h"

// One loop, compiled for the processors of today and for any: picked when the program is loaded. Sanitizers
// run before that choice can be made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define FIRSTSPLIT_MULTIVERSION __attribute__((target_clones("default", "avx2,fma", "arch=skylake-avx512")))
#else
#define FIRSTSPLIT_MULTIVERSION
#endif

// Into each version of that loop.
#define FIRSTSPLIT_INLINE [[gnu::always_inline]] inline

namespace firstsplit::compare {
namespace {

using fingerprint::ScalarType;

constexpr std::size_t blockElements = 2048;

template <class Bits>
FIRSTSPLIT_INLINE Bits loadAt(const std::byte* from, std::size_t index) {
    Bits bits;
    std::memcpy(&bits, from + index * sizeof(Bits), sizeof(Bits));
    return bits;
}

// The floating-point types: their bits, and their bits as numbers. `fast` says that addBlock has a vector
// loop for them.

struct Float32 {
    using Bits = std::uint32_t;
    static constexpr ScalarType type = ScalarType::Float32;
    static constexpr bool fast = true, hidesNonFinite = false;
    static constexpr Bits signBit = 0x80000000U, infinity = 0x7F800000U;
    FIRSTSPLIT_INLINE static double value(Bits bits) { return std::bit_cast<float>(bits); }
};

struct Float64 {
    using Bits = std::uint64_t;
    static constexpr ScalarType type = ScalarType::Float64;
    static constexpr bool fast = true, hidesNonFinite = false;
    static constexpr Bits signBit = 0x8000000000000000U, infinity = 0x7FF0000000000000U;
    FIRSTSPLIT_INLINE static double value(Bits bits) { return std::bit_cast<double>(bits); }
};

struct BFloat16 {
    using Bits = std::uint16_t;
    static constexpr ScalarType type = ScalarType::BFloat16;
    static constexpr bool fast = true, hidesNonFinite = false;
    static constexpr Bits signBit = 0x8000U, infinity = 0x7F80U;
    FIRSTSPLIT_INLINE static double value(Bits bits) {
        return std::bit_cast<float>(std::uint32_t{bits} << 16);
    }
};

struct Float16 {
    using Bits = std::uint16_t;
    static constexpr ScalarType type = ScalarType::Float16;
    static constexpr bool fast = true, hidesNonFinite = true;
    static constexpr Bits signBit = 0x8000U, infinity = 0x7C00U;
    // Finite numbers only: exponent and mantissa shifted into a float's place, then the bias set right by a
    // product, which is exact for subnormal numbers too.
    FIRSTSPLIT_INLINE static double value(Bits bits) {
        const float magnitude = std::bit_cast<float>((bits & 0x7FFFU) << 13) * 0x1p112F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | (bits & 0x8000U) << 16);
    }
};

template <ScalarType scalarType, class BitsOfType>
struct Whole {
    using Bits = BitsOfType;
    static constexpr ScalarType type = scalarType;
    static constexpr bool fast = false;
};

struct BlockSums {
    double squaredA = 0, squaredDifference = 0, maxAbs = 0;
    std::uint64_t maxUlp = 0;
    std::int64_t differing = 0;
};

/// Whether any element is NaN or Inf.
template <class Format>
FIRSTSPLIT_INLINE bool holdsNonFinite(const std::byte* from, std::size_t count) {
    using Bits = typename Format::Bits;
    Bits largest = 0;
#pragma omp simd reduction(max : largest)
    for (std::size_t i = 0; i < count; ++i) {
        const Bits magnitude = loadAt<Bits>(from, i) & static_cast<Bits>(Format::signBit - 1);
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest >= Format::infinity;
}

template <class Format>
FIRSTSPLIT_INLINE BlockSums sumsOfFinite(const std::byte* a, const std::byte* b, std::size_t count) {
    using Bits = typename Format::Bits;
    constexpr Bits magnitudeBits = Format::signBit - 1;
    double squaredA = 0, squaredDifference = 0, maxAbs = 0;
    Bits maxUlp = 0;
    std::uint32_t differing = 0;
#pragma omp simd reduction(+ : squaredA, squaredDifference) reduction(max : maxAbs)
    for (std::size_t i = 0; i < count; ++i) {
        const double valueA = Format::value(loadAt<Bits>(a, i));
        const double valueB = Format::value(loadAt<Bits>(b, i));
        const double delta = valueB - valueA;
        const double size = std::fabs(delta);
        squaredA += valueA * valueA;
        squaredDifference += delta * delta;
        maxAbs = size > maxAbs ? size : maxAbs;
    }
#pragma omp simd reduction(+ : differing) reduction(max : maxUlp)
    for (std::size_t i = 0; i < count; ++i) {
        const Bits bitsA = loadAt<Bits>(a, i), bitsB = loadAt<Bits>(b, i);
        const Bits magnitudeA = bitsA & magnitudeBits, magnitudeB = bitsB & magnitudeBits;
        const Bits apart = magnitudeA > magnitudeB ? magnitudeA - magnitudeB : magnitudeB - magnitudeA;
        const Bits acrossZero = magnitudeA + magnitudeB;  // two magnitudes of finite numbers fit
        const Bits ulp = (bitsA ^ bitsB) & Format::signBit ? acrossZero : apart;
        maxUlp = ulp > maxUlp ? ulp : maxUlp;
        differing += bitsA != bitsB;
    }
    return {squaredA, squaredDifference, maxAbs, maxUlp, differing};
}

template <class Format>
FIRSTSPLIT_INLINE double squaresOfFinite(const std::byte* a, std::size_t count) {
    double squared = 0;
#pragma omp simd reduction(+ : squared)
    for (std::size_t i = 0; i < count; ++i) {
        const double value = Format::value(loadAt<typename Format::Bits>(a, i));
        squared += value * value;
    }
    return squared;
}

// Multiversioned functions cannot be templates.
#define FIRSTSPLIT_LOOPS(Format)                                                                 \
    FIRSTSPLIT_MULTIVERSION bool nonFiniteIn##Format(const std::byte* from, std::size_t count) { \
        return holdsNonFinite<Format>(from, count);                                              \
    }                                                                                            \
    FIRSTSPLIT_MULTIVERSION BlockSums sumsOf##Format(const std::byte* a, const std::byte* b,     \
                                                     std::size_t count) {                        \
        return sumsOfFinite<Format>(a, b, count);                                                \
    }                                                                                            \
    FIRSTSPLIT_MULTIVERSION double squaresOf##Format(const std::byte* a, std::size_t count) {    \
        return squaresOfFinite<Format>(a, count);                                                \
    }                                                                                            \
    bool nonFinite(Format, const std::byte* from, std::size_t count) {                           \
        return nonFiniteIn##Format(from, count);                                                 \
    }                                                                                            \
    BlockSums sums(Format, const std::byte* a, const std::byte* b, std::size_t count) {          \
        return sumsOf##Format(a, b, count);                                                      \
    }                                                                                            \
    double squares(Format, const std::byte* a, std::size_t count) {                              \
        return squaresOf##Format(a, count);                                                      \
    }
FIRSTSPLIT_LOOPS(Float32)
FIRSTSPLIT_LOOPS(Float64)
FIRSTSPLIT_LOOPS(BFloat16)
FIRSTSPLIT_LOOPS(Float16)
#undef FIRSTSPLIT_LOOPS

/// Whether a block's sum of squares can be trusted. The squares of doubles outside a certain range over- or
/// underflow, or lose digits on the way; those of the smaller types do not.
template <class Format>
bool isUsable(double squares) {
    if (!std::is_same_v<Format, Float64>) return std::isfinite(squares);
    return squares > 1e-280 && squares < 1e280;
}

/// NaN is larger than everything.
bool isLarger(double size, double than) {
    return std::isnan(size) ? !std::isnan(than) : size > than;
}

}  // namespace

bool canMeasure(ScalarType type) {
    switch (type) {
        case ScalarType::ComplexFloat16:
        case ScalarType::ComplexFloat32:
        case ScalarType::ComplexFloat64:
            return true;
        default:
            return type == ScalarType::Bool || !std::isnan(valueOf(type, 0));
    }
}

void DifferenceSum::add(ScalarType type, std::span<const std::byte> a, std::span<const std::byte> b) {
    const auto each = [&]<class Format>(Format) {
        addElements<Format>(a.data(), b.data(), a.size() / sizeof(typename Format::Bits));
    };
    switch (type) {
        case ScalarType::Float32:
        case ScalarType::ComplexFloat32:
            return each(Float32{});
        case ScalarType::Float64:
        case ScalarType::ComplexFloat64:
            return each(Float64{});
        case ScalarType::Float16:
        case ScalarType::ComplexFloat16:
            return each(Float16{});
        case ScalarType::BFloat16:
            return each(BFloat16{});
        case ScalarType::Int8:
            return each(Whole<ScalarType::Int8, std::uint8_t>{});
        case ScalarType::Int16:
            return each(Whole<ScalarType::Int16, std::uint16_t>{});
        case ScalarType::Int32:
            return each(Whole<ScalarType::Int32, std::uint32_t>{});
        case ScalarType::Int64:
            return each(Whole<ScalarType::Int64, std::uint64_t>{});
        case ScalarType::UInt16:
            return each(Whole<ScalarType::UInt16, std::uint16_t>{});
        case ScalarType::UInt32:
            return each(Whole<ScalarType::UInt32, std::uint32_t>{});
        case ScalarType::UInt64:
            return each(Whole<ScalarType::UInt64, std::uint64_t>{});
        case ScalarType::Bool:
        case ScalarType::UInt8:
            return each(Whole<ScalarType::UInt8, std::uint8_t>{});
        case ScalarType::Unknown:
            return;
    }
}

template <class Format>
void DifferenceSum::addElements(const std::byte* a, const std::byte* b, std::size_t count) {
    constexpr std::size_t width = sizeof(typename Format::Bits);
    elements += static_cast<std::int64_t>(count);
    for (std::size_t begin = 0; begin < count; begin += blockElements) {
        const std::size_t length = std::min(blockElements, count - begin);
        if constexpr (Format::fast)
            addBlock<Format>(a + begin * width, b + begin * width, length);
        else
            addOneByOne<Format>(a + begin * width, b + begin * width, length);
    }
}

template <class Format>
void DifferenceSum::addBlock(const std::byte* a, const std::byte* b, std::size_t count) {
    using Bits = typename Format::Bits;
    // NaN and Inf show in the sums, and so do squares that overflow; such blocks are rare and go one by one.
    if (Format::hidesNonFinite && (nonFinite(Format{}, a, count) || nonFinite(Format{}, b, count)))
        return addOneByOne<Format>(a, b, count);
    if (std::memcmp(a, b, count * sizeof(Bits)) == 0) {
        const double squared = squares(Format{}, a, count);
        if (!isUsable<Format>(squared)) return addOneByOne<Format>(a, b, count);
        squaredA += squared;
        return;
    }
    const BlockSums block = sums(Format{}, a, b, count);
    if (!isUsable<Format>(block.squaredA) || !isUsable<Format>(block.squaredDifference))
        return addOneByOne<Format>(a, b, count);
    squaredA += block.squaredA;
    squaredDifference += block.squaredDifference;
    differing += block.differing;
    maxUlp =
        std::max(maxUlp, static_cast<std::int64_t>(std::min<std::uint64_t>(block.maxUlp, unlimitedUlp - 1)));
    const bool isFirstDifference = ulpAtMax == 0 && maxAbs == 0;
    if (!isLarger(block.maxAbs, maxAbs) && !(isFirstDifference && block.maxAbs == maxAbs)) return;
    for (std::size_t i = 0; i < count; ++i) {
        const Bits bitsA = loadAt<Bits>(a, i), bitsB = loadAt<Bits>(b, i);
        if (std::fabs(Format::value(bitsB) - Format::value(bitsA)) != block.maxAbs) continue;
        maxAbs = block.maxAbs;
        ulpAtMax = ulpDistance(Format::type, bitsA, bitsB);
        break;
    }
}

template <class Format>
void DifferenceSum::addOneByOne(const std::byte* a, const std::byte* b, std::size_t count) {
    using Bits = typename Format::Bits;
    for (std::size_t i = 0; i < count; ++i) {
        const Bits bitsA = loadAt<Bits>(a, i), bitsB = loadAt<Bits>(b, i);
        const double valueA = valueOf(Format::type, bitsA);
        if (std::isfinite(valueA))
            squaredA += static_cast<long double>(valueA) * static_cast<long double>(valueA);
        if (bitsA == bitsB) continue;
        const double valueB = valueOf(Format::type, bitsB);
        ++differing;
        notANumber += std::isfinite(valueA) != std::isfinite(valueB);
        const std::int64_t ulp = ulpDistance(Format::type, bitsA, bitsB);
        maxUlp = std::max(maxUlp, ulp);
        // Whole numbers of 64 bits are subtracted as such: as doubles, neighbours would be one number.
        const double delta = Format::fast ? valueB - valueA : static_cast<double>(ulp);
        squaredDifference += static_cast<long double>(delta) * static_cast<long double>(delta);
        if (!isLarger(std::fabs(delta), maxAbs)) continue;
        maxAbs = std::fabs(delta);
        ulpAtMax = ulp;
    }
}

void DifferenceSum::add(const DifferenceSum& other) {
    if (isLarger(other.maxAbs, maxAbs)) {
        maxAbs = other.maxAbs;
        ulpAtMax = other.ulpAtMax;
    }
    maxUlp = std::max(maxUlp, other.maxUlp);
    differing += other.differing;
    elements += other.elements;
    notANumber += other.notANumber;
    squaredDifference += other.squaredDifference;
    squaredA += other.squaredA;
}

Difference DifferenceSum::difference() const {
    Difference difference;
    difference.maxAbs = maxAbs;
    difference.ulpAtMax = ulpAtMax;
    difference.maxUlp = maxUlp;
    difference.differingElements = differing;
    difference.elements = elements;
    difference.notANumber = notANumber;
    if (!std::isfinite(maxAbs))
        difference.relativeL2 = maxAbs;
    else if (squaredDifference > 0)
        difference.relativeL2 = squaredA > 0
                                    ? static_cast<double>(std::sqrt(squaredDifference) / std::sqrt(squaredA))
                                    : std::numeric_limits<double>::infinity();
    return difference;
}

}  // namespace firstsplit::compare
