#include "core/train/setting_appliers.h"

#include <ATen/Parallel.h>

#include <cstdlib>
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

std::vector<SettingApplier> makeAppliers() {
    using at::Context;
    return {
        {"seed",
         {},
         [](const RunState&) {
             return std::to_string(at::globalContext().defaultGenerator(at::kCPU).current_seed());
         }},
        {"seed.data", {}, [](const RunState& state) { return std::to_string(state.dataSeed); }},
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
        contextSwitch("cudnn.enabled", &Context::setUserEnabledCuDNN, &Context::userEnabledCuDNN),
        contextSwitch("cudnn.benchmark", &Context::setBenchmarkCuDNN, &Context::benchmarkCuDNN),
        {"cudnn.benchmark_limit",
         [](const std::string& value) { at::globalContext().setBenchmarkLimitCuDNN(std::stoi(value)); },
         [](const RunState&) { return std::to_string(at::globalContext().benchmarkLimitCuDNN()); }},
        contextSwitch("cudnn.deterministic", &Context::setDeterministicCuDNN, &Context::deterministicCuDNN),
        {"cublas.workspace",
         {},
         [](const RunState&) -> std::string {
             const char* value = std::getenv("CUBLAS_WORKSPACE_CONFIG");
             return value == nullptr ? "unset" : value;
         }},
        // The environment has set OpenMP's and MKL's counts; this one is what LibTorch's own loops go by.
        {"threads",
         [](const std::string& value) {
             if (value != "inherit") at::set_num_threads(std::stoi(value));
         },
         [](const RunState&) { return std::to_string(at::get_num_threads()); }},
        contextSwitch("onednn.enabled", &Context::setUserEnabledMkldnn, &Context::userEnabledMkldnn),
        {"mkl.cbwr", {}, [](const RunState&) { return mklPathInForce(); }},
        {"mkl.warm_up",
         [](const std::string& value) {
             if (value == "on") warmUpMkl();
         },
         [](const RunState&) { return onOff(isMklWarm()); }},
        {"embedding.gradient", {}, [](const RunState& state) { return state.embeddingGradient; }},
        {"recorder", {}, [](const RunState& state) { return onOff(state.isRecording); }},
    };
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
