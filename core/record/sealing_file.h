#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace firstsplit::record {

/// A file that is being written, whose seal (FORMAT.md) comes of what is written while it is at hand, so that
/// only little of it has to be read again. HDF5 has no check of its own that we could use, believes what a
/// damaged file says, and crashes over some of it. Not thread-safe.
///
/// Writing fails silently: from then on nothing is written, failure() is there to be asked, and seal() says
/// it. The HDF5 library must not hear of it, as it cannot close a file whose last writes fail.
class SealingFile {
  public:
    /// A file that exists; its content is kept, and will be read to be sealed where it is not written anew.
    static Result<std::unique_ptr<SealingFile>> open(const std::string& path);
    ~SealingFile();
    SealingFile(const SealingFile&) = delete;
    SealingFile& operator=(const SealingFile&) = delete;

    int descriptor() const { return m_descriptor; }
    std::uint64_t length() const { return m_length; }
    void write(std::uint64_t position, std::span<const std::byte> bytes);
    /// What was written; zeros behind it, and after a failure.
    void read(std::uint64_t position, std::span<std::byte> out);
    void setLength(std::uint64_t length);
    const std::optional<Error>& failure() const { return m_failure; }
    /// Appends the seal. The last thing that may be done.
    Result<> seal();

  private:
    explicit SealingFile(int descriptor) : m_descriptor(descriptor) {}
    Result<> checkTheRest();
    void failSystem(const char* doing);
    bool resizeChecks(std::uint64_t length);

    int m_descriptor = -1;
    std::uint64_t m_length = 0;
    std::vector<std::uint64_t> m_checks;  ///< of each block
    std::vector<bool> m_isCurrent;        ///< whether the check is that of the block as it is
    std::optional<Error> m_failure;
};

}  // namespace firstsplit::record
