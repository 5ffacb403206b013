#pragma once

#include "core/record/run.h"

namespace firstsplit::compare {

/// Fails for runs of other models, so that a loss or a batch that happens to be equal is never taken for
/// more: "These runs cannot be compared: A has 5 tensors, B has 62, no name and shape in common."
Result<> checkThatModelsMeet(const record::Run& a, const record::Run& b);

/// Whether a kind's members are tensors of the model: weights, buffers, gradients, optimizer state.
bool isTensorKind(Kind kind);

}  // namespace firstsplit::compare
