#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/fingerprint/device_queue.h"
#include "core/fingerprint/fingerprint.h"

namespace firstsplit::fingerprint {

/// A tensor in device memory: contiguous in row-major order, conj and neg bits resolved.
struct DeviceTensor {
    ScalarType type = ScalarType::Unknown;
    std::span<const std::int64_t> shape;
    const void* data = nullptr;
    std::uint64_t bytes = 0;
};

/// Words of 32 bits are read: a tensor that does not stand at a multiple of four bytes (a slice of bfloat16
/// can) has to be cloned by the caller first.
inline bool needsClone(const DeviceTensor& tensor) {
    return tensor.bytes > 0 && reinterpret_cast<std::uintptr_t>(tensor.data) % 4 != 0;
}

/// A step's fingerprints, in the order in which its tensors were given.
struct StepFingerprints {
    std::uint64_t step = 0;
    std::vector<Fingerprint> tensors;
};

/// The chunks of one launch over tensors of these sizes in bytes: whole chunks of a tensor, then what remains
/// of it.
std::vector<fs128::Chunk> chunksOf(std::span<const std::uint64_t> bytes);

/// Fingerprints of many device tensors a step, without making the step wait: one upload of the tables, one
/// launch and one copy back are queued on the training's stream, and the results fetched some steps later.
/// `fs128/1`, the same bits as ofTensor. Not thread-safe: for the thread that trains. Not while the stream is
/// captured into a graph.
class DeviceFingerprinter {
  public:
    /// `stepsInFlight` (at least 1): how many steps may be queued before submit has to wait for the oldest.
    DeviceFingerprinter(std::unique_ptr<DeviceQueue> device, std::size_t stepsInFlight);
    ~DeviceFingerprinter();
    DeviceFingerprinter(const DeviceFingerprinter&) = delete;
    DeviceFingerprinter& operator=(const DeviceFingerprinter&) = delete;

    /// Queues the fingerprints of `tensors` as they will be when the work queued on `stream` so far is done.
    /// Their memory must not be reused but by later work of that stream. Waits only when the ring is full
    /// (see waits()), or when memory has to grow (the first steps, or more tensors than ever). Fails on an
    /// unaligned tensor, naming its place, and nothing is queued. After a failure of the device all further
    /// calls fail.
    Result<> submit(std::uint64_t step, std::span<const DeviceTensor> tensors, void* stream);

    /// The steps that are done by now, oldest first; never waits.
    Result<std::vector<StepFingerprints>> collect();
    /// All steps submitted and not yet collected, oldest first; waits for them.
    Result<std::vector<StepFingerprints>> finish();

    /// How often submit found the ring full and had to wait.
    std::uint64_t waits() const { return waitCount; }
    std::size_t inFlight() const { return queued.size(); }

  private:
    /// A step's memory: tensor table, sums and chunk table in a row, once in pinned and once in device
    /// memory.
    struct Slot {
        std::size_t capacity = 0;
        std::byte* pinned = nullptr;
        std::byte* device = nullptr;
        std::vector<std::uint64_t>
            bytes;  ///< Sizes of the tensors for which the chunk table on the device was made.
        std::uint32_t chunkCount = 0;
        bool chunksUploaded = false;
        std::uint64_t step = 0;
        std::vector<std::uint64_t> headers;
    };

    Result<> reserve(Slot& slot, std::size_t bytes);
    Result<> enqueue(std::size_t index, std::span<const DeviceTensor> tensors, void* stream);
    Result<> waitForOldest();
    void takeOldest();
    void release(Slot& slot) noexcept;
    tl::unexpected<Error> broken(Error error);

    std::unique_ptr<DeviceQueue> queue;
    std::vector<Slot> slots;
    std::deque<std::size_t> queued;  ///< Slots in flight, oldest first.
    std::size_t nextSlot = 0;
    std::vector<StepFingerprints> ready;
    std::uint64_t waitCount = 0;
    std::optional<Error> failure;
};

}  // namespace firstsplit::fingerprint
