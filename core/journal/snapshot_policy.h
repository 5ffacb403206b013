#pragma once

#include <cstdint>

#include "core/journal/run_request.h"
#include "core/journal/thinning.h"

namespace firstsplit::journal {

/// Decides which steps keep their bytes. A pure function of (step, bytes of one snapshot, request): the same
/// in A and B.
///
/// Budget: stride 1 until half the budget is used, 2 until three quarters, 4 until seven eighths and so on;
/// always step −1 and the last step (when it is known). One snapshot larger than a quarter of the budget:
/// none are kept.
class SnapshotPolicy {
  public:
    SnapshotPolicy(SnapshotRequest request, std::uint64_t bytesPerSnapshot);

    /// Call once for each step in ascending order from −1 on. `isLast`: the training knows that this is its
    /// last step.
    bool keeps(std::int64_t step, bool isLast);
    bool keepsNone() const;  ///< one snapshot exceeds a quarter of the budget, or none were asked for
    std::int64_t stride() const { return m_thinning.stride(); }

  private:
    SnapshotRequest m_request;
    std::uint64_t m_bytesPerSnapshot;
    Thinning m_thinning;
};

}  // namespace firstsplit::journal
