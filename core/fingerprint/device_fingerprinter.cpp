#include "core/fingerprint/device_fingerprinter.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/fingerprint/tensor_hasher.h"

namespace firstsplit::fingerprint {
namespace {

/// Where a slot's tables stand. Sums come between, so that tables and zeroed sums are one upload with and
/// without chunks.
struct Layout {
    std::size_t sums;
    std::size_t chunks;

    explicit Layout(std::size_t tensors)
        : sums(tensors * sizeof(fs128::TensorView)), chunks(sums + tensors * sizeof(Sums)) {}
};

}  // namespace

std::vector<fs128::Chunk> chunksOf(std::span<const std::uint64_t> bytes) {
    std::vector<fs128::Chunk> chunks;
    for (std::size_t tensor = 0; tensor < bytes.size(); ++tensor) {
        const std::uint64_t blocks =
            bytes[tensor] / fs128::bytesPerBlock + (bytes[tensor] % fs128::bytesPerBlock != 0);
        for (std::uint64_t first = 0; first < blocks; first += fs128::blocksPerChunk) {
            const std::uint64_t count = std::min<std::uint64_t>(blocks - first, fs128::blocksPerChunk);
            chunks.push_back({static_cast<std::uint32_t>(tensor), static_cast<std::uint32_t>(count), first});
        }
    }
    return chunks;
}

DeviceFingerprinter::DeviceFingerprinter(std::unique_ptr<DeviceQueue> device, std::size_t stepsInFlight)
    : queue(std::move(device)), slots(std::max<std::size_t>(stepsInFlight, 1)) {}

DeviceFingerprinter::~DeviceFingerprinter() {
    // Memory that the device still reads or writes may not be freed; a wait that fails means that it no
    // longer does.
    for (std::size_t index : queued)
        if (!slots[index].headers.empty()) static_cast<void>(queue->wait(index));
    for (Slot& slot : slots) release(slot);
}

void DeviceFingerprinter::release(Slot& slot) noexcept {
    if (slot.pinned != nullptr) queue->releasePinned(slot.pinned);
    if (slot.device != nullptr) queue->releaseDevice(slot.device);
    slot.pinned = nullptr;
    slot.device = nullptr;
    slot.capacity = 0;
    slot.chunksUploaded = false;
}

tl::unexpected<Error> DeviceFingerprinter::broken(Error error) {
    failure = error;
    return tl::unexpected<Error>(std::move(error));
}

Result<> DeviceFingerprinter::reserve(Slot& slot, std::size_t bytes) {
    if (bytes <= slot.capacity) return {};
    release(slot);
    const std::size_t capacity = bytes + bytes / 2;  // growing waits for the device: seldom
    const Result<void*> pinned = queue->allocatePinned(capacity);
    if (!pinned) return tl::unexpected(pinned.error());
    slot.pinned = static_cast<std::byte*>(*pinned);
    const Result<void*> device = queue->allocateDevice(capacity);
    if (!device) return tl::unexpected(device.error());
    slot.device = static_cast<std::byte*>(*device);
    slot.capacity = capacity;
    return {};
}

Result<> DeviceFingerprinter::submit(std::uint64_t step, std::span<const DeviceTensor> tensors,
                                     void* stream) {
    if (failure) return tl::unexpected(*failure);
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (needsClone(tensors[i]))
            return fail("Tensor " + std::to_string(i) +
                        " of the step cannot be fingerprinted on the device: its memory " +
                        "does not start at a multiple of four bytes. Clone it first.");
    if (queued.size() == slots.size()) {
        if (!slots[queued.front()].headers.empty()) {
            const Result<bool> done = queue->isDone(queued.front());
            if (!done) return broken(done.error());
            waitCount += *done ? 0 : 1;
        }
        if (const Result<> waited = waitForOldest(); !waited) return waited;
    }
    const std::size_t index = nextSlot;
    slots[index].step = step;
    if (const Result<> done = enqueue(index, tensors, stream); !done) return broken(done.error());
    nextSlot = (nextSlot + 1) % slots.size();
    queued.push_back(index);
    return {};
}

Result<> DeviceFingerprinter::enqueue(std::size_t index, std::span<const DeviceTensor> tensors,
                                      void* stream) {
    Slot& slot = slots[index];
    slot.headers.clear();
    if (tensors.empty()) return {};

    std::vector<std::uint64_t> sizes;
    sizes.reserve(tensors.size());
    for (const DeviceTensor& tensor : tensors) sizes.push_back(tensor.bytes);
    const Layout layout(tensors.size());
    std::size_t uploaded = layout.chunks;
    if (!slot.chunksUploaded || sizes != slot.bytes) {
        const std::vector<fs128::Chunk> chunks = chunksOf(sizes);
        slot.chunksUploaded = false;
        if (const Result<> grown = reserve(slot, layout.chunks + chunks.size() * sizeof(fs128::Chunk));
            !grown)
            return grown;
        if (!chunks.empty())
            std::memcpy(slot.pinned + layout.chunks, chunks.data(), chunks.size() * sizeof(fs128::Chunk));
        uploaded += chunks.size() * sizeof(fs128::Chunk);
        slot.chunkCount = static_cast<std::uint32_t>(chunks.size());
        slot.bytes = std::move(sizes);
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const fs128::TensorView view = {tensors[i].data, tensors[i].bytes};
        std::memcpy(slot.pinned + i * sizeof view, &view, sizeof view);
        slot.headers.push_back(headerOf(tensors[i].type, tensors[i].shape));
    }
    const std::size_t sumBytes = layout.chunks - layout.sums;
    std::memset(slot.pinned + layout.sums, 0, sumBytes);

    if (const Result<> done = queue->upload(slot.device, slot.pinned, uploaded, stream); !done) return done;
    slot.chunksUploaded = true;
    if (slot.chunkCount > 0) {
        const auto* views = reinterpret_cast<const fs128::TensorView*>(slot.device);
        const auto* chunks = reinterpret_cast<const fs128::Chunk*>(slot.device + layout.chunks);
        auto* sums = reinterpret_cast<std::uint64_t*>(slot.device + layout.sums);
        if (const Result<> done = queue->launch(views, chunks, slot.chunkCount, sums, stream); !done)
            return done;
    }
    if (const Result<> done =
            queue->download(slot.pinned + layout.sums, slot.device + layout.sums, sumBytes, stream);
        !done)
        return done;
    return queue->mark(index, stream);
}

void DeviceFingerprinter::takeOldest() {
    const Slot& slot = slots[queued.front()];
    queued.pop_front();
    StepFingerprints result{slot.step, {}};
    result.tensors.reserve(slot.headers.size());
    const Layout layout(slot.headers.size());
    for (std::size_t i = 0; i < slot.headers.size(); ++i) {
        Sums sums;
        std::memcpy(sums.data(), slot.pinned + layout.sums + i * sizeof sums, sizeof sums);
        result.tensors.push_back(fromSums(sums, slot.headers[i]));
    }
    ready.push_back(std::move(result));
}

Result<> DeviceFingerprinter::waitForOldest() {
    const std::size_t index = queued.front();
    if (!slots[index].headers.empty())
        if (const Result<> done = queue->wait(index); !done) return broken(done.error());
    takeOldest();
    return {};
}

Result<std::vector<StepFingerprints>> DeviceFingerprinter::collect() {
    if (failure) return tl::unexpected(*failure);
    while (!queued.empty()) {
        const std::size_t index = queued.front();
        if (!slots[index].headers.empty()) {
            const Result<bool> done = queue->isDone(index);
            if (!done) return broken(done.error());
            if (!*done) break;
        }
        takeOldest();
    }
    return std::exchange(ready, {});
}

Result<std::vector<StepFingerprints>> DeviceFingerprinter::finish() {
    if (failure) return tl::unexpected(*failure);
    while (!queued.empty())
        if (const Result<> done = waitForOldest(); !done) return tl::unexpected(done.error());
    return std::exchange(ready, {});
}

}  // namespace firstsplit::fingerprint
