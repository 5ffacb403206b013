#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/journal/buffer.h"
#include "core/record/hdf5/chunk_shape.h"
#include "core/record/hdf5/handle.h"

namespace firstsplit::record::hdf5 {

struct TableDescription {
    std::string path;         ///< in the file; its group must exist
    std::string description;  ///< what stands in it, for people
    std::string units;        ///< empty: none
};

/// Writes a dataset [rows × shape of a row] as a stream of its bytes, chunk by chunk, without the library's
/// own cache. Rows that are left out hold the fill value, and cost nothing where a whole chunk is left out.
/// Throws Failure.
class TableWriter {
  public:
    /// `fill`: bytes of one element; empty: zeros. Tables of one file share `chunks`, which must live longer.
    TableWriter(hid_t file, journal::BufferPool& chunks, const TableDescription& description, hid_t type,
                std::vector<hsize_t> dims, std::vector<std::byte> fill = {});

    hid_t id() const { return m_dataset.id(); }
    std::uint64_t rowBytes() const { return m_shape.rowBytes; }

    void append(std::span<const std::byte> bytes);
    template <class T>
    void appendValue(const T& value) {
        append(std::as_bytes(std::span(&value, 1)));
    }
    /// Where the next bytes of the stream go, at most `count`; advance() once they are there.
    std::span<std::byte> room(std::uint64_t count);
    void advance(std::uint64_t count);
    void appendFillRows(std::uint64_t count);
    /// Writes the last chunk; call when every row was appended.
    void finish();

  private:
    void flushChunk();
    std::uint64_t chunkLength() const;

    journal::BufferPool* m_chunks;
    std::string m_path;
    DatasetHandle m_dataset;
    std::vector<hsize_t> m_dims;
    std::vector<std::byte> m_fill;
    ChunkShape m_shape;
    std::vector<hsize_t> m_offset;  ///< of the chunk being filled, in elements
    journal::Buffer m_chunk;        ///< taken while a chunk is being filled
    std::uint64_t m_length = 0;     ///< of its bytes, those within the table
    std::uint64_t m_filled = 0;     ///< bytes of it that are there
    bool m_hasContent = false;      ///< any of them is more than fill
    bool m_isEmptyAsFill = true;    ///< the fill value is zeros
};

}  // namespace firstsplit::record::hdf5
