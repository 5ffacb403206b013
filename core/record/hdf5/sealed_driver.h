#pragma once

#include <hdf5.h>

namespace firstsplit::record::hdf5 {

/// Makes files that are opened with these access properties read through SealedFile: read-only, every block
/// checked before the library sees it. Throws Failure.
void useSealedDriver(hid_t accessProperties);

}  // namespace firstsplit::record::hdf5
