#include "core/journal/snapshot_policy.h"

namespace firstsplit::journal {

SnapshotPolicy::SnapshotPolicy(SnapshotRequest request, std::uint64_t bytesPerSnapshot)
    : m_request(request), m_bytesPerSnapshot(bytesPerSnapshot), m_thinning(request.budgetBytes) {}

bool SnapshotPolicy::keepsNone() const {
    if (m_request.policy == SnapshotRequest::Policy::None) return true;
    return m_request.policy == SnapshotRequest::Policy::Budget &&
           m_bytesPerSnapshot > m_request.budgetBytes / 4;
}

bool SnapshotPolicy::keeps(std::int64_t step, bool isLast) {
    if (keepsNone()) return false;
    const bool isEnd = step == -1 || isLast;
    switch (m_request.policy) {
        case SnapshotRequest::Policy::Budget:
            return m_thinning.keeps(step, m_bytesPerSnapshot, isEnd);
        case SnapshotRequest::Policy::EveryN:
            return isEnd || m_request.every <= 1 || step % m_request.every == 0;
        case SnapshotRequest::Policy::Ends:
            return isEnd;
        case SnapshotRequest::Policy::None:
            break;
    }
    return false;
}

}  // namespace firstsplit::journal
