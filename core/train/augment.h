#pragma once

#include <cstdint>
#include <memory>

#include "core/train/digits.h"

/// The random changes of `digits-augmented`: each sample is shifted and its contrast changed, anew each
/// epoch.
namespace firstsplit::train {

struct Change {
    std::int64_t right = 0, down = 0;  ///< pixels, −1 to 1
    float contrast = 1;                ///< 0.5 to 1.5
};

/// A change from three random numbers.
Change changeOf(std::uint32_t first, std::uint32_t second, std::uint32_t third);

/// The picture, float32 [1, 8, 8] from 0 to 1, changed. What comes in from outside is 0.
at::Tensor changed(const at::Tensor& picture, const Change& change);

/// Where the changes come from. Safe to call from several threads.
class ChangeSource {
  public:
    virtual ~ChangeSource() = default;
    virtual Change draw(std::int64_t epoch, std::int64_t sample) = 0;
};

/// One generator under its mutex, as in LibTorch's own loader: who comes first gets the next numbers.
class SharedChanges : public ChangeSource {
  public:
    explicit SharedChanges(std::uint64_t seed) : m_generator(at::detail::createCPUGenerator(seed)) {}
    Change draw(std::int64_t epoch, std::int64_t sample) override;

  private:
    at::Generator m_generator;
};

/// Numbers that follow from seed, epoch and sample alone, whoever asks and when.
class PerSampleChanges : public ChangeSource {
  public:
    explicit PerSampleChanges(std::uint64_t seed) : m_seed(seed) {}
    Change draw(std::int64_t epoch, std::int64_t sample) override;

  private:
    std::uint64_t m_seed;
};

}  // namespace firstsplit::train
