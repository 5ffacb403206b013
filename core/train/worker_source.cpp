#include "core/train/worker_source.h"

#include <algorithm>

namespace firstsplit::train {
namespace {

constexpr std::int64_t roundsAhead = 2;

std::unique_ptr<ChangeSource> changesOf(const WorkerOptions& options) {
    if (options.areSharing) return std::make_unique<SharedChanges>(options.seed);
    return std::make_unique<PerSampleChanges>(options.seed);
}

}  // namespace

WorkerSource::WorkerSource(const Dataset& dataset, std::int64_t batchSize, std::uint64_t dataSeed,
                           const WorkerOptions& options)
    : m_batchesPerEpoch(dataset.trainingCount() / batchSize),
      m_workerCount(options.workers),
      m_isFirstCome(options.isFirstCome),
      m_device(dataset.device()),
      m_sampler(dataset.trainingCount(), batchSize, dataSeed, at::kCPU),
      m_changes(changesOf(options)),
      m_drawn(m_batchesPerEpoch),
      m_taken(m_batchesPerEpoch),
      m_start(options.workers) {
    const at::Tensor all = at::arange(dataset.trainingCount(), at::TensorOptions(at::kLong).device(m_device));
    const Samples samples = dataset.at(all);
    m_pictures = samples.input.cpu().contiguous();
    m_labels = samples.target.cpu();
    for (std::int64_t i = 0; i < m_workerCount; ++i) m_workers.emplace_back([this] { work(); });
}

WorkerSource::~WorkerSource() {
    const std::lock_guard lock(m_mutex);
    m_isStopping = true;
    m_jobsChanged.notify_all();
}

WorkerSource::Job WorkerSource::drawJob() {
    const at::Tensor ids = m_sampler.next();
    return {m_drawn++, m_sampler.epoch(), ids};
}

WorkerSource::Done WorkerSource::made(const Job& job) const {
    const std::int64_t count = job.ids.size(0);
    const auto* ids = job.ids.const_data_ptr<std::int64_t>();
    std::vector<at::Tensor> pictures;
    pictures.reserve(static_cast<std::size_t>(count));
    // Sample by sample, as a loader maps its samples; on tensors this small no operator starts threads.
    for (std::int64_t i = 0; i < count; ++i) {
        pictures.push_back(changed(m_pictures[ids[i]], m_changes->draw(job.epoch, ids[i])));
        // Where other loaders wait for a file, and another worker gets its turn on a busy machine.
        std::this_thread::yield();
    }
    return {job.number, {job.ids, at::stack(pictures), m_labels.index_select(0, job.ids)}, nullptr};
}

void WorkerSource::work() {
    // Together: a worker that has done its share before the next one starts would never race it.
    m_start.arrive_and_wait();
    std::unique_lock lock(m_mutex);
    while (true) {
        m_jobsChanged.wait(lock, [this] { return m_isStopping || !m_jobs.empty(); });
        if (m_isStopping) return;
        const Job job = m_jobs.front();
        m_jobs.pop_front();
        lock.unlock();
        Done done{job.number, {}, nullptr};
        try {
            done = made(job);
        } catch (...) {
            done.failure = std::current_exception();
        }
        lock.lock();
        m_done.push_back(std::move(done));
        m_doneChanged.notify_one();
    }
}

WorkerSource::Done WorkerSource::takeDone() {
    if (m_workerCount == 0) return made(drawJob());
    std::unique_lock lock(m_mutex);
    // A round at a time, so that all workers wake and work together.
    if (m_drawn - m_taken <= m_workerCount) {
        const std::int64_t ahead = std::min(m_batchesPerEpoch, m_taken + roundsAhead * m_workerCount);
        while (m_drawn < ahead) m_jobs.push_back(drawJob());
        m_jobsChanged.notify_all();
    }
    auto found = m_done.end();
    m_doneChanged.wait(lock, [&] {
        found = m_isFirstCome ? m_done.begin() : std::ranges::find(m_done, m_taken, &Done::number);
        return found != m_done.end();
    });
    Done done = std::move(*found);
    m_done.erase(found);
    return done;
}

Batch WorkerSource::next() {
    if (isEndOfEpoch()) {
        m_drawn = m_taken = 0;
        m_takenIds.clear();
    }
    const Done done = takeDone();
    if (done.failure) std::rethrow_exception(done.failure);
    ++m_taken;
    const auto* ids = done.batch.ids.const_data_ptr<std::int64_t>();
    m_takenIds.insert(m_takenIds.end(), ids, ids + done.batch.ids.numel());
    return {done.batch.ids.to(m_device), done.batch.input.to(m_device), done.batch.target.to(m_device)};
}

std::vector<std::int64_t> WorkerSource::takenIds(std::int64_t count) const {
    const std::size_t size = std::min(m_takenIds.size(), static_cast<std::size_t>(count));
    return {m_takenIds.begin(), m_takenIds.begin() + static_cast<std::ptrdiff_t>(size)};
}

}  // namespace firstsplit::train
