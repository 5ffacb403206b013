#pragma once

#include <array>
#include <cstdint>

#include "core/base/kind.h"
#include "core/journal/thinning.h"

namespace firstsplit::journal {

/// Decides at which steps each kind's members keep their own fingerprints beside the digest, for
/// JournalWriter::addStep. Random states, batch and loss: always. Gradients, optimizer state, weights and
/// buffers: within RunRequest::fingerprintBudgetBytes, thinned as snapshots are; always step −1 and the last
/// step. A pure function of (step, number of members, budget): the same in both runs of a pair.
class FingerprintPolicy {
  public:
    explicit FingerprintPolicy(std::uint64_t budgetBytes) : m_thinning(budgetBytes) {}

    /// Call once for each step in ascending order from −1 on; `memberCounts` by indexOf(Kind), as of this
    /// step.
    std::array<bool, kindCount> keeps(std::int64_t step,
                                      const std::array<std::size_t, kindCount>& memberCounts, bool isLast);
    std::int64_t stride() const { return m_thinning.stride(); }

  private:
    Thinning m_thinning;
};

/// Whether a kind's fingerprints are thinned when the budget fills.
constexpr bool isThinned(Kind kind) {
    return kind == Kind::Gradient || kind == Kind::Optimizer || kind == Kind::Weight || kind == Kind::Buffer;
}

}  // namespace firstsplit::journal
