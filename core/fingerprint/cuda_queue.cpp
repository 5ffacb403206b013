#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "core/fingerprint/cuda_fingerprinter.h"
#include "core/fingerprint/fs128_cuda.h"

namespace firstsplit::fingerprint {
namespace {

std::string nameOf(int device) {
    return "CUDA device " + std::to_string(device);
}

/// Makes a device current and, at the end of the scope, the former one again.
class DeviceGuard {
  public:
    explicit DeviceGuard(int device) {
        status = cudaGetDevice(&former);
        if (status == cudaSuccess && former != device) {
            status = cudaSetDevice(device);
            changed = status == cudaSuccess;
        }
    }
    ~DeviceGuard() {
        if (changed) cudaSetDevice(former);
    }
    DeviceGuard(const DeviceGuard&) = delete;
    DeviceGuard& operator=(const DeviceGuard&) = delete;

    cudaError_t status = cudaSuccess;

  private:
    int former = 0;
    bool changed = false;
};

class CudaQueue final : public DeviceQueue {
  public:
    explicit CudaQueue(int number) : device(number) {}
    ~CudaQueue() override {
        const DeviceGuard guard(device);
        for (cudaEvent_t event : events) cudaEventDestroy(event);
        cudaGetLastError();
    }

    Result<> open(std::size_t eventCount) {
        int count = 0;
        if (const cudaError_t status = cudaGetDeviceCount(&count); status != cudaSuccess) {
            cudaGetLastError();
            const std::string reason =
                status == cudaErrorInsufficientDriver
                    ? "there is no NVIDIA driver, or it is older than this CUDA runtime needs"
                    : cudaGetErrorString(status);
            return fail(nameOf(device) + " cannot be used: " + reason +
                        ". Install a driver that is recent enough, or train on the CPU.");
        }
        if (device < 0 || device >= count)
            return fail(nameOf(device) + " cannot be used: this process sees " + std::to_string(count) +
                        " of them, numbered from 0. Name one of these, or check CUDA_VISIBLE_DEVICES.");
        const DeviceGuard guard(device);
        int processors = 0;
        if (Result<> done = check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
                                  guard, "reading its properties");
            !done)
            return done;
        multiprocessors = static_cast<unsigned>(processors);
        while (events.size() < eventCount) {
            cudaEvent_t event = nullptr;
            if (Result<> done =
                    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), guard, "making an event");
                !done)
                return done;
            events.push_back(event);
        }
        return {};
    }

    Result<void*> allocateDevice(std::size_t bytes) override {
        const DeviceGuard guard(device);
        void* memory = nullptr;
        if (Result<> done = check(cudaMalloc(&memory, bytes), guard, "allocating device memory"); !done)
            return tl::unexpected(done.error());
        return memory;
    }
    Result<void*> allocatePinned(std::size_t bytes) override {
        const DeviceGuard guard(device);
        void* memory = nullptr;
        if (Result<> done =
                check(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault), guard, "allocating pinned memory");
            !done)
            return tl::unexpected(done.error());
        return memory;
    }
    void releaseDevice(void* memory) noexcept override {
        const DeviceGuard guard(device);
        cudaFree(memory);
        cudaGetLastError();
    }
    void releasePinned(void* memory) noexcept override {
        const DeviceGuard guard(device);
        cudaFreeHost(memory);
        cudaGetLastError();
    }

    Result<> upload(void* to, const void* pinned, std::size_t bytes, void* stream) override {
        const DeviceGuard guard(device);
        return check(
            cudaMemcpyAsync(to, pinned, bytes, cudaMemcpyHostToDevice, static_cast<cudaStream_t>(stream)),
            guard, "sending the table of tensors");
    }
    Result<> download(void* pinned, const void* from, std::size_t bytes, void* stream) override {
        const DeviceGuard guard(device);
        return check(
            cudaMemcpyAsync(pinned, from, bytes, cudaMemcpyDeviceToHost, static_cast<cudaStream_t>(stream)),
            guard, "fetching the fingerprints");
    }
    Result<> launch(const fs128::TensorView* tensors, const fs128::Chunk* chunks, std::uint32_t chunkCount,
                    std::uint64_t* sums, void* stream) override {
        const DeviceGuard guard(device);
        const int status = launchFs128(tensors, chunks, chunkCount, sums, multiprocessors, stream);
        return check(static_cast<cudaError_t>(status), guard, "starting the fingerprint kernel");
    }

    Result<> mark(std::size_t event, void* stream) override {
        const DeviceGuard guard(device);
        return check(cudaEventRecord(events[event], static_cast<cudaStream_t>(stream)), guard,
                     "marking the step");
    }
    Result<bool> isDone(std::size_t event) override {
        const DeviceGuard guard(device);
        const cudaError_t status = cudaEventQuery(events[event]);
        if (status == cudaErrorNotReady) {
            cudaGetLastError();  // "not ready" is kept as the last error, and torch would report it
            return false;
        }
        if (Result<> done = check(status, guard, "computing the fingerprints"); !done)
            return tl::unexpected(done.error());
        return true;
    }
    Result<> wait(std::size_t event) override {
        const DeviceGuard guard(device);
        return check(cudaEventSynchronize(events[event]), guard, "computing the fingerprints");
    }

  private:
    Result<> check(cudaError_t status, const DeviceGuard& guard, const char* doing) const {
        const cudaError_t first = guard.status != cudaSuccess ? guard.status : status;
        if (first == cudaSuccess) return {};
        cudaGetLastError();
        std::string remedy =
            "An earlier kernel may have failed: run again with CUDA_LAUNCH_BLOCKING=1 to find it.";
        if (first == cudaErrorMemoryAllocation)
            remedy = "Use a smaller batch, or free memory on the device and the host.";
        return fail(nameOf(device) + " failed while " + doing + ": " + cudaGetErrorString(first) + ". " +
                    remedy);
    }

    int device;
    unsigned multiprocessors = 1;
    std::vector<cudaEvent_t> events;
};

}  // namespace

Result<std::unique_ptr<DeviceFingerprinter>> openCudaFingerprinter(int device, std::size_t stepsInFlight) {
    const std::size_t steps = stepsInFlight > 0 ? stepsInFlight : 1;
    auto queue = std::make_unique<CudaQueue>(device);
    if (const Result<> opened = queue->open(steps); !opened) return tl::unexpected(opened.error());
    return std::make_unique<DeviceFingerprinter>(std::move(queue), steps);
}

}  // namespace firstsplit::fingerprint
