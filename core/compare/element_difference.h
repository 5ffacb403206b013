#pragma once

#include <cstddef>
#include <span>

#include "core/compare/comparison.h"
#include "core/fingerprint/fingerprint.h"

namespace firstsplit::compare {

/// Sums over the elements of one or several tensors, from which a Difference follows. Elements with equal
/// bits differ by nothing, NaN and Inf too; those that are not finite are left out of ‖a‖.
class DifferenceSum {
  public:
    /// Adds two tensors of one type: `a` and `b` hold the same number of whole elements, any alignment. A
    /// complex number counts as two elements. The type must satisfy canMeasure().
    void add(fingerprint::ScalarType type, std::span<const std::byte> a, std::span<const std::byte> b);
    void add(const DifferenceSum& other);
    /// Adds elements that are known to be equal, without their norm: for when everything is.
    void addEqual(std::int64_t count) { elements += count; }

    Difference difference() const;

  private:
    template <class Format>
    void addElements(const std::byte* a, const std::byte* b, std::size_t count);
    template <class Format>
    void addBlock(const std::byte* a, const std::byte* b, std::size_t count);
    template <class Format>
    void addOneByOne(const std::byte* a, const std::byte* b, std::size_t count);

    double maxAbs = 0;
    std::int64_t ulpAtMax = 0;
    std::int64_t maxUlp = 0;
    std::int64_t differing = 0;
    std::int64_t elements = 0;
    std::int64_t notANumber = 0;
    // Squares of the largest and smallest doubles need a wider exponent than a double has.
    long double squaredDifference = 0;
    long double squaredA = 0;
};

/// Types with numbers for elements. Others (quantised, unknown) are left out.
bool canMeasure(fingerprint::ScalarType type);

}  // namespace firstsplit::compare
