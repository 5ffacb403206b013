#include "ui/models/io_thread.h"

#include <algorithm>
#include <future>
#include <utility>

namespace firstsplit::ui {

IoThread::IoThread() : m_thread([this](const std::stop_token& stop) { run(stop); }) {}

IoThread::~IoThread() {
    m_thread.request_stop();
    if (m_thread.joinable()) m_thread.join();
}

void IoThread::post(Urgency urgency, std::function<void()> task) {
    {
        const std::lock_guard lock(m_mutex);
        m_queues[static_cast<std::size_t>(urgency)].push_back(std::move(task));
    }
    m_wake.notify_one();
}

void IoThread::waitForRunning() {
    std::promise<void> done;
    post(Urgency::Inspect, [&done] { done.set_value(); });
    done.get_future().wait();
}

bool IoThread::hasMoreUrgent(Urgency than) {
    const std::lock_guard lock(m_mutex);
    const auto end = m_queues.begin() + static_cast<std::ptrdiff_t>(than);
    return std::any_of(m_queues.begin(), end, [](const auto& queue) { return !queue.empty(); });
}

void IoThread::run(const std::stop_token& stop) {
    const auto nextQueue = [this] {
        return std::ranges::find_if(m_queues, [](const auto& queue) { return !queue.empty(); });
    };
    while (!stop.stop_requested()) {
        std::function<void()> task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [&] { return nextQueue() != m_queues.end(); })) return;
            if (stop.stop_requested()) return;
            const auto queue = nextQueue();
            task = std::move(queue->front());
            queue->pop_front();
        }
        task();
    }
}

}  // namespace firstsplit::ui
