#include <dlfcn.h>

#include <QRegularExpression>

#include "core/launch/record_plan.h"

namespace firstsplit::launch {

namespace {

QRegularExpressionMatch matchOf(const QString& device) {
    static const QRegularExpression pattern(QStringLiteral("^(cpu|cuda(:(\\d{1,3}))?)$"));
    return pattern.match(device);
}

#ifdef FIRSTSPLIT_HAS_CUDA
/// Number of CUDA devices by the driver's own word; the driver is opened only when CUDA was asked for, and
/// makes no context. (CUDA driver API: cuInit, cuDeviceGetCount; 0 is CUDA_SUCCESS.)
Result<int> cudaDeviceCount() {
    void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (driver == nullptr)
        return fail(
            "--device cuda cannot be used: this machine has no NVIDIA driver (libcuda.so.1 is missing). "
            "Install the driver, or use --device cpu.");
    const auto init = reinterpret_cast<int (*)(unsigned)>(::dlsym(driver, "cuInit"));
    const auto count = reinterpret_cast<int (*)(int*)>(::dlsym(driver, "cuDeviceGetCount"));
    int devices = 0;
    const int error = init == nullptr || count == nullptr ? -1 : init(0);
    if (error != 0 || count(&devices) != 0)
        return fail("--device cuda cannot be used: the NVIDIA driver does not start (cuInit gave " +
                    std::to_string(error) + "). Look at nvidia-smi, or use --device cpu.");
    return devices;
}
#endif

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
    const auto devices = cudaDeviceCount();
    if (!devices) return tl::unexpected(devices.error());
    const int wanted = matchOf(device).captured(3).toInt();
    if (wanted >= *devices)
        return fail("--device " + device.toStdString() + " cannot be used: this machine has " +
                    std::to_string(*devices) +
                    " CUDA devices, counted from 0. Use a smaller number, or --device cpu.");
    return {};
#endif
}

}  // namespace firstsplit::launch
