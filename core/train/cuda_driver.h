#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace firstsplit::train {

struct CudaDevice {
    std::string name;
    std::string uuid;     ///< "GPU-1234abcd-…", as nvidia-smi prints it
    std::string compute;  ///< compute capability: "9.0"
};

/// NVIDIA's driver as it is found at run time, asked without LibTorch and without making a context on any
/// GPU.
struct CudaDriver {
    std::string cudaVersion;  ///< newest that the driver knows: "13.0"
    std::string version;      ///< of the driver itself: "580.65.06"; empty when the kernel does not tell
    std::vector<CudaDevice> devices;  ///< those that CUDA_VISIBLE_DEVICES leaves visible, in CUDA's order
};

/// Fails with a sentence when there is no driver, or it does not start. A driver without a GPU is no failure.
Result<CudaDriver> findCudaDriver();

}  // namespace firstsplit::train
