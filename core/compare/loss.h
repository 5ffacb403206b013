#pragma once

#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// Fills `lossA`, `lossB` and `lossUlp`. ULP counts are of the element type of A's loss; where the two runs
/// computed their losses in different types, that of the narrower one.
Result<> readLosses(const record::Run& a, const record::Run& b, Comparison& comparison);

}  // namespace firstsplit::compare
