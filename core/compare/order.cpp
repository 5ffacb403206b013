#include "core/compare/order.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compare/phrases.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

OrderDifference differenceOf(const record::EpochRecord& a, const record::EpochRecord& b) {
    const auto& idsA = a.firstSampleIds;
    const auto& idsB = b.firstSampleIds;
    OrderDifference difference;
    difference.epoch = a.epoch;
    difference.compared = static_cast<std::int64_t>(std::min(idsA.size(), idsB.size()));
    for (std::int64_t i = 0; i < difference.compared; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (idsA[at] == idsB[at] || difference.differing++ > 0) continue;
        difference.position = i;
        difference.idA = idsA[at];
        difference.idB = idsB[at];
    }
    return difference;
}

std::string fromBatches(const Comparison& comparison) {
    const KindSplit& batch = comparison.kinds[indexOf(Kind::Batch)];
    if (!batch.compared) return {};
    if (batch.firstStep)
        return fmt::format("Data order: no sample ids recorded; the batches differ from step {} on.",
                           countText(*batch.firstStep));
    return fmt::format("Data order: the same, by the batches of {}.", countOf(batch.stepsCompared, "step"));
}

}  // namespace

void compareOrders(const record::Run& a, const record::Run& b, Comparison& comparison) {
    comparison.ordersCompared = 0;
    comparison.samplesPerOrder = 0;
    comparison.orderDiffers.clear();
    for (const record::EpochRecord& epochA : a.epochs()) {
        const auto epochB = std::ranges::find(b.epochs(), epochA.epoch, &record::EpochRecord::epoch);
        if (epochB == b.epochs().end()) continue;
        const OrderDifference difference = differenceOf(epochA, *epochB);
        if (difference.compared == 0) continue;
        ++comparison.ordersCompared;
        comparison.samplesPerOrder = std::max(comparison.samplesPerOrder, difference.compared);
        if (difference.differing > 0) comparison.orderDiffers.push_back(difference);
    }
}

std::string orderText(const Comparison& comparison) {
    if (comparison.ordersCompared == 0) return fromBatches(comparison);
    const std::string epochs = countOf(comparison.ordersCompared, "epoch");
    if (comparison.orderDiffers.empty())
        return fmt::format("Data order: the same in the first {} of {}.",
                           countOf(comparison.samplesPerOrder, "sample"),
                           comparison.ordersCompared == 1 ? std::string("the epoch") : "each of " + epochs);
    const OrderDifference& first = comparison.orderDiffers.front();
    return fmt::format(
        "Data order: not the same, in {} of {}; first in epoch {} at position {} (samples {}, {}).",
        countText(static_cast<std::int64_t>(comparison.orderDiffers.size())), epochs, first.epoch,
        first.position, first.idA, first.idB);
}

}  // namespace firstsplit::compare
