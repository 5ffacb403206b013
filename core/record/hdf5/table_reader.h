#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/hdf5/handle.h"

namespace firstsplit::record::hdf5 {

/// Whether a file holds something at a path; every group on the way may be missing.
bool exists(hid_t file, const std::string& path);

/// A dataset [rows × shape of a row], read in ranges of rows, straight from the file: without the library's
/// chunk cache, which would take 1 MiB a dataset. The file may be hostile: what it says of itself is compared
/// with what was expected, and with the bytes that it can hold. Throws Failure.
class TableReader {
  public:
    TableReader(hid_t file, std::string path);

    const std::vector<hsize_t>& dims() const { return m_dims; }
    hid_t id() const { return m_dataset.id(); }
    hid_t type() const { return m_type.id(); }

    /// Throws unless the dataset has this type and these dimensions.
    void expect(hid_t type, const std::vector<hsize_t>& dims) const;
    void expectDims(const std::vector<hsize_t>& dims) const;
    /// Throws unless its rows are really there: dimensions alone cost a hostile file nothing.
    void expectStored() const;

    /// Rows [first, first + count) as elements of `memoryType` into out, which has room for exactly that.
    void read(hsize_t first, hsize_t count, hid_t memoryType, std::span<std::byte> out) const;

  private:
    std::string m_path;
    DatasetHandle m_dataset;
    Type m_type;
    std::vector<hsize_t> m_dims;
};

/// A whole column of integers or texts; its rows are checked to be there before anything is allocated.
std::vector<std::int64_t> readIntegers(hid_t file, const std::string& path);
std::vector<std::string> readTexts(hid_t file, const std::string& path);

}  // namespace firstsplit::record::hdf5
