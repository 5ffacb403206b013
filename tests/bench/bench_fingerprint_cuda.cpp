// The fingerprints of a step's tensors on a device, all of it (tables, launch, copy back), against a device
// copy of the same bytes.
#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "core/fingerprint/cuda_fingerprinter.h"
#include "tests/bench/ratio.h"
#include "tests/gpu/device_memory.h"

using namespace firstsplit;
using namespace firstsplit::fingerprint;

int main(int argc, char** argv) {
    bench::Table table(argc, argv);
    auto opened = openCudaFingerprinter(0, 8);
    const struct {
        std::size_t tensors;
        std::size_t bytesEach;
        const char* name;
    } cases[] = {{62, 720'000, "62 tensors, 45 MB"}, {8, 128 << 20, "8 tensors, 1 GiB"}};
    for (const auto& one : cases) {
        const std::string what = std::string("fingerprints on the device, ") + one.name;
        if (!opened) {
            table.notMeasured(what, "at least 0.60 x device copy", opened.error().message);
            continue;
        }
        const test::Stream stream;
        const std::vector<std::byte> zeros(one.bytesEach);
        const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(one.bytesEach)};
        std::vector<test::DeviceMemory> from, to;
        std::vector<DeviceTensor> tensors;
        for (std::size_t i = 0; i < one.tensors; ++i) {
            from.emplace_back(zeros);
            to.emplace_back(zeros);
            tensors.push_back({ScalarType::UInt8, shape, from.back().data(), one.bytesEach});
        }
        constexpr int steps = 8;  // queued one behind the other, as in a training
        const auto ours = [&] {
            for (std::uint64_t step = 0; step < steps; ++step)
                if (const auto done = (*opened)->submit(step, tensors, stream.get()); !done)
                    throw std::runtime_error(done.error().message);
            if (const auto done = (*opened)->finish(); !done) throw std::runtime_error(done.error().message);
        };
        const auto copying = [&] {
            for (int step = 0; step < steps; ++step)
                for (std::size_t i = 0; i < one.tensors; ++i)
                    test::require(cudaMemcpyAsync(to[i].data(), from[i].data(), one.bytesEach,
                                                  cudaMemcpyDeviceToDevice, stream.get()));
            test::require(cudaStreamSynchronize(stream.get()));
        };
        table.atLeast(what, 0.6, bench::measure(ours, copying).asSpeed(), "x device copy");
    }
    return 0;
}
