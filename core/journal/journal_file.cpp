#include "core/journal/journal_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace firstsplit::journal {

namespace {

std::string remedyFor(int errorNumber) {
    switch (errorNumber) {
        case EEXIST:
            return "Files are never overwritten: choose another name, or move this one away.";
        case ENOENT:
            return "Make its folder first.";
        case EACCES:
        case EPERM:
        case EROFS:
            return "Choose a folder that you may write in.";
        case ENOSPC:
        case EDQUOT:
            return "Free some space, or choose a folder on another disk.";
        case EFBIG:
            return "Raise the limit on file sizes (ulimit -f), or keep fewer snapshots.";
        default:
            return "Check the disk, or choose a folder on another one.";
    }
}

}  // namespace

std::string errorText(int errorNumber) {
    return std::generic_category().message(errorNumber);
}

FileOperations FileOperations::system() {
    return {[](int descriptor, const void* bytes, std::size_t count) {
                return ::write(descriptor, bytes, count);
            },
            [](int descriptor) { return ::fdatasync(descriptor); }};
}

Result<JournalFile> JournalFile::create(const std::string& path, FileOperations operations) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        const int reason = errno;
        return fail(
            fmt::format("The journal {} cannot be made: {}. {}", path, errorText(reason), remedyFor(reason)));
    }
    struct stat status {};
    ::fstat(descriptor, &status);
    JournalFile file(path, std::move(operations), descriptor);
    file.m_device = status.st_dev;
    file.m_inode = status.st_ino;
    return file;
}

JournalFile::JournalFile(std::string path, FileOperations operations, int descriptor)
    : m_path(std::move(path)), m_operations(std::move(operations)), m_descriptor(descriptor) {}

JournalFile::JournalFile(JournalFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_operations(std::move(other.m_operations)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_device(other.m_device),
      m_inode(other.m_inode) {}

JournalFile::~JournalFile() {
    struct stat status {};
    // Only what is still ours is closed: see ensureDescriptor.
    if (m_descriptor >= 0 && ::fstat(m_descriptor, &status) == 0 && status.st_ino == m_inode &&
        status.st_dev == m_device)
        ::close(m_descriptor);
}

Result<> JournalFile::ensureDescriptor() {
    // A script may close descriptors that it did not open (os.closerange); the number is then given to the
    // next file that it opens, and our bytes would go into that.
    struct stat status {};
    if (::fstat(m_descriptor, &status) == 0 && status.st_ino == m_inode && status.st_dev == m_device)
        return {};
    m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (m_descriptor < 0)
        return fail(
            fmt::format("The journal {} was closed by the training and cannot be opened again: {}. Keep "
                        "the script from closing descriptors that it did not open.",
                        m_path, errorText(errno)));
    if (::fstat(m_descriptor, &status) == 0 && status.st_ino == m_inode && status.st_dev == m_device)
        return {};
    ::close(std::exchange(m_descriptor, -1));
    return fail(
        fmt::format("The journal {} was closed by the training, and another file has its name now. Keep the "
                    "script from closing descriptors that it did not open.",
                    m_path));
}

Result<> JournalFile::append(std::span<const std::byte> bytes) {
    if (auto isOpen = ensureDescriptor(); !isOpen) return isOpen;
    while (!bytes.empty()) {
        const ssize_t written = m_operations.write(m_descriptor, bytes.data(), bytes.size());
        if (written > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
            continue;
        }
        const int reason = written == 0 ? EIO : errno;
        if (reason == EINTR) continue;
        return fail(fmt::format("The journal {} cannot be written on: {}. {}", m_path, errorText(reason),
                                remedyFor(reason)));
    }
    return {};
}

Result<> JournalFile::sync() {
    if (m_descriptor < 0) return {};
    while (m_operations.sync(m_descriptor) != 0) {
        if (errno == EINTR) continue;
        // Nothing to wait for on this kind of file, or closed by the script: append() will see to it.
        if (errno == EINVAL || errno == ENOSYS || errno == EBADF) return {};
        return fail(fmt::format("The journal {} cannot be brought to the disk: {}. {}", m_path,
                                errorText(errno), remedyFor(errno)));
    }
    return {};
}

}  // namespace firstsplit::journal
