#include "core/record/hdf5/table_writer.h"

#include <algorithm>
#include <cstring>

#include "core/record/hdf5/attributes.h"
#include "core/record/hdf5/failure.h"

namespace firstsplit::record::hdf5 {

TableWriter::TableWriter(hid_t file, journal::BufferPool& chunks, const TableDescription& description,
                         hid_t type, std::vector<hsize_t> dims, std::vector<std::byte> fill)
    : m_chunks(&chunks), m_path(description.path), m_dims(std::move(dims)), m_fill(std::move(fill)) {
    const std::string doing = "making the dataset " + m_path;
    const std::size_t elementBytes = H5Tget_size(type);
    if (m_fill.empty()) m_fill.assign(elementBytes, std::byte{0});
    m_isEmptyAsFill =
        std::all_of(m_fill.begin(), m_fill.end(), [](std::byte byte) { return byte == std::byte{0}; });
    m_shape = chunkShapeOf(m_dims, elementBytes);
    m_offset.assign(m_dims.size(), 0);
    const Space space(
        check(H5Screate_simple(static_cast<int>(m_dims.size()), m_dims.data(), nullptr), doing));
    const Properties properties(check(H5Pcreate(H5P_DATASET_CREATE), doing));
    if (!m_shape.dims.empty()) {
        check(H5Pset_chunk(properties.id(), static_cast<int>(m_shape.dims.size()), m_shape.dims.data()),
              doing);
        // Zeros are the default; saying them would not fit the object header for long texts.
        if (!m_isEmptyAsFill) check(H5Pset_fill_value(properties.id(), type, m_fill.data()), doing);
    }
    check(H5Pset_obj_track_times(properties.id(), false), doing);
    m_dataset = DatasetHandle(
        check(H5Dcreate2(file, m_path.c_str(), type, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT),
              doing));
    writeText(id(), "description", description.description);
    if (!description.units.empty()) writeText(id(), "units", description.units);
}

/// Bytes of the chunk being filled that lie within the table: a chunk at its edge is shorter than the others.
std::uint64_t TableWriter::chunkLength() const {
    const std::size_t cut = m_shape.splitDimension;
    const std::uint64_t sliceBytes = m_shape.bytes / m_shape.dims[cut];
    return std::min<std::uint64_t>(m_shape.dims[cut], m_dims[cut] - m_offset[cut]) * sliceBytes;
}

std::span<std::byte> TableWriter::room(std::uint64_t count) {
    if (m_chunk.isEmpty()) {
        m_chunk = m_chunks->take();
        m_chunk.grow(m_shape.bytes);
        m_length = chunkLength();
    }
    return m_chunk.bytes().subspan(m_filled, std::min(count, m_length - m_filled));
}

void TableWriter::advance(std::uint64_t count) {
    if (count == 0) return;
    m_hasContent = true;
    m_filled += count;
    if (m_filled == m_length) flushChunk();
}

void TableWriter::append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto there = room(bytes.size());
        std::memcpy(there.data(), bytes.data(), there.size());
        bytes = bytes.subspan(there.size());
        advance(there.size());
    }
}

void TableWriter::appendFillRows(std::uint64_t count) {
    std::uint64_t left = count * m_shape.rowBytes;
    while (left > 0) {
        const auto there = room(left);
        if (m_isEmptyAsFill) {
            std::memset(there.data(), 0, there.size());
        } else {
            for (std::size_t at = 0; at < there.size(); at += m_fill.size())
                std::memcpy(there.data() + at, m_fill.data(), m_fill.size());
        }
        left -= there.size();
        m_filled += there.size();
        if (m_filled == m_length) flushChunk();
    }
}

void TableWriter::flushChunk() {
    if (m_hasContent) {
        // Outside the table a chunk's bytes mean nothing, but they are written: not what was in memory.
        std::memset(m_chunk.data() + m_filled, 0, m_chunk.size() - m_filled);
        check(H5Dwrite_chunk(id(), H5P_DEFAULT, 0, m_offset.data(), m_chunk.size(), m_chunk.data()),
              "writing " + m_path);
    }
    m_hasContent = false;
    m_filled = 0;
    // Next chunk in row-major order, from the dimension that is cut outwards.
    for (std::size_t dimension = m_shape.splitDimension + 1; dimension-- > 0;) {
        m_offset[dimension] += m_shape.dims[dimension];
        if (m_offset[dimension] < m_dims[dimension] || dimension == 0) break;
        m_offset[dimension] = 0;
    }
    m_chunks->giveBack(std::move(m_chunk));
}

void TableWriter::finish() {
    if (m_filled == 0) return;
    flushChunk();
}

}  // namespace firstsplit::record::hdf5
