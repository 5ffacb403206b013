#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace firstsplit::record {

/// A file that is being written, whose seal (FORMAT.md) comes of what is written while it is at hand, so that
/// only little of it has to be read again. HDF5 has no check of its own that we could use, believes what a
/// damaged file says, and crashes over some of it. Not thread-safe.
class SealingFile {
  public:
    /// A file that exists; its content is kept, and will be read to be sealed where it is not written anew.
    static Result<std::unique_ptr<SealingFile>> open(const std::string& path);
    ~SealingFile();
    SealingFile(const SealingFile&) = delete;
    SealingFile& operator=(const SealingFile&) = delete;

    int descriptor() const { return m_descriptor; }
    std::uint64_t length() const { return m_length; }
    Result<> write(std::uint64_t position, std::span<const std::byte> bytes);
    /// What was written; zeros behind it.
    Result<> read(std::uint64_t position, std::span<std::byte> out) const;
    Result<> setLength(std::uint64_t length);
    /// Appends the seal. The last thing that may be done.
    Result<> seal();

  private:
    explicit SealingFile(int descriptor) : m_descriptor(descriptor) {}
    Result<> checkTheRest();

    int m_descriptor = -1;
    std::uint64_t m_length = 0;
    std::vector<std::uint64_t> m_checks;  ///< of each block
    std::vector<bool> m_isCurrent;        ///< whether the check is that of the block as it is
};

}  // namespace firstsplit::record
