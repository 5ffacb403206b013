#include "core/record/hdf5/table_reader.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "core/record/hdf5/failure.h"

namespace firstsplit::record::hdf5 {

namespace {

/// Product of the sizes, or the largest number when it overflows.
std::uint64_t productOf(std::uint64_t factor, std::span<const hsize_t> sizes) {
    for (const hsize_t size : sizes)
        if (__builtin_mul_overflow(factor, size, &factor)) return std::numeric_limits<std::uint64_t>::max();
    return factor;
}

}  // namespace

bool exists(hid_t file, const std::string& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (check(H5Lexists(file, part.c_str(), H5P_DEFAULT), "looking for " + part) == 0) return false;
        if (end == std::string::npos) break;
    }
    // The link may dangle.
    return check(H5Oexists_by_name(file, path.c_str(), H5P_DEFAULT), "looking for " + path) > 0;
}

TableReader::TableReader(hid_t file, std::string path) : m_path(std::move(path)) {
    if (!exists(file, m_path)) throw Failure("the dataset " + m_path + " is missing");
    const std::string doing = "opening " + m_path;
    const Properties access(check(H5Pcreate(H5P_DATASET_ACCESS), doing));
    check(H5Pset_chunk_cache(access.id(), 0, 0, 1.0), doing);
    m_dataset = DatasetHandle(check(H5Dopen2(file, m_path.c_str(), access.id()), doing));
    m_type = Type(check(H5Dget_type(id()), doing));
    const Properties creation(check(H5Dget_create_plist(id()), doing));
    // External files would be read from anywhere; filters and virtual datasets are not written by anyone of
    // ours.
    const H5D_layout_t layout = H5Pget_layout(creation.id());
    if (layout == H5D_VIRTUAL || H5Pget_external_count(creation.id()) != 0 ||
        H5Pget_nfilters(creation.id()) != 0)
        throw Failure(m_path + " is kept in a way that run files do not use (external, virtual or filtered)");
    const Space space(check(H5Dget_space(id()), doing));
    const int rank = static_cast<int>(check(H5Sget_simple_extent_ndims(space.id()), doing));
    if (rank < 1) throw Failure(m_path + " is no table");
    m_dims.resize(static_cast<std::size_t>(rank));
    check(H5Sget_simple_extent_dims(space.id(), m_dims.data(), nullptr), doing);
}

void TableReader::expectDims(const std::vector<hsize_t>& dims) const {
    if (m_dims != dims)
        throw Failure(fmt::format("{} has the shape [{}], but [{}] was expected", m_path,
                                  fmt::join(m_dims, ", "), fmt::join(dims, ", ")));
}

void TableReader::expect(hid_t type, const std::vector<hsize_t>& dims) const {
    expectDims(dims);
    if (check(H5Tequal(m_type.id(), type), "reading the type of " + m_path) == 0)
        throw Failure(m_path + " has another element type than expected");
}

void TableReader::expectStored() const {
    const std::uint64_t needed = productOf(H5Tget_size(m_type.id()), m_dims);
    const hsize_t stored = H5Dget_storage_size(id());
    if (needed <= stored) return;
    throw Failure(fmt::format("{} should hold {} bytes, and {} are there", m_path, needed, stored));
}

void TableReader::read(hsize_t first, hsize_t count, hid_t memoryType, std::span<std::byte> out) const {
    const std::uint64_t bytes =
        productOf(H5Tget_size(memoryType), std::span(m_dims).subspan(1)) * static_cast<std::uint64_t>(count);
    if (first > m_dims[0] || count > m_dims[0] - first || bytes != out.size())
        throw Failure(
            fmt::format("rows {} to {} of {} do not fit what was asked for", first, first + count, m_path));
    if (out.empty()) return;
    const std::string doing = "reading " + m_path;
    std::vector<hsize_t> start(m_dims.size(), 0), length = m_dims;
    start[0] = first;
    length[0] = count;
    const Space inFile(check(H5Dget_space(id()), doing));
    check(H5Sselect_hyperslab(inFile.id(), H5S_SELECT_SET, start.data(), nullptr, length.data(), nullptr),
          doing);
    const Space inMemory(
        check(H5Screate_simple(static_cast<int>(length.size()), length.data(), nullptr), doing));
    check(H5Dread(id(), memoryType, inMemory.id(), inFile.id(), H5P_DEFAULT, out.data()), doing);
}

std::vector<std::int64_t> readIntegers(hid_t file, const std::string& path) {
    const TableReader table(file, path);
    if (table.dims().size() != 1 || H5Tget_class(table.type()) != H5T_INTEGER)
        throw Failure(path + " is no column of integers");
    table.expectStored();
    std::vector<std::int64_t> out(table.dims()[0]);
    table.read(0, out.size(), H5T_NATIVE_INT64, std::as_writable_bytes(std::span(out)));
    return out;
}

std::vector<std::string> readTexts(hid_t file, const std::string& path) {
    const TableReader table(file, path);
    if (table.dims().size() != 1 || H5Tget_class(table.type()) != H5T_STRING ||
        check(H5Tis_variable_str(table.type()), "reading the type of " + path) != 0)
        throw Failure(path + " is no column of texts of a fixed length");
    table.expectStored();
    const std::size_t width = H5Tget_size(table.type());
    const std::size_t rows = table.dims()[0];
    std::vector<char> cells(rows * width);
    table.read(0, rows, table.type(), std::as_writable_bytes(std::span(cells)));
    std::vector<std::string> out;
    out.reserve(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        std::string text(cells.data() + row * width, width);
        text.erase(text.find_last_not_of('\0') + 1);
        out.push_back(std::move(text));
    }
    return out;
}

}  // namespace firstsplit::record::hdf5
