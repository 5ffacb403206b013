// A device on the CPU: it queues work as a CUDA stream does, runs it only when told to, and computes with the
// kernel's own arithmetic, thread by thread.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/fingerprint/device_queue.h"

namespace firstsplit::fingerprint::test {

/// What the tests see of the fake, and steer; outlives it.
struct FakeDevice {
    std::vector<std::function<void()>> pending;  ///< Queued and not yet run.
    std::map<std::size_t, bool> events;          ///< Marked; true when reached.
    std::size_t memoryHeld = 0;                  ///< Allocations not released.
    int uploads = 0;
    int downloads = 0;
    int launches = 0;
    int waits = 0;
    std::size_t bytesUploaded = 0;
    int operationsUntilFailure = -1;  ///< Negative: none fails.

    void run() {
        for (const auto& work : std::exchange(pending, {})) work();
    }
};

/// The kernel: a group of warps, each with its 32 threads and their tree of shuffles.
inline void runChunk(const fs128::TensorView* tensors, const fs128::Chunk& chunk, std::uint64_t* sums) {
    using namespace fs128;
    std::int32_t keyTable[keyCount];
    for (unsigned index = 0; index < keyCount; ++index) keyTable[index] = keyAt(index);
    for (unsigned warp = 0; warp < warpsPerGroup; ++warp) {
        for (unsigned block = warp; block < chunk.blocks; block += warpsPerGroup) {
            std::uint64_t own[threadsPerWarp][lanes];
            for (unsigned thread = 0; thread < threadsPerWarp; ++thread)
                threadSums(tensors[chunk.tensor], chunk.firstBlock + block, thread, keyTable, own[thread]);
            for (unsigned distance = threadsPerWarp / 2; distance > 0; distance /= 2)
                for (unsigned thread = 0; thread < distance; ++thread)
                    for (unsigned lane = 0; lane < lanes; ++lane)
                        own[thread][lane] += own[thread + distance][lane];
            for (unsigned lane = 0; lane < lanes; ++lane)
                sums[lanes * chunk.tensor + lane] += mixBlock(own[0][lane], chunk.firstBlock + block, lane);
        }
    }
}

class FakeQueue final : public DeviceQueue {
  public:
    explicit FakeQueue(FakeDevice& fake) : device(fake) {}

    Result<void*> allocateDevice(std::size_t bytes) override { return allocate(bytes); }
    Result<void*> allocatePinned(std::size_t bytes) override { return allocate(bytes); }
    void releaseDevice(void* memory) noexcept override { release(memory); }
    void releasePinned(void* memory) noexcept override { release(memory); }

    Result<> upload(void* to, const void* pinned, std::size_t bytes, void*) override {
        ++device.uploads;
        device.bytesUploaded += bytes;
        return queue([=] { std::memcpy(to, pinned, bytes); });
    }
    Result<> download(void* pinned, const void* from, std::size_t bytes, void*) override {
        ++device.downloads;
        return queue([=] { std::memcpy(pinned, from, bytes); });
    }
    Result<> launch(const fs128::TensorView* tensors, const fs128::Chunk* chunks, std::uint32_t chunkCount,
                    std::uint64_t* sums, void*) override {
        ++device.launches;
        return queue([=] {
            for (std::uint32_t i = chunkCount; i-- > 0;)
                runChunk(tensors, chunks[i], sums);  // any order will do
        });
    }
    Result<> mark(std::size_t event, void*) override {
        device.events[event] = false;
        return queue([&fake = device, event] { fake.events[event] = true; });
    }
    Result<bool> isDone(std::size_t event) override {
        if (fails()) return fail("The device is gone. Plug it in again.");
        return device.events.at(event);
    }
    Result<> wait(std::size_t event) override {
        ++device.waits;
        if (fails()) return fail("The device is gone. Plug it in again.");
        device.run();
        if (!device.events.at(event))
            return fail("Waited for an event that nothing leads to. Mark it first.");
        return {};
    }

  private:
    bool fails() { return device.operationsUntilFailure >= 0 && device.operationsUntilFailure-- == 0; }

    Result<> queue(std::function<void()> work) {
        if (fails()) return fail("The device is gone. Plug it in again.");
        device.pending.push_back(std::move(work));
        return {};
    }
    Result<void*> allocate(std::size_t bytes) {
        if (fails()) return fail("The device is gone. Plug it in again.");
        ++device.memoryHeld;
        return ::operator new(bytes);
    }
    void release(void* memory) noexcept {
        --device.memoryHeld;
        ::operator delete(memory);
    }

    FakeDevice& device;
};

}  // namespace firstsplit::fingerprint::test
