#include "core/journal/fingerprint_policy.h"

#include "core/fingerprint/fingerprint.h"

namespace firstsplit::journal {

std::array<bool, kindCount> FingerprintPolicy::keeps(std::int64_t step,
                                                     const std::array<std::size_t, kindCount>& memberCounts,
                                                     bool isLast) {
    std::uint64_t bytes = 0;
    for (Kind kind : allKinds)
        if (isThinned(kind)) bytes += memberCounts[indexOf(kind)] * sizeof(fingerprint::Fingerprint);
    const bool keepsThinned = m_thinning.keeps(step, bytes, step == -1 || isLast);
    std::array<bool, kindCount> out{};
    for (Kind kind : allKinds) out[indexOf(kind)] = !isThinned(kind) || keepsThinned;
    return out;
}

}  // namespace firstsplit::journal
