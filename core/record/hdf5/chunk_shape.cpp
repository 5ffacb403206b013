#include "core/record/hdf5/chunk_shape.h"

#include <algorithm>

namespace firstsplit::record::hdf5 {

ChunkShape chunkShapeOf(const std::vector<hsize_t>& dims, std::uint64_t elementBytes) {
    ChunkShape shape;
    shape.rowBytes = elementBytes;
    for (std::size_t i = 1; i < dims.size(); ++i) shape.rowBytes *= dims[i];
    if (dims[0] == 0 || shape.rowBytes == 0) return shape;
    shape.dims = dims;
    if (shape.rowBytes <= maxChunkBytes) {
        shape.rowsPerChunk = std::clamp<std::uint64_t>(rowChunkBytes / shape.rowBytes, 1, dims[0]);
        shape.dims[0] = shape.rowsPerChunk;
        shape.bytes = shape.rowsPerChunk * shape.rowBytes;
        return shape;
    }
    // Whole inner dimensions, as much as fits of the next one outwards, and one of everything further out.
    std::uint64_t inner = elementBytes;
    std::size_t dimension = dims.size() - 1;
    while (inner * dims[dimension] <= maxChunkBytes) inner *= dims[dimension--];
    shape.splitDimension = dimension;
    shape.dims[dimension] = std::max<std::uint64_t>(maxChunkBytes / inner, 1);
    std::fill(shape.dims.begin(), shape.dims.begin() + static_cast<std::ptrdiff_t>(dimension), hsize_t{1});
    shape.bytes = shape.dims[dimension] * inner;
    return shape;
}

}  // namespace firstsplit::record::hdf5
