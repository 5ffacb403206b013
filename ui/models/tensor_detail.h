#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/record/run.h"
#include "ui/models/delta_picture.h"

namespace firstsplit::ui {

/// How many differing elements have a Δ = B − A in each of equally wide bins.
struct Histogram {
    double low = 0, high = 0;  ///< edges of the first and the last bin
    std::vector<std::int64_t> counts;
    std::int64_t left = 0;  ///< differing elements without a finite Δ
    double binWidth() const { return counts.empty() ? 0 : (high - low) / static_cast<double>(counts.size()); }
};

/// One element of a tensor in both runs, with all its bits.
struct ElementPair {
    std::vector<std::int64_t> index;
    std::string valueA, valueB;  ///< with as many digits as tell them apart
    std::string bitsA, bitsB;    ///< "0xBCC9C13D"
};

/// What the bytes of one tensor at one step say.
struct TensorDetail {
    Kind kind{};
    std::string name;
    std::vector<std::int64_t> shape;
    std::string dtype;
    bool isStored = false;  ///< both runs keep the bytes of this tensor at this step
    std::optional<std::int64_t> storedBefore, storedAfter;  ///< nearest steps at which they do
    std::int64_t elements = 0;
    std::int64_t differing = 0;
    std::optional<ElementPair> first;  ///< first differing element in row-major order
    Histogram histogram;
    DeltaPicture picture;  ///< empty for fewer than two dimensions, and where all is equal
};

/// Reads a tensor's bytes in both runs at `step`. On the I/O thread only.
Result<TensorDetail> readTensorDetail(const record::Run& a, const record::Run& b, Kind kind,
                                      const std::string& name, std::int64_t step);

/// Compares two tensors' bytes; the pure part of the above. `bins` is odd, so that one bin is centred on
/// zero.
void measureElements(fingerprint::ScalarType type, std::span<const std::byte> a, std::span<const std::byte> b,
                     TensorDetail& detail, std::size_t bins = 41);

}  // namespace firstsplit::ui
