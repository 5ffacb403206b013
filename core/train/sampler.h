#pragma once

#include <cstdint>

#include "core/train/torch.h"

namespace firstsplit::train {

/// Draws batches without replacement: a new permutation each epoch, from a generator of its own; the part of
/// an epoch that fills no batch is dropped. LibTorch's own samplers have no generator to seed.
class Sampler {
  public:
    /// Permutations are drawn on the CPU, so that every device sees the same order, and moved to `device`.
    Sampler(std::int64_t samples, std::int64_t batchSize, std::uint64_t seed, at::Device device);

    /// Ids of the next batch, int64 [batchSize], on the device.
    at::Tensor next();
    bool isEndOfEpoch() const { return m_batch == m_batchesPerEpoch; }
    std::int64_t epoch() const { return m_epoch; }  ///< of the batch drawn last; −1 before the first
    /// At most `count` ids of the epoch, in the order drawn, as far as they were drawn.
    std::vector<std::int64_t> drawnIds(std::int64_t count) const;
    const at::Generator& generator() const { return m_generator; }

  private:
    std::int64_t m_samples, m_batchSize, m_batchesPerEpoch;
    at::Device m_device;
    at::Generator m_generator;
    std::int64_t m_epoch = -1;
    std::int64_t m_batch;
    at::Tensor m_order, m_orderOnDevice;
};

}  // namespace firstsplit::train
