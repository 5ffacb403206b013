#pragma once

#include <hdf5.h>

#include <memory>

#include "core/record/sealing_file.h"

namespace firstsplit::record::hdf5 {

/// Makes a file that is created with these access properties be written through `file`, whatever its name;
/// `file` itself must stay where it is until then. Throws Failure.
void useSealingDriver(hid_t accessProperties, const std::shared_ptr<SealingFile>& file);

}  // namespace firstsplit::record::hdf5
