#include "core/fingerprint/paths.h"

#include <atomic>

namespace firstsplit::fingerprint {
namespace {

bool isAvailable(Path path) {
    if (path == Path::Scalar) return true;
#if defined(__x86_64__)
    __builtin_cpu_init();
    switch (path) {
        case Path::Sse41:
            return __builtin_cpu_supports("sse4.1");
        case Path::Avx2:
            return __builtin_cpu_supports("avx2");
        case Path::Avx512:
            return __builtin_cpu_supports("avx512f");
        case Path::Scalar:
            break;
    }
#endif
    return false;
}

Accumulate functionOf([[maybe_unused]] Path path) {
#if defined(__x86_64__)
    switch (path) {
        case Path::Sse41:
            return accumulateSse41;
        case Path::Avx2:
            return accumulateAvx2;
        case Path::Avx512:
            return accumulateAvx512;
        case Path::Scalar:
            break;
    }
#endif
    return accumulateScalar;
}

std::atomic<Path>& chosen() {
    static std::atomic<Path> path{availablePaths().back()};
    return path;
}

}  // namespace

std::vector<Path> availablePaths() {
    std::vector<Path> paths;
    for (Path path : {Path::Scalar, Path::Sse41, Path::Avx2, Path::Avx512})
        if (isAvailable(path)) paths.push_back(path);
    return paths;
}

std::string_view nameOf(Path path) {
    switch (path) {
        case Path::Sse41:
            return "sse4.1";
        case Path::Avx2:
            return "avx2";
        case Path::Avx512:
            return "avx512";
        case Path::Scalar:
            break;
    }
    return "scalar";
}

Path activePath() {
    return chosen().load(std::memory_order_relaxed);
}

bool forcePath(Path path) {
    if (!isAvailable(path)) return false;
    chosen().store(path, std::memory_order_relaxed);
    return true;
}

void accumulate(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums) {
    functionOf(activePath())(data, blocks, firstBlock, sums);
}

}  // namespace firstsplit::fingerprint
