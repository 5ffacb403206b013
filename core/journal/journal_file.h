#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "core/base/result.h"

namespace firstsplit::journal {

/// The system calls that a journal is written with; tests put faults here.
struct FileOperations {
    std::function<ssize_t(int, const void*, std::size_t)> write;  ///< as write(2), errno included
    std::function<int(int)> sync;                                 ///< as fdatasync(2)
    static FileOperations system();
};

/// A new file that is only appended to. Not thread-safe, but for sync(), which may run beside append().
class JournalFile {
  public:
    /// Makes the file; one that exists is never opened.
    static Result<JournalFile> create(const std::string& path, FileOperations operations);
    JournalFile(JournalFile&& other) noexcept;
    JournalFile& operator=(JournalFile&&) = delete;
    ~JournalFile();

    /// Writes all bytes, however many calls it takes. After a failure the file may end within them.
    Result<> append(std::span<const std::byte> bytes);
    Result<> sync();
    const std::string& path() const { return m_path; }

  private:
    JournalFile(std::string path, FileOperations operations, int descriptor);
    Result<> ensureDescriptor();

    std::string m_path;
    FileOperations m_operations;
    int m_descriptor = -1;
    dev_t m_device = 0;
    ino_t m_inode = 0;
};

/// "No space left on device" and the like.
std::string errorText(int errorNumber);

}  // namespace firstsplit::journal
