#include "core/train/sampler.h"

#include <algorithm>

namespace firstsplit::train {

Sampler::Sampler(std::int64_t samples, std::int64_t batchSize, std::uint64_t seed, at::Device device)
    : m_samples(samples),
      m_batchSize(batchSize),
      m_batchesPerEpoch(samples / batchSize),
      m_device(device),
      m_generator(at::detail::createCPUGenerator(seed)),
      m_batch(m_batchesPerEpoch) {}

at::Tensor Sampler::next() {
    if (isEndOfEpoch()) {
        ++m_epoch;
        m_batch = 0;
        m_order = at::randperm(m_samples, m_generator, at::kLong);
        m_orderOnDevice = m_order.to(m_device);
    }
    return m_orderOnDevice.narrow(0, m_batchSize * m_batch++, m_batchSize);
}

std::vector<std::int64_t> Sampler::drawnIds(std::int64_t count) const {
    if (!m_order.defined()) return {};
    const auto* ids = m_order.const_data_ptr<std::int64_t>();
    return {ids, ids + std::min(count, m_batch * m_batchSize)};
}

}  // namespace firstsplit::train
