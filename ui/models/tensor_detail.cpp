#include "ui/models/tensor_detail.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/compare/words.h"

namespace firstsplit::ui {
namespace {

using fingerprint::ScalarType;

std::uint64_t bitsAt(std::span<const std::byte> bytes, std::size_t size, std::size_t element) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + element * size, std::min(size, sizeof bits));
    return bits;
}

double halfToDouble(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    const double sign = (bits & 0x8000) ? -1 : 1;
    if (exponent == 31) return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * HUGE_VAL;
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// The element's value; complex numbers have none here.
std::optional<double> valueOf(ScalarType type, std::uint64_t bits) {
    switch (type) {
        case ScalarType::UInt8:
        case ScalarType::UInt16:
        case ScalarType::UInt32:
        case ScalarType::UInt64:
        case ScalarType::Bool:
            return static_cast<double>(bits);
        case ScalarType::Int8:
            return static_cast<std::int8_t>(bits);
        case ScalarType::Int16:
            return static_cast<std::int16_t>(bits);
        case ScalarType::Int32:
            return static_cast<std::int32_t>(bits);
        case ScalarType::Int64:
            return static_cast<double>(static_cast<std::int64_t>(bits));
        case ScalarType::Float16:
            return halfToDouble(static_cast<std::uint16_t>(bits));
        case ScalarType::BFloat16:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
        case ScalarType::Float32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case ScalarType::Float64:
            return std::bit_cast<double>(bits);
        default:
            return std::nullopt;
    }
}

std::string hexOf(std::uint64_t bits, std::size_t size) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text = "0x";
    for (std::size_t nibble = size * 2; nibble-- > 0;) text += digits[(bits >> (nibble * 4)) & 15];
    return text;
}

std::vector<std::int64_t> indexOfElement(std::size_t element, const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto length = static_cast<std::size_t>(std::max<std::int64_t>(shape[axis], 1));
        index[axis] = static_cast<std::int64_t>(element % length);
        element /= length;
    }
    return index;
}

Histogram histogramOf(const std::vector<double>& deltas, std::size_t bins) {
    Histogram histogram;
    double reach = 0;
    for (double delta : deltas) {
        if (std::isfinite(delta))
            reach = std::max(reach, std::abs(delta));
        else
            ++histogram.left;
    }
    if (reach == 0) return histogram;
    histogram.counts.resize(bins);
    histogram.low = -reach;
    histogram.high = reach;
    for (double delta : deltas) {
        if (!std::isfinite(delta)) continue;
        const auto bin = static_cast<std::size_t>((delta + reach) / (2 * reach) * static_cast<double>(bins));
        ++histogram.counts[std::min(bin, bins - 1)];
    }
    return histogram;
}

const record::Member* memberNamed(const record::Run& run, Kind kind, const std::string& name) {
    const auto& members = run.members(kind);
    const auto found = std::ranges::find(members, name, &record::Member::name);
    return found == members.end() ? nullptr : &*found;
}

std::uint32_t numberOf(const record::Run& run, Kind kind, const record::Member* member) {
    return static_cast<std::uint32_t>(member - run.members(kind).data());
}

}  // namespace

void measureElements(ScalarType type, std::span<const std::byte> a, std::span<const std::byte> b,
                     TensorDetail& detail, std::size_t bins) {
    const std::size_t size = fingerprint::sizeOf(type);
    if (size == 0) return;
    const std::size_t count = std::min(a.size(), b.size()) / size;
    detail.elements = static_cast<std::int64_t>(count);
    std::vector<double> deltas;
    DeltaPicture picture(detail.shape);
    for (std::size_t element = 0; element < count; ++element) {
        if (std::memcmp(a.data() + element * size, b.data() + element * size, size) == 0) continue;
        const std::uint64_t bitsA = bitsAt(a, size, element);
        const std::uint64_t bitsB = bitsAt(b, size, element);
        const auto valueA = valueOf(type, bitsA);
        const auto valueB = valueOf(type, bitsB);
        if (valueA && valueB) {
            deltas.push_back(*valueB - *valueA);
            picture.add(element, deltas.back());
        }
        if (detail.differing++ > 0) continue;
        ElementPair pair;
        pair.index = indexOfElement(element, detail.shape);
        if (valueA && valueB) std::tie(pair.valueA, pair.valueB) = compare::valueTexts(*valueA, *valueB);
        if (size <= sizeof(std::uint64_t)) {
            pair.bitsA = hexOf(bitsA, size);
            pair.bitsB = hexOf(bitsB, size);
        }
        detail.first = std::move(pair);
    }
    detail.histogram = histogramOf(deltas, bins);
    if (!deltas.empty()) detail.picture = std::move(picture);
}

Result<TensorDetail> readTensorDetail(const record::Run& a, const record::Run& b, Kind kind,
                                      const std::string& name, std::int64_t step) {
    TensorDetail detail;
    detail.kind = kind;
    detail.name = name;
    const record::Member* inA = memberNamed(a, kind, name);
    const record::Member* inB = memberNamed(b, kind, name);
    if (!inA || !inB)
        return fail(name + " is not in both runs, so there is nothing to compare. Choose another tensor.");
    detail.shape = inA->shape;
    detail.dtype = fingerprint::nameOf(inA->dtype);
    detail.elements = 1;
    for (std::int64_t length : inA->shape) detail.elements *= length;

    const std::uint32_t numberA = numberOf(a, kind, inA);
    const std::uint32_t numberB = numberOf(b, kind, inB);
    if (!a.hasValues(kind, numberA) || !b.hasValues(kind, numberB)) return detail;
    std::vector<std::int64_t> common;
    std::ranges::set_intersection(a.valueRows(), b.valueRows(), std::back_inserter(common));
    const std::int64_t row = step + 1;
    const auto after = std::ranges::lower_bound(common, row);
    if (after == common.end() || *after != row) {
        if (after != common.begin()) detail.storedBefore = *std::prev(after) - 1;
        if (after != common.end()) detail.storedAfter = *after - 1;
        return detail;
    }
    if (inA->shape != inB->shape || inA->dtype != inB->dtype)
        return fail(name + " has another shape or type in B, so its elements cannot be compared.");

    const std::size_t bytes = static_cast<std::size_t>(detail.elements) * fingerprint::sizeOf(inA->dtype);
    std::vector<std::byte> bytesA(bytes), bytesB(bytes);
    const auto snapshotOf = [row](const record::Run& run) {
        return static_cast<std::size_t>(std::ranges::lower_bound(run.valueRows(), row) -
                                        run.valueRows().begin());
    };
    if (auto read = a.readValues(kind, numberA, snapshotOf(a), bytesA); !read)
        return tl::unexpected(read.error());
    if (auto read = b.readValues(kind, numberB, snapshotOf(b), bytesB); !read)
        return tl::unexpected(read.error());
    detail.isStored = true;
    measureElements(inA->dtype, bytesA, bytesB, detail);
    return detail;
}

}  // namespace firstsplit::ui
