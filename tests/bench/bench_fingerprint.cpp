// The fingerprint of a tensor against memcpy of the same bytes, and against at::hash_tensor where LibTorch is
// there. One thread.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/fingerprint/fingerprint.h"
#include "tests/bench/hash_tensor.h"
#include "tests/bench/ratio.h"

using namespace firstsplit;
using namespace firstsplit::fingerprint;

namespace {

constexpr std::size_t page = 4096;

/// The first byte of `memory` that stands `offset` bytes behind the start of a page.
std::byte* placed(void* memory, std::size_t offset) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    return static_cast<std::byte*>(memory) + (page - address % page) % page + offset;
}

}  // namespace

int main(int argc, char** argv) {
    bench::Table table(argc, argv);
    const bench::Plan plan = {.clock = bench::Clock::Thread, .pairs = 101, .secondsEach = 0.001};
    const struct {
        std::size_t bytes;
        const char* name;
    } sizes[] = {{64 << 10, "64 kB"},
                 {256 << 10, "256 kB"},
                 {1 << 20, "1 MB"},
                 {8 << 20, "8 MB"},
                 {45'000'000, "45 MB"}};
    for (const auto& size : sizes) {
        // Source and target at different places of a page: at the same place memcpy waits for its own stores,
        // and a ratio against that would flatter.
        std::vector<std::uint64_t> memory(size.bytes / 8 + 2 * page / 8);
        std::vector<std::byte> targetMemory(size.bytes + 2 * page);
        auto* const words = reinterpret_cast<std::uint64_t*>(placed(memory.data(), 0));
        std::byte* const copy = placed(targetMemory.data(), page / 2);
        std::mt19937_64 random(1);
        std::generate_n(words, size.bytes / 8, [&] { return random(); });
        const auto bytes = std::as_bytes(std::span(words, size.bytes / 8));
        const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(bytes.size() / 4)};

        const auto ours = [&] {
            const Fingerprint result = ofTensor(ScalarType::Float32, shape, bytes);
            bench::keep(&result);
        };
        const auto copying = [&] {
            std::memcpy(copy, bytes.data(), bytes.size());
            bench::keep(copy);
        };
        const std::string what =
            std::string("fingerprint (") + std::string(dispatchName()) + ") of " + size.name;
        const bench::Ratio ratio = bench::measure(ours, copying, plan).asSpeed();
        const double gigabytes = static_cast<double>(bytes.size()) / 1e9;
        char speeds[64];
        std::snprintf(speeds, sizeof speeds, ", %.1f against %.1f GB/s", gigabytes / ratio.ourSeconds,
                      gigabytes / ratio.theirSeconds);
        table.atLeast(what + speeds, 0.6, ratio, "x memcpy");
        if (bench::hasHashTensor()) {
            const auto hashing = [&] { bench::hashTensor(bytes.data(), shape[0]); };
            table.atLeast(what, 1, bench::measure(ours, hashing, plan).asSpeed(), "x at::hash_tensor");
        } else {
            table.notMeasured(what, "faster than at::hash_tensor", "built without LibTorch");
        }
    }
    return 0;
}
