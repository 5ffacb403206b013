#include "core/train/torch_facts.h"

#include <ATen/Parallel.h>
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

/// "Intel(R) MKL-DNN v3.7.1 (Git Hash …)" → "3.7.1"; a text without a number stays whole.
std::string numberIn(const std::string& text) {
    std::smatch match;
    return std::regex_search(text, match, std::regex(R"((\d+(\.\d+)+))")) ? match[1].str() : text;
}

/// "flash, efficient, math, cudnn": what scaled dot-product attention tries first to last.
std::string attentionOrder() {
    static const std::map<at::SDPBackend, std::string> names = {
        {at::SDPBackend::math, "math"},
        {at::SDPBackend::flash_attention, "flash"},
        {at::SDPBackend::efficient_attention, "efficient"},
        {at::SDPBackend::cudnn_attention, "cudnn"}};
    std::string order;
    for (const at::SDPBackend backend : at::globalContext().sDPPriorityOrder())
        if (const auto name = names.find(backend); name != names.end())
            order += (order.empty() ? "" : ", ") + name->second;
    return order;
}

}  // namespace

std::map<std::string, std::string> torchFacts(at::Device device) {
    std::map<std::string, std::string> facts = {
        {"torch", TORCH_VERSION},
        {"torch.config", "MKL " + numberIn(at::get_mkl_version()) + ", oneDNN " +
                             numberIn(at::get_mkldnn_version()) + ", OpenMP " +
                             numberIn(at::get_openmp_version())},
        {"cpu.capability", at::get_cpu_capability()},
        {"threads.intra", std::to_string(at::get_num_threads())},
        {"threads.inter", std::to_string(at::get_num_interop_threads())},
        {"attention.order", attentionOrder()},
    };
    const at::CUDAHooksInterface& hooks = at::detail::getCUDAHooks();
    if (!hooks.hasCUDART()) return facts;
    facts["cuda"] = cudaVersionText(hooks.versionCUDART());
    if (hooks.compiledWithCuDNN()) facts["cudnn"] = cudnnVersionText(hooks.versionRuntimeCuDNN());
    if (!device.is_cuda()) return facts;
    const Result<CudaDriver> driver = findCudaDriver();
    if (!driver) return facts;
    facts["gpu.driver"] = driver->version;
    const auto index = static_cast<std::size_t>(device.index());
    if (index < driver->devices.size()) {
        facts["gpu.name"] = driver->devices[index].name;
        facts["gpu.uuid"] = driver->devices[index].uuid;
        facts["gpu.compute"] = driver->devices[index].compute;
    }
    return facts;
}

}  // namespace firstsplit::train
