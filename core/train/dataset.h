#pragma once

#include <memory>
#include <string>

#include "core/train/torch.h"

namespace firstsplit::train {

struct Samples {
    at::Tensor input;   ///< [n, …], as the model's forward() takes it
    at::Tensor target;  ///< int64 [n] or [n, positions]: classes
};

/// Numbered samples: those to train on come first, the hold-out after them. Safe to read from any thread.
class Dataset {
  public:
    /// `description` tells the data of two runs apart: it stands in their environment as "data".
    Dataset(std::string description, std::int64_t trainingCount, std::int64_t holdOutCount)
        : m_description(std::move(description)), m_trainingCount(trainingCount), m_holdOut(holdOutCount) {}
    virtual ~Dataset() = default;
    Dataset(const Dataset&) = delete;
    Dataset& operator=(const Dataset&) = delete;

    /// Samples of these ids, int64 [n] on the data's device.
    virtual Samples at(const at::Tensor& ids) const = 0;
    virtual at::Device device() const = 0;

    const std::string& description() const { return m_description; }
    std::int64_t trainingCount() const { return m_trainingCount; }
    std::int64_t holdOutCount() const { return m_holdOut; }

  private:
    std::string m_description;
    std::int64_t m_trainingCount, m_holdOut;
};

/// All inputs and targets as two tensors on one device.
class TensorDataset : public Dataset {
  public:
    TensorDataset(std::string description, const at::Tensor& inputs, const at::Tensor& targets,
                  std::int64_t holdOutCount, at::Device device)
        : Dataset(std::move(description), targets.size(0) - holdOutCount, holdOutCount),
          m_inputs(inputs.to(device)),
          m_targets(targets.to(device)) {}

    Samples at(const at::Tensor& ids) const override {
        return {m_inputs.index_select(0, ids), m_targets.index_select(0, ids)};
    }
    at::Device device() const override { return m_inputs.device(); }

  private:
    at::Tensor m_inputs, m_targets;
};

}  // namespace firstsplit::train
