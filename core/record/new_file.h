#pragma once

#include <string>

#include "core/base/result.h"

namespace firstsplit::record {

/// A file that is complete when it gets its name, and never takes the place of another. Until publish() it
/// stands beside its place under a temporary name; the destructor removes it.
class NewFile {
  public:
    /// Fails when `path` exists, or its folder cannot be written in. Permissions are those of `like`, a file.
    static Result<NewFile> beside(const std::string& path, const std::string& like);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile();

    const std::string& temporaryPath() const { return m_temporaryPath; }
    /// Brings the content to the disk and gives the file its name. Fails when that exists by now.
    Result<> publish();

  private:
    NewFile(std::string path, std::string temporaryPath);

    std::string m_path;
    std::string m_temporaryPath;  ///< empty: published
};

}  // namespace firstsplit::record
