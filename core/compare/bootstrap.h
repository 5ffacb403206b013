#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/compare/spread.h"

/// What a ratio of step times is worth, found from interleaved blocks.
namespace firstsplit::compare {

/// One block: both runs, one after the other, so that whatever slowed the machine meanwhile slowed both.
struct Block {
    double a = 0, b = 0;  ///< medians of the runs' step times, in seconds
};

struct Ratio {
    double value = 0;   ///< median of B over the blocks / median of A over the blocks
    Interval interval;  ///< 95 %
};

/// Percentile bootstrap over whole blocks, 10,000 resamples (Efron, "Bootstrap methods: another look at the
/// jackknife", Annals of Statistics 7, 1979). Its generator is its own and seeded, so that the same blocks
/// give the same interval everywhere. None for fewer than two blocks, or when a time is not positive.
std::optional<Ratio> ratioOfMedians(std::span<const Block> blocks);

}  // namespace firstsplit::compare
