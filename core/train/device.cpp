#include "core/train/device.h"

#include <regex>

#include "core/train/cuda_driver.h"

namespace firstsplit::train {

Result<at::Device> deviceNamed(const std::string& name) {
    static const std::regex pattern("cpu|cuda(:([0-9]{1,3}))?");
    std::smatch match;
    if (!std::regex_match(name, match, pattern))
        return fail("There is no device \"" + name +
                    "\": a device is cpu, cuda, or cuda:1 for the second GPU.");
    if (name == "cpu") return at::Device(at::kCPU);

    const auto refused = [&](const std::string& reason, const std::string& remedy) {
        return fail("--device " + name + " cannot be used: " + reason + ". " + remedy +
                    ", or use --device cpu.");
    };
    if (!at::globalContext().hasCUDA() && !at::detail::getCUDAHooks().hasCUDART())
        if (at::detail::getCUDAHooks().versionCUDART() <= 0)
            return refused("this LibTorch was built without CUDA",
                           "Build with a CUDA build of torch (FIRSTSPLIT_TORCH)");
#ifndef FIRSTSPLIT_HAS_CUDA
    return refused("this program was built without its CUDA part, as there was no nvcc",
                   "Install nvcc and run packaging/setup.sh again");
#else
    const Result<CudaDriver> driver = findCudaDriver();
    if (!driver)
        return refused(driver.error().message,
                       "Install NVIDIA's driver or repair it (nvidia-smi tells more)");
    const int index = match[2].matched ? std::stoi(match[2].str()) : 0;
    const int count = static_cast<int>(driver->devices.size());
    if (count == 0)
        return refused("the NVIDIA driver shows no GPU", "Look at nvidia-smi and CUDA_VISIBLE_DEVICES");
    if (index >= count)
        return refused("there are " + std::to_string(count) + " GPUs, counted from 0",
                       "Choose cuda:" + std::to_string(count - 1));
    return at::Device(at::kCUDA, static_cast<at::DeviceIndex>(index));
#endif
}

}  // namespace firstsplit::train
