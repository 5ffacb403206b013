#pragma once

#include <memory>
#include <vector>

#include "core/train/dataset.h"
#include "core/train/sampler.h"

namespace firstsplit::train {

struct Batch {
    at::Tensor ids, input, target;  ///< on the device trained on
};

/// Where the training takes its batches from, one after the other.
class BatchSource {
  public:
    virtual ~BatchSource() = default;

    virtual Batch next() = 0;
    /// Whether the batch taken last was its epoch's last.
    virtual bool isEndOfEpoch() const = 0;
    virtual std::int64_t epoch() const = 0;  ///< of the batch taken last; −1 before the first
    /// At most `count` ids of that epoch, in the order in which they were taken.
    virtual std::vector<std::int64_t> takenIds(std::int64_t count) const = 0;
    virtual const at::Generator& samplerGenerator() const = 0;
};

/// Makes each batch when it is asked for, on the training's own thread.
class DirectSource : public BatchSource {
  public:
    DirectSource(std::shared_ptr<const Dataset> dataset, std::int64_t batchSize, std::uint64_t seed)
        : m_dataset(std::move(dataset)),
          m_sampler(m_dataset->trainingCount(), batchSize, seed, m_dataset->device()) {}

    Batch next() override {
        const at::Tensor ids = m_sampler.next();
        const Samples samples = m_dataset->at(ids);
        return {ids, samples.input, samples.target};
    }
    bool isEndOfEpoch() const override { return m_sampler.isEndOfEpoch(); }
    std::int64_t epoch() const override { return m_sampler.epoch(); }
    std::vector<std::int64_t> takenIds(std::int64_t count) const override {
        return m_sampler.drawnIds(count);
    }
    const at::Generator& samplerGenerator() const override { return m_sampler.generator(); }

  private:
    std::shared_ptr<const Dataset> m_dataset;
    Sampler m_sampler;
};

}  // namespace firstsplit::train
