#pragma once

#include <cstddef>
#include <memory>

#include "core/base/result.h"
#include "core/fingerprint/device_fingerprinter.h"

namespace firstsplit::fingerprint {

/// A fingerprinter for CUDA device number `device`; see DeviceFingerprinter. `stream` of its submit is a
/// cudaStream_t of that device. Leaves the caller's current device as it is. Fails with a sentence when there
/// is no such device, no driver, or no memory. In the library firstsplit_fingerprint_cuda, built where
/// FIRSTSPLIT_HAS_CUDA is on.
Result<std::unique_ptr<DeviceFingerprinter>> openCudaFingerprinter(int device, std::size_t stepsInFlight = 8);

}  // namespace firstsplit::fingerprint
