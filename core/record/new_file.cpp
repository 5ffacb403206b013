#include "core/record/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/journal/journal_file.h"

namespace firstsplit::record {

using journal::errorText;

namespace {

tl::unexpected<Error> alreadyThere(const std::string& path) {
    return fail(fmt::format(
        "{} exists already, and files are never overwritten: choose another name, or move it away.", path));
}

std::string folderOf(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? std::string(".") : folder.string();
}

/// Returns errno, 0 when it was done.
int syncPath(const std::string& path, int flags) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int reason = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    return reason;
}

/// Renames unless the new name exists; returns errno.
int renameToNew(const std::string& from, const std::string& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // A file system without that flag (NFS and others): a hard link fails just the same when the name exists.
    if (::link(from.c_str(), to.c_str()) != 0) return errno;
    ::unlink(from.c_str());
    return 0;
}

}  // namespace

Result<NewFile> NewFile::beside(const std::string& path, const std::string& like) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0) return alreadyThere(path);
    std::string temporary = path + ".building-XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) {
        const int reason = errno;
        return fail(
            fmt::format("{} cannot be made: {}. Choose a folder that exists and that you may write in.", path,
                        errorText(reason)));
    }
    if (::stat(like.c_str(), &status) == 0) static_cast<void>(::fchmod(descriptor, status.st_mode & 0666));
    ::close(descriptor);
    return NewFile(path, temporary);
}

NewFile::NewFile(std::string path, std::string temporaryPath)
    : m_path(std::move(path)), m_temporaryPath(std::move(temporaryPath)) {}

NewFile::NewFile(NewFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_temporaryPath(std::exchange(other.m_temporaryPath, {})) {}

NewFile::~NewFile() {
    if (!m_temporaryPath.empty()) ::unlink(m_temporaryPath.c_str());
}

Result<> NewFile::publish() {
    if (const int reason = syncPath(m_temporaryPath, O_RDONLY); reason != 0)
        return fail(
            fmt::format("{} cannot be brought to the disk: {}. Free some space, or choose another disk.",
                        m_path, errorText(reason)));
    if (const int reason = renameToNew(m_temporaryPath, m_path); reason != 0) {
        if (reason == EEXIST) return alreadyThere(m_path);
        return fail(fmt::format("{} cannot be given its name: {}. Choose a folder on another file system.",
                                m_path, errorText(reason)));
    }
    m_temporaryPath.clear();
    // The name itself. Some file systems cannot; the content is safe by then.
    static_cast<void>(syncPath(folderOf(m_path), O_RDONLY | O_DIRECTORY));
    return {};
}

}  // namespace firstsplit::record
