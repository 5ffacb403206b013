#pragma once

#include <QtGlobal>
#include <atomic>
#include <memory>

namespace firstsplit::ui {

/// A counter shared by one who asks and the thread that answers: whoever holds a ticket older than the last
/// one works for nobody, stops, and its result is dropped. Thread-safe.
class JobNumber {
  public:
    class Ticket {
      public:
        bool isStale() const { return m_current->load(std::memory_order_acquire) != m_number; }

      private:
        friend class JobNumber;
        Ticket(std::shared_ptr<std::atomic<quint64>> current, quint64 number)
            : m_current(std::move(current)), m_number(number) {}
        std::shared_ptr<std::atomic<quint64>> m_current;
        quint64 m_number;
    };

    /// A new ticket; all earlier ones are stale from now on.
    Ticket next() { return {m_current, m_current->fetch_add(1, std::memory_order_acq_rel) + 1}; }
    /// Makes every ticket stale.
    void cancel() { m_current->fetch_add(1, std::memory_order_acq_rel); }

  private:
    std::shared_ptr<std::atomic<quint64>> m_current = std::make_shared<std::atomic<quint64>>(0);
};

}  // namespace firstsplit::ui
