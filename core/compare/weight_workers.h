#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "core/compare/element_difference.h"
#include "core/record/run.h"

namespace firstsplit::compare {

/// A tensor whose values at a snapshot of both runs are to be read and measured.
struct WeightJob {
    Kind kind{};
    std::uint32_t memberA = 0, memberB = 0;
    std::size_t snapshotA = 0, snapshotB = 0;  ///< positions in valueRows()
    record::ScalarType type{};
    std::size_t bytes = 0;            ///< the same in both
    DifferenceSum* result = nullptr;  ///< what is found is added to it
};

/// Does all jobs on the processors there are, in small parts, so that no tensor stands in memory as a whole.
/// `progress` gets the number of jobs done, on the caller's thread; false stops. Fails with the first
/// failure, or when stopped.
Result<> doWeightJobs(const record::Run& a, const record::Run& b, std::span<const WeightJob> jobs,
                      const std::function<bool(std::size_t)>& progress);

}  // namespace firstsplit::compare
