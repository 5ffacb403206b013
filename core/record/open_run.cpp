#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/journal/frame.h"
#include "core/journal/journal_file.h"
#include "core/record/hdf5_run.h"
#include "core/record/journal_run.h"
#include "core/record/run.h"

namespace firstsplit::record {

namespace {

constexpr std::array<unsigned char, 8> hdf5Magic = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

/// The first bytes of a regular file; at most 8.
Result<std::string> firstBytesOf(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        const int reason = errno;
        return fail(fmt::format("{} cannot be opened: {}. {}", path, journal::errorText(reason),
                                reason == EACCES ? "Ask for permission to read it." : "Check the path."));
    }
    struct stat status {};
    const bool isKnown = ::fstat(descriptor, &status) == 0;
    std::array<char, 8> bytes{};
    ssize_t count = -1;
    int reason = errno;
    if (isKnown && S_ISREG(status.st_mode)) {
        count = ::pread(descriptor, bytes.data(), bytes.size(), 0);
        reason = errno;
    }
    ::close(descriptor);
    if (isKnown && S_ISDIR(status.st_mode))
        return fail(fmt::format("{} is a folder. Give the path of a run file (*.split.h5) in it.", path));
    if (isKnown && !S_ISREG(status.st_mode))
        return fail(fmt::format("{} is not a regular file. Give the path of a run file (*.split.h5).", path));
    if (count < 0)
        return fail(fmt::format("{} cannot be read: {}. Check the disk.", path, journal::errorText(reason)));
    return std::string(bytes.data(), static_cast<std::size_t>(count));
}

}  // namespace

Result<std::unique_ptr<Run>> openRun(const std::string& path) {
    const auto begin = firstBytesOf(path);
    if (!begin) return tl::unexpected(begin.error());
    if (begin->empty())
        return fail(fmt::format(
            "{} is empty. A run that has just been started writes to it soon; otherwise record the "
            "run again.",
            path));
    if (std::memcmp(begin->data(), journal::fileMagic.data(), begin->size()) == 0)
        return JournalRun::open(path);
    if (begin->size() == hdf5Magic.size() &&
        std::memcmp(begin->data(), hdf5Magic.data(), hdf5Magic.size()) == 0)
        return Hdf5Run::open(path);
    return fail(fmt::format(
        "{} is neither a run file (HDF5) nor a journal. Give a *.split.h5 or *.split.part file that "
        "firstsplit recorded.",
        path));
}

}  // namespace firstsplit::record
