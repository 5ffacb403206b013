#pragma once

#include <string>

#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// Fills `ordersCompared` and `orderDiffers` from the first sample ids of the epochs that both runs recorded.
void compareOrders(const record::Run& a, const record::Run& b, Comparison& comparison);

/// Whether both runs saw their samples in one order, the first thing to be ruled out: "Data order: the same
/// in the first 100 samples of each of 10 epochs." From the batches when no ids were recorded; empty when
/// there is nothing to say.
std::string orderText(const Comparison& comparison);

}  // namespace firstsplit::compare
