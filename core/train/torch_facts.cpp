#include "core/train/torch_facts.h"

#include <ATen/Version.h>
#include <torch/version.h>

#include <regex>

#include "core/train/cuda_driver.h"

namespace firstsplit::train {
namespace {

/// 13000 → "13.0", as CUDA counts.
std::string cudaVersionText(long version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// 91900 → "9.19.0", as cuDNN counts from 9 on.
std::string cudnnVersionText(long version) {
    return std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
           std::to_string(version % 100);
}

/// "Intel(R) oneAPI Math Kernel Library Version 2024.2-Product Build 20240605 for …" → up to the first comma
/// or " for ".
std::string shortened(const std::string& text) {
    return std::regex_replace(text, std::regex(R"(( for |,|\n|\().*)", std::regex::ECMAScript), "");
}

}  // namespace

std::map<std::string, std::string> torchFacts(at::Device device) {
    std::map<std::string, std::string> facts = {
        {"torch", TORCH_VERSION},
        {"cpu_capability", at::get_cpu_capability()},
        {"mkl", at::get_mkl_version()},
        {"onednn", shortened(at::get_mkldnn_version())},
        {"openmp", at::get_openmp_version()},
    };
    const at::CUDAHooksInterface& hooks = at::detail::getCUDAHooks();
    if (!hooks.hasCUDART()) return facts;
    facts["cuda"] = cudaVersionText(hooks.versionCUDART());
    if (hooks.compiledWithCuDNN()) facts["cudnn"] = cudnnVersionText(hooks.versionRuntimeCuDNN());
    if (!device.is_cuda()) return facts;
    if (const Result<CudaDriver> driver = findCudaDriver()) {
        facts["driver"] = driver->version;
        if (static_cast<std::size_t>(device.index()) < driver->devices.size()) {
            facts["gpu"] = driver->devices[static_cast<std::size_t>(device.index())].name;
            facts["gpu_uuid"] = driver->devices[static_cast<std::size_t>(device.index())].uuid;
        }
    }
    return facts;
}

}  // namespace firstsplit::train
