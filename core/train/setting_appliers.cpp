#include "core/train/setting_appliers.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/train/mkl_path.h"
#include "core/train/mkl_warm_up.h"
#include "core/train/torch.h"

namespace firstsplit::train {
namespace {

std::string onOff(bool isOn) {
    return isOn ? "on" : "off";
}

/// A switch of LibTorch's context.
SettingApplier contextSwitch(std::string key, void (at::Context::*set)(bool),
                             bool (at::Context::*get)() const) {
    return {std::move(key), [set](const std::string& value) { (at::globalContext().*set)(value == "on"); },
            [get](const RunState&) { return onOff((at::globalContext().*get)()); }};
}

/// A row that the environment alone applies: read back from its variable, in the table's words.
SettingApplier environmentRow(std::string key, const char* variable) {
    return {std::move(key), {}, [variable](const RunState&) -> std::string {
                const char* value = std::getenv(variable);
                return value == nullptr ? "unset" : value;
            }};
}

/// Precision of one pair of backend and operation. Only this interface is used, as one use of it makes
/// LibTorch's older getters throw; nothing set in a pair means "ieee".
SettingApplier precisionRow(std::string key, at::Float32Backend backend, at::Float32Op operation) {
    return {std::move(key),
            [backend, operation](const std::string& value) {
                at::globalContext().setFloat32Precision(backend, operation, at::str2precision(value));
            },
            [backend, operation](const RunState&) -> std::string {
                const at::Float32Precision precision =
                    at::globalContext().float32Precision(backend, operation);
                return precision == at::Float32Precision::NONE ? "ieee" : at::precision2str(precision);
            }};
}

SettingApplier reducedSumsRow(std::string key, void (at::Context::*set)(bool, bool),
                              at::CuBLASReductionOption (at::Context::*get)() const) {
    return {
        std::move(key),
        [set](const std::string& value) { (at::globalContext().*set)(value == "on", value != "no_split_k"); },
        [get](const RunState&) -> std::string {
            switch ((at::globalContext().*get)()) {
                case at::CuBLASReductionOption::AllowReducedPrecisionWithSplitK:
                    return "on";
                case at::CuBLASReductionOption::DisallowReducedPrecisionAllowSplitK:
                    return "off";
                case at::CuBLASReductionOption::DisallowReducedPrecisionDisallowSplitK:
                    break;
            }
            return "no_split_k";
        }};
}

std::vector<SettingApplier> seedsAndAlgorithms() {
    using at::Context;
    return {
        {"seed",
         {},
         [](const RunState&) {
             return std::to_string(at::globalContext().defaultGenerator(at::kCPU).current_seed());
         }},
        {"seed.data", {}, [](const RunState& state) { return std::to_string(state.seeds.data); }},
        {"seed.augment", {}, [](const RunState& state) { return std::to_string(state.seeds.augment); }},
        {"seed.workers",
         {},
         [](const RunState& state) { return state.areWorkersSharing ? "shared" : "per_sample"; }},
        {"deterministic",
         [](const std::string& value) {
             at::globalContext().setDeterministicAlgorithms(value != "off", value == "warn");
         },
         [](const RunState&) -> std::string {
             if (!at::globalContext().deterministicAlgorithms()) return "off";
             return at::globalContext().deterministicAlgorithmsWarnOnly() ? "warn" : "error";
         }},
        contextSwitch("fill_uninitialized", &Context::setDeterministicFillUninitializedMemory,
                      &Context::deterministicFillUninitializedMemory),
    };
}

/// Their setters work without a device.
std::vector<SettingApplier> cudaLibraries() {
    using at::Context;
    return {
        contextSwitch("cudnn.enabled", &Context::setUserEnabledCuDNN, &Context::userEnabledCuDNN),
        contextSwitch("cudnn.benchmark", &Context::setBenchmarkCuDNN, &Context::benchmarkCuDNN),
        {"cudnn.benchmark_limit",
         [](const std::string& value) { at::globalContext().setBenchmarkLimitCuDNN(std::stoi(value)); },
         [](const RunState&) { return std::to_string(at::globalContext().benchmarkLimitCuDNN()); }},
        contextSwitch("cudnn.deterministic", &Context::setDeterministicCuDNN, &Context::deterministicCuDNN),
        environmentRow("cublas.workspace", "CUBLAS_WORKSPACE_CONFIG"),
        environmentRow("cublaslt.workspace", "CUBLASLT_WORKSPACE_SIZE"),
        {"cublas.prefer_lt",
         [](const std::string& value) {
             at::globalContext().setBlasPreferredBackend(value == "on" ? at::BlasBackend::Cublaslt
                                                                       : at::BlasBackend::Cublas);
         },
         [](const RunState&) {
             return onOff(at::globalContext().blasPreferredBackend() == at::BlasBackend::Cublaslt);
         }},
        reducedSumsRow("cublas.reduced.fp16", &Context::setAllowFP16ReductionCuBLAS,
                       &Context::allowFP16ReductionCuBLAS),
        reducedSumsRow("cublas.reduced.bf16", &Context::setAllowBF16ReductionCuBLAS,
                       &Context::allowBF16ReductionCuBLAS),
    };
}

std::vector<SettingApplier> precisionAndAttention() {
    using at::Context;
    using enum at::Float32Op;
    constexpr at::Float32Backend cuda = at::Float32Backend::CUDA, onednn = at::Float32Backend::MKLDNN;
    return {
        precisionRow("fp32.cuda.matmul", cuda, MATMUL),
        precisionRow("fp32.cuda.conv", cuda, CONV),
        precisionRow("fp32.cuda.rnn", cuda, RNN),
        precisionRow("fp32.onednn.matmul", onednn, MATMUL),
        precisionRow("fp32.onednn.conv", onednn, CONV),
        precisionRow("fp32.onednn.rnn", onednn, RNN),
        contextSwitch("attention.flash", &Context::setSDPUseFlash, &Context::userEnabledFlashSDP),
        contextSwitch("attention.efficient", &Context::setSDPUseMemEfficient,
                      &Context::userEnabledMemEfficientSDP),
        contextSwitch("attention.math", &Context::setSDPUseMath, &Context::userEnabledMathSDP),
        contextSwitch("attention.cudnn", &Context::setSDPUseCuDNN, &Context::userEnabledCuDNNSDP),
    };
}

std::vector<SettingApplier> cpu() {
    using at::Context;
    return {
        // The environment has set OpenMP's and MKL's counts; this one is what LibTorch's own loops go by.
        {"threads",
         [](const std::string& value) {
             if (value != "inherit") at::set_num_threads(std::stoi(value));
         },
         [](const RunState&) { return std::to_string(at::get_num_threads()); }},
        {"mkl.cbwr", {}, [](const RunState&) { return mklPathInForce(); }},
        {"mkl.warm_up",
         [](const std::string& value) {
             if (value == "on") warmUpMkl();
         },
         [](const RunState&) { return onOff(isMklWarm()); }},
        {"aten.cpu_capability",
         {},
         [](const RunState&) {
             std::string capability = at::get_cpu_capability();
             std::ranges::transform(capability, capability.begin(),
                                    [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
             return capability;
         }},
        contextSwitch("onednn.enabled", &Context::setUserEnabledMkldnn, &Context::userEnabledMkldnn),
        // oneDNN does not export what it has in force.
        environmentRow("onednn.max_isa", "ONEDNN_MAX_CPU_ISA"),
    };
}

std::vector<SettingApplier> experimentAndObserver() {
    return {
        {"autocast", {}, [](const RunState& state) { return state.isAutocast ? "bf16" : "off"; }},
        {"data.workers", {}, [](const RunState& state) { return std::to_string(state.dataWorkers); }},
        {"data.order",
         {},
         [](const RunState& state) { return state.isFirstCome ? "first_come" : "ordered"; }},
        {"memory_format",
         {},
         [](const RunState& state) { return state.isChannelsLast ? "channels_last" : "contiguous"; }},
        {"embedding.gradient",
         {},
         [](const RunState& state) { return std::string(nameOf(state.embeddingGradient)); }},
        {"recorder", {}, [](const RunState& state) { return onOff(state.isRecording); }},
        {"launch_blocking",
         {},
         [](const RunState&) {
             const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
             return onOff(value != nullptr && std::string_view(value) != "0" && *value != 0);
         }},
    };
}

std::vector<SettingApplier> makeAppliers() {
    std::vector<SettingApplier> all;
    for (auto* appliers :
         {seedsAndAlgorithms, cudaLibraries, precisionAndAttention, cpu, experimentAndObserver})
        std::ranges::move(appliers(), std::back_inserter(all));
    return all;
}

}  // namespace

std::span<const SettingApplier> settingAppliers() {
    static const std::vector<SettingApplier> appliers = makeAppliers();
    return appliers;
}

void applySettings(const settings::Values& values) {
    for (const SettingApplier& applier : settingAppliers())
        if (const auto asked = values.find(applier.key); applier.apply && asked != values.end())
            applier.apply(asked->second);
}

std::map<std::string, std::string> settingsInForce(const RunState& state) {
    std::map<std::string, std::string> inForce;
    for (const SettingApplier& applier : settingAppliers()) inForce[applier.key] = applier.readBack(state);
    return inForce;
}

}  // namespace firstsplit::train
