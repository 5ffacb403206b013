#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <span>
#include <string>

namespace firstsplit::testing {

/// The path of a file in memory that holds just these bytes, until the next call.
inline std::string fuzzFile(std::span<const std::byte> bytes) {
    static const int descriptor = memfd_create("fuzz", 0);
    const bool isThere = ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes.data(), bytes.size(), 0) ==
                                                              static_cast<ssize_t>(bytes.size());
    return isThere ? "/proc/self/fd/" + std::to_string(descriptor) : std::string();
}

}  // namespace firstsplit::testing
