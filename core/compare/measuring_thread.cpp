#include "core/compare/measuring_thread.h"

#include <span>

namespace firstsplit::compare {

MeasuringThread::MeasuringThread(std::size_t bytesPerSlot) {
    for (Slot& slot : slots) {
        slot.a.resize(bytesPerSlot);
        slot.b.resize(bytesPerSlot);
    }
    thread = std::thread([this] { work(); });
}

MeasuringThread::~MeasuringThread() {
    {
        const std::lock_guard lock(mutex);
        isEnding = true;
    }
    changed.notify_all();
    thread.join();
}

MeasuringThread::Slot& MeasuringThread::freeSlot() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return submitted - measured < slots.size(); });
    Slot& slot = slots[submitted % slots.size()];
    slot.jobs.clear();
    return slot;
}

void MeasuringThread::submit() {
    {
        const std::lock_guard lock(mutex);
        ++submitted;
    }
    changed.notify_all();
}

void MeasuringThread::finish() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return measured == submitted; });
}

void MeasuringThread::work() {
    std::unique_lock lock(mutex);
    while (true) {
        changed.wait(lock, [&] { return isEnding || measured < submitted; });
        if (isEnding) return;
        const Slot& slot = slots[measured % slots.size()];
        lock.unlock();
        for (const Job& job : slot.jobs)
            job.result->add(job.type, std::span(slot.a).subspan(job.offset, job.bytes),
                            std::span(slot.b).subspan(job.offset, job.bytes));
        lock.lock();
        ++measured;
        changed.notify_all();
    }
}

}  // namespace firstsplit::compare
