#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "core/compare/element_difference.h"

namespace firstsplit::compare {

/// Measures tensors on a thread of its own while the caller reads the next ones: two slots, filled in turn.
/// The caller's side belongs to one thread; the results may be looked at after finish().
class MeasuringThread {
  public:
    struct Job {
        std::size_t offset = 0, bytes = 0;  ///< where the tensor stands in both buffers of its slot
        fingerprint::ScalarType type{};
        DifferenceSum* result = nullptr;  ///< what is found is added to it
    };
    struct Slot {
        std::vector<std::byte> a, b;
        std::vector<Job> jobs;
    };

    explicit MeasuringThread(std::size_t bytesPerSlot);
    ~MeasuringThread();
    MeasuringThread(const MeasuringThread&) = delete;
    MeasuringThread& operator=(const MeasuringThread&) = delete;

    /// The slot to fill next, without jobs; waits until it is free.
    Slot& freeSlot();
    /// Hands the slot of freeSlot() over.
    void submit();
    /// Waits until everything handed over is measured.
    void finish();

  private:
    void work();

    std::array<Slot, 2> slots;
    std::size_t submitted = 0, measured = 0;  ///< jobs' slots so far; slot k % 2 holds the k-th
    bool isEnding = false;
    std::mutex mutex;
    std::condition_variable changed;
    std::thread thread;
};

}  // namespace firstsplit::compare
