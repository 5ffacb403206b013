#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace firstsplit::ui {

/// The one thread of the window's process that reads run files (HDF5 has one global lock, so a second one
/// would only wait). Tasks run one at a time, the most urgent queue first, in order within a queue.
/// Thread-safe.
class IoThread {
  public:
    /// Idle: what nobody waits for, such as comparing every pair of a folder.
    enum class Urgency : std::size_t { Inspect, Load, Background, Idle };

    IoThread();
    /// Waits for the running task; what still waits is dropped unrun.
    ~IoThread();
    IoThread(const IoThread&) = delete;
    IoThread& operator=(const IoThread&) = delete;

    void post(Urgency urgency, std::function<void()> task);
    /// Waits for the task that is running. For the end of somebody whom tasks refer to, once those that wait
    /// would do nothing any more.
    void waitForRunning();
    /// Whether a task waits that is more urgent than this: a long one that nobody waits for then gives way.
    bool hasMoreUrgent(Urgency than);

  private:
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::array<std::deque<std::function<void()>>, 4> m_queues;
    std::jthread m_thread;  // last: it starts when all else is there
};

}  // namespace firstsplit::ui
