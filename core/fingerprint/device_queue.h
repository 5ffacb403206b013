#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/result.h"
#include "core/fingerprint/device_block.h"

namespace firstsplit::fingerprint {

/// What DeviceFingerprinter needs of a device. Work is queued on a stream (a cudaStream_t as void*) and runs
/// later, in order; the fake of the tests does the same on the CPU. All from one thread.
class DeviceQueue {
  public:
    virtual ~DeviceQueue() = default;

    /// Device memory, and host memory that the device copies from and to without blocking. May wait for the
    /// device.
    virtual Result<void*> allocateDevice(std::size_t bytes) = 0;
    virtual Result<void*> allocatePinned(std::size_t bytes) = 0;
    virtual void releaseDevice(void* memory) noexcept = 0;
    virtual void releasePinned(void* memory) noexcept = 0;

    virtual Result<> upload(void* device, const void* pinned, std::size_t bytes, void* stream) = 0;
    virtual Result<> download(void* pinned, const void* device, std::size_t bytes, void* stream) = 0;
    /// Adds every chunk's mixed blocks to `sums` [tensors, 2]; all three tables are in device memory.
    virtual Result<> launch(const fs128::TensorView* tensors, const fs128::Chunk* chunks,
                            std::uint32_t chunkCount, std::uint64_t* sums, void* stream) = 0;

    /// Event number `event` is done when everything queued on `stream` before it is.
    virtual Result<> mark(std::size_t event, void* stream) = 0;
    virtual Result<bool> isDone(std::size_t event) = 0;
    virtual Result<> wait(std::size_t event) = 0;
};

}  // namespace firstsplit::fingerprint
