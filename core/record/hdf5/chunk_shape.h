#pragma once

#include <hdf5.h>

#include <cstdint>
#include <vector>

namespace firstsplit::record::hdf5 {

/// How a table [rows × shape of a row] is cut into chunks, each a contiguous stretch of the table's bytes:
/// several whole rows, or one row, or a part of one row.
struct ChunkShape {
    std::vector<hsize_t> dims;  ///< as HDF5 takes them; empty: no chunks, the table has no elements
    std::uint64_t bytes = 0;    ///< of a chunk
    std::uint64_t rowBytes = 0;
    std::uint64_t rowsPerChunk = 1;
    std::size_t splitDimension = 0;  ///< the one that is cut; 0: the rows
};

inline constexpr std::uint64_t rowChunkBytes = std::uint64_t{64} << 10;  ///< aimed at for short rows
inline constexpr std::uint64_t maxChunkBytes = std::uint64_t{16} << 20;  ///< a longer row is cut

ChunkShape chunkShapeOf(const std::vector<hsize_t>& dims, std::uint64_t elementBytes);

}  // namespace firstsplit::record::hdf5
