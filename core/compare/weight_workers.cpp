#include "core/compare/weight_workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::compare {
namespace {

/// Both runs' parts fit into a processor's own cache; a multiple of DifferenceSum's blocks.
constexpr std::size_t partBytes = std::size_t{256} << 10;
/// More would wait for memory.
constexpr unsigned mostWorkers = 8;

class Workers {
  public:
    Workers(const record::Run& runA, const record::Run& runB, std::span<const WeightJob> all)
        : m_a(runA), m_b(runB), m_jobs(all) {}

    /// One job after the other until none is left, or something failed; `goesOn` is asked between the parts.
    template <class GoesOn>
    void work(GoesOn goesOn) try {
        std::vector<std::byte> room(2 * partBytes);
        const std::span a = std::span(room).first(partBytes), b = std::span(room).last(partBytes);
        while (true) {
            const std::size_t number = m_next.fetch_add(1, std::memory_order_relaxed);
            if (number >= m_jobs.size()) return;
            const auto isWanted = [&] {
                if (m_isStopped.load(std::memory_order_relaxed)) return false;
                if (goesOn()) return true;
                stop(Error{std::string(cancelledSentence)});
                return false;
            };
            if (!isWanted()) return;
            if (auto done = measure(m_jobs[number], a, b, isWanted); !done) return stop(done.error());
            m_done.fetch_add(1, std::memory_order_relaxed);
        }
    } catch (const std::bad_alloc&) {
        stop(Error{"There is not enough memory to compare the weights."});
    } catch (const std::exception& error) {
        stop(Error{std::string("The weights cannot be compared: ") + error.what()});
    }

    std::size_t done() const { return m_done.load(std::memory_order_relaxed); }
    /// Once all have ended.
    Result<> outcome() const { return m_failure ? Result<>(tl::unexpected(*m_failure)) : Result<>(); }

  private:
    template <class IsWanted>
    Result<> measure(const WeightJob& job, std::span<std::byte> a, std::span<std::byte> b,
                     IsWanted isWanted) const {
        const auto sourceA = m_a.openValues(job.kind, job.memberA, job.snapshotA);
        if (!sourceA) return tl::unexpected(sourceA.error());
        const auto sourceB = m_b.openValues(job.kind, job.memberB, job.snapshotB);
        if (!sourceB) return tl::unexpected(sourceB.error());
        for (std::size_t begin = 0; begin < job.bytes && isWanted(); begin += partBytes) {
            const std::size_t bytes = std::min(partBytes, job.bytes - begin);
            if (auto read = (*sourceA)->read(begin, a.first(bytes)); !read) return read;
            if (auto read = (*sourceB)->read(begin, b.first(bytes)); !read) return read;
            job.result->add(job.type, a.first(bytes), b.first(bytes));
        }
        return {};
    }

    void stop(const Error& error) {
        m_isStopped.store(true, std::memory_order_relaxed);
        const std::lock_guard lock(m_mutex);
        if (!m_failure) m_failure = error;
    }

    const record::Run& m_a;
    const record::Run& m_b;
    std::span<const WeightJob> m_jobs;
    std::atomic<std::size_t> m_next = 0, m_done = 0;
    std::atomic<bool> m_isStopped = false;
    std::mutex m_mutex;
    std::optional<Error> m_failure;
};

}  // namespace

Result<> doWeightJobs(const record::Run& a, const record::Run& b, std::span<const WeightJob> jobs,
                      const std::function<bool(std::size_t)>& progress) {
    Workers workers(a, b, jobs);
    const auto more =
        std::min<std::size_t>({std::max(std::thread::hardware_concurrency(), 1U), mostWorkers, jobs.size()});
    std::vector<std::thread> threads;
    try {
        for (std::size_t i = 1; i < more; ++i)
            threads.emplace_back([&workers] { workers.work([] { return true; }); });
    } catch (const std::system_error&) {
        // The system gives no more threads: those that there are do all.
    }
    workers.work([&] { return progress(workers.done()); });
    for (std::thread& thread : threads) thread.join();
    return workers.outcome();
}

}  // namespace firstsplit::compare
