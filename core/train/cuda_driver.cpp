#include "core/train/cuda_driver.h"

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <regex>

namespace firstsplit::train {
namespace {

// Of the CUDA driver API (cuda.h), whose binary interface is stable; its header is only there with a CUDA
// toolkit.
constexpr int cudaSuccess = 0, cudaErrorNoDevice = 100;
constexpr int computeCapabilityMajor = 75, computeCapabilityMinor = 76;

template <class Function>
Function* symbol(void* library, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

std::string uuidText(const std::array<unsigned char, 16>& bytes) {
    std::string text = "GPU-";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", bytes[i]);
        text += digits;
    }
    return text;
}

/// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun …"
std::string kernelModuleVersion() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    std::smatch match;
    return std::regex_search(line, match, std::regex(R"(\s(\d+\.\d+(\.\d+)?)\s)")) ? match[1].str()
                                                                                   : std::string();
}

}  // namespace

Result<CudaDriver> findCudaDriver() {
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return fail("there is no NVIDIA driver on this machine (libcuda.so.1 is missing)");
    auto* initialise = symbol<int(unsigned)>(library, "cuInit");
    auto* driverVersion = symbol<int(int*)>(library, "cuDriverGetVersion");
    auto* deviceCount = symbol<int(int*)>(library, "cuDeviceGetCount");
    auto* deviceAt = symbol<int(int*, int)>(library, "cuDeviceGet");
    auto* nameOf = symbol<int(char*, int, int)>(library, "cuDeviceGetName");
    auto* uuidOf = symbol<int(unsigned char*, int)>(library, "cuDeviceGetUuid_v2");
    auto* attributeOf = symbol<int(int*, int, int)>(library, "cuDeviceGetAttribute");
    if (uuidOf == nullptr) uuidOf = symbol<int(unsigned char*, int)>(library, "cuDeviceGetUuid");
    if (!initialise || !driverVersion || !deviceCount || !deviceAt || !nameOf || !uuidOf || !attributeOf)
        return fail("the NVIDIA driver is too old for CUDA 13 (libcuda.so.1 lacks functions)");

    CudaDriver driver;
    driver.version = kernelModuleVersion();
    const int started = initialise(0);
    if (started == cudaErrorNoDevice) return driver;
    if (started != cudaSuccess)
        return fail("the NVIDIA driver does not start (cuInit returned " + std::to_string(started) + ")");
    int version = 0, count = 0;
    if (driverVersion(&version) == cudaSuccess)
        driver.cudaVersion = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    if (deviceCount(&count) != cudaSuccess) count = 0;
    for (int i = 0; i < count; ++i) {
        int device = 0, major = 0, minor = 0;
        std::array<char, 256> name{};
        std::array<unsigned char, 16> uuid{};
        if (deviceAt(&device, i) != cudaSuccess) continue;
        nameOf(name.data(), static_cast<int>(name.size()) - 1, device);
        uuidOf(uuid.data(), device);
        attributeOf(&major, computeCapabilityMajor, device);
        attributeOf(&minor, computeCapabilityMinor, device);
        driver.devices.push_back(
            {name.data(), uuidText(uuid), std::to_string(major) + "." + std::to_string(minor)});
    }
    return driver;
}

}  // namespace firstsplit::train
