#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <latch>
#include <mutex>
#include <thread>

#include "core/train/augment.h"
#include "core/train/batch_source.h"

namespace firstsplit::train {

struct WorkerOptions {
    std::int64_t workers = 0;  ///< 0: each batch is made by next() itself
    bool isFirstCome = false;  ///< batches come in the order of completion
    bool areSharing = true;    ///< one generator for all workers
    std::uint64_t seed = 0;    ///< of that generator, or of every sample's own
};

/// Batches of changed pictures, made ahead by threads. A job is a batch, as in LibTorch's loader; at most two
/// for each worker are under way, and none of the next epoch, so that an epoch holds each of its samples once
/// whatever the order. Sample ids are drawn by the thread that calls, which must be one and the same.
class WorkerSource : public BatchSource {
  public:
    /// The dataset's inputs are float32 [n, 1, 8, 8]; batches come to its device.
    WorkerSource(const Dataset& dataset, std::int64_t batchSize, std::uint64_t dataSeed,
                 const WorkerOptions& options);
    ~WorkerSource() override;

    Batch next() override;
    bool isEndOfEpoch() const override { return m_taken == m_batchesPerEpoch; }
    std::int64_t epoch() const override { return m_sampler.epoch(); }
    std::vector<std::int64_t> takenIds(std::int64_t count) const override;
    const at::Generator& samplerGenerator() const override { return m_sampler.generator(); }

  private:
    struct Job {
        std::int64_t number, epoch;  ///< number: of the batch within its epoch
        at::Tensor ids;
    };
    struct Done {
        std::int64_t number;
        Batch batch;
        std::exception_ptr failure;
    };

    Job drawJob();
    Done made(const Job& job) const;
    Done takeDone();
    void work();

    std::int64_t m_batchesPerEpoch, m_workerCount;
    bool m_isFirstCome;
    at::Device m_device;
    at::Tensor m_pictures, m_labels;  ///< of the samples to train on, on the CPU
    Sampler m_sampler;
    std::unique_ptr<ChangeSource> m_changes;
    std::int64_t m_drawn, m_taken;         ///< batches of the epoch
    std::vector<std::int64_t> m_takenIds;  ///< of the epoch

    std::mutex m_mutex;  ///< for what follows
    std::condition_variable m_jobsChanged, m_doneChanged;
    std::deque<Job> m_jobs;
    std::deque<Done> m_done;  ///< in order of completion
    bool m_isStopping = false;
    std::latch m_start;
    std::vector<std::jthread> m_workers;  ///< last: they use all of the above
};

}  // namespace firstsplit::train
