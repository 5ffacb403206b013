#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace firstsplit::record {

/// A sealed file, every block of which is checked when it is first read: whoever reads through it sees either
/// what was written or a failure. Several threads may read at once.
class SealedFile {
  public:
    /// Fails when the file cannot be read, or has no seal or a damaged one.
    static Result<std::unique_ptr<SealedFile>> open(const std::string& path);
    ~SealedFile();
    SealedFile(const SealedFile&) = delete;
    SealedFile& operator=(const SealedFile&) = delete;

    std::uint64_t length() const { return m_length; }  ///< without the seal
    int descriptor() const { return m_descriptor; }
    Result<> read(std::uint64_t position, std::span<std::byte> out) const;

  private:
    explicit SealedFile(int descriptor) : m_descriptor(descriptor) {}
    Result<> readSeal();
    Result<> checkBlock(std::uint64_t block, std::span<const std::byte> bytes) const;

    int m_descriptor = -1;
    std::uint64_t m_length = 0;
    std::vector<std::uint64_t> m_checks;
    std::unique_ptr<std::atomic<bool>[]> m_isChecked;  ///< of each block; read anew by two threads at worst
};

}  // namespace firstsplit::record
