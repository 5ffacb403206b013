#include <dlfcn.h>

#include <QRegularExpression>

#include "core/launch/record_plan.h"

namespace firstsplit::launch {

namespace {

QRegularExpressionMatch matchOf(const QString& device) {
    static const QRegularExpression pattern(QStringLiteral("^(cpu|cuda(:(\\d{1,3}))?)$"));
    return pattern.match(device);
}

/// The CUDA driver's own functions; the driver is opened only when CUDA was asked for, and makes no context.
/// (CUDA driver API; 0 is CUDA_SUCCESS.)
struct Driver {
    int (*init)(unsigned) = nullptr;
    int (*deviceCount)(int*) = nullptr;
    int (*attribute)(int*, int, int) = nullptr;  ///< of a device, which is its number
};

Result<Driver> startedDriver() {
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return fail(
            "--device cuda cannot be used: this machine has no NVIDIA driver (libcuda.so.1 is missing). "
            "Install the driver, or use --device cpu.");
    Driver driver;
    driver.init = reinterpret_cast<decltype(driver.init)>(::dlsym(library, "cuInit"));
    driver.deviceCount = reinterpret_cast<decltype(driver.deviceCount)>(::dlsym(library, "cuDeviceGetCount"));
    driver.attribute = reinterpret_cast<decltype(driver.attribute)>(::dlsym(library, "cuDeviceGetAttribute"));
    const bool isWhole =
        driver.init != nullptr && driver.deviceCount != nullptr && driver.attribute != nullptr;
    if (const int error = isWhole ? driver.init(0) : -1; error != 0)
        return fail("--device cuda cannot be used: the NVIDIA driver does not start (cuInit gave " +
                    std::to_string(error) + "). Look at nvidia-smi, or use --device cpu.");
    return driver;
}

int numberOf(const QString& device) {
    return matchOf(device).captured(3).toInt();
}

}  // namespace

Result<> checkDeviceName(const QString& device) {
    if (matchOf(device).hasMatch()) return {};
    return fail("\"" + device.toStdString() +
                "\" is no device. Use cpu, cuda, or cuda: and a number, such as cuda:1.");
}

Result<> checkDevice(const QString& device) {
    if (auto named = checkDeviceName(device); !named) return named;
    if (device == QLatin1String("cpu")) return {};
#ifndef FIRSTSPLIT_HAS_CUDA
    return fail(
        "--device cuda cannot be used: this build has no CUDA part, as nvcc was not found. Install it "
        "and run packaging/setup.sh again, or use --device cpu.");
#else
    const auto driver = startedDriver();
    if (!driver) return tl::unexpected(driver.error());
    int devices = 0;
    if (const int error = driver->deviceCount(&devices); error != 0)
        return fail(
            "--device cuda cannot be used: the NVIDIA driver does not count its devices "
            "(cuDeviceGetCount gave " +
            std::to_string(error) + "). Look at nvidia-smi, or use --device cpu.");
    if (numberOf(device) >= devices)
        return fail("--device " + device.toStdString() + " cannot be used: this machine has " +
                    std::to_string(devices) +
                    " CUDA devices, counted from 0. Use a smaller number, or --device cpu.");
    return {};
#endif
}

std::string computeCapabilityOf(const QString& device) {
    if (!device.startsWith(QLatin1String("cuda"))) return {};
    const auto driver = startedDriver();
    if (!driver) return {};
    constexpr int majorAttribute = 75, minorAttribute = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_…
    int major = 0, minor = 0;
    if (driver->attribute(&major, majorAttribute, numberOf(device)) != 0 ||
        driver->attribute(&minor, minorAttribute, numberOf(device)) != 0)
        return {};
    return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace firstsplit::launch
