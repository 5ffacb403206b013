#pragma once

#include <string>

#include "core/base/result.h"
#include "core/train/dataset.h"

namespace firstsplit::train {

/// Pictures of 32 × 32 in colour, kept as bytes and brought to mean 0 and deviation 1 a channel batch by
/// batch.
class ColourPictures : public Dataset {
  public:
    /// `pixels` uint8 [n, 3, 32, 32], `labels` int64 [n].
    ColourPictures(std::string description, const at::Tensor& pixels, const at::Tensor& labels,
                   std::int64_t holdOutCount, at::Device device);

    Samples at(const at::Tensor& ids) const override;
    at::Device device() const override { return m_pixels.device(); }

  private:
    at::Tensor m_pixels, m_labels, m_mean, m_deviation;
};

/// CIFAR-10 (Krizhevsky, 2009) from its binary version: data_batch_1.bin to data_batch_5.bin and
/// test_batch.bin in `folder`, of which the first 1,000 test pictures are the hold-out. The sentence of a
/// failure names the file, what is wrong with it, and where to get it.
Result<std::shared_ptr<const Dataset>> loadCifar10(const std::string& folder, at::Device device);

/// Pictures of that shape whose pixels and labels are drawn from a generator of a fixed seed: the same in
/// every run, and nothing to be learned from them.
std::shared_ptr<const Dataset> cifarShapedNoise(at::Device device);

}  // namespace firstsplit::train
