#pragma once

#include "core/base/result.h"
#include "core/settings/settings.h"

namespace firstsplit::runner {

/// OpenMP, MKL and cuBLAS read their variables before main() starts. When the environment does not say what
/// `values` ask for, this process starts itself again with one that does, and does not return; a launcher has
/// seen to it before. Fails with a sentence when that is impossible.
Result<> ensureEnvironment(const settings::Values& values, char* const* arguments);

}  // namespace firstsplit::runner
