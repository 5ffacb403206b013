#include "core/settings/preflight_rules.h"

namespace firstsplit::settings {
namespace {

using enum Finding::Severity;

/// For fp32.cuda.KEY: variables that beat it behind every getter, and GPUs without TF32.
void addCudaRules(const std::string& key, std::vector<Rule>& rules) {
    const Condition isNoCpu = {"device kind", {"cpu"}, false};
    rules.push_back(
        {.severity = Refused,
         .key = key,
         .when = {isNoCpu, {key, {"tf32"}}, {"env NVIDIA_TF32_OVERRIDE", {"0"}}},
         .sentence = key + "=tf32 cannot be had: NVIDIA_TF32_OVERRIDE=0 is in the environment, and forbids "
                           "TF32 to NVIDIA's libraries whatever LibTorch asks for. Unset it."});
    rules.push_back(
        {.severity = Refused,
         .key = key,
         .when = {isNoCpu, {key, {"ieee"}}, {"env NVIDIA_TF32_OVERRIDE", {"1"}}},
         .sentence = key + "=ieee cannot be had: NVIDIA_TF32_OVERRIDE=1 is in the environment, and switches "
                           "TF32 on in NVIDIA's libraries whatever LibTorch asks for. Unset it."});
    rules.push_back(
        {.severity = NoEffect,
         .key = key,
         .when = {{"device kind", {"cuda"}}, {key, {"tf32"}}, {"gpu has tf32", {"no"}}},
         .sentence = key + "=tf32 has no effect here: {device} has compute capability {gpu compute}, and "
                           "TF32 begins with 8.0."});
}

/// oneDNN's own default is a floor that LibTorch's rows do not lift.
void addOnednnRules(const std::string& key, std::vector<Rule>& rules) {
    for (const std::string variable : {"ONEDNN_DEFAULT_FPMATH_MODE", "DNNL_DEFAULT_FPMATH_MODE"})
        rules.push_back(
            {.severity = Refused,
             .key = key,
             .when = {{"device kind", {"cuda"}, false},
                      {key, {"ieee"}},
                      {"env " + variable, {"BF16", "F16", "TF32", "ANY", "bf16", "f16", "tf32", "any"}}},
             .sentence =
                 key + "=ieee cannot be had: " + variable + "={env " + variable +
                 "} is in the environment, and lets oneDNN round whatever LibTorch asks for. Unset it."});
}

/// A user's script must keep LibTorch's older switches, whose getters throw once the newer ones were used.
void addCommandRules(std::vector<Rule>& rules) {
    const Condition isCommand = {"experiment", {""}};
    const auto refuse = [&](const std::string& key, std::vector<Condition> when,
                            const std::string& sentence) {
        when.push_back(isCommand);
        rules.push_back({.severity = Refused, .key = key, .when = std::move(when), .sentence = sentence});
    };
    const std::string together =
        "In a command fp32.cuda.conv and fp32.cuda.rnn can only be set alike, by "
        "torch.backends.cudnn.allow_tf32. "
        "Give both the same value.";
    refuse("fp32.cuda.conv", {{"fp32.cuda.conv", {"ieee"}}, {"fp32.cuda.rnn", {"tf32"}}}, together);
    refuse("fp32.cuda.rnn", {{"fp32.cuda.conv", {"tf32"}}, {"fp32.cuda.rnn", {"ieee"}}}, together);
    refuse("fp32.onednn.matmul", {{"fp32.onednn.matmul", {"tf32", "bf16"}}, {"fp32.cuda.matmul", {"ieee"}}},
           "In a command fp32.onednn.matmul={fp32.onednn.matmul} can only be set together with "
           "fp32.cuda.matmul=tf32, by "
           "torch.set_float32_matmul_precision. Set both.");
}

}  // namespace

std::vector<Rule> precisionRules() {
    std::vector<Rule> rules;
    for (const char* key : {"fp32.cuda.matmul", "fp32.cuda.conv", "fp32.cuda.rnn"}) addCudaRules(key, rules);
    rules.push_back({.severity = Refused,
                     .key = "fp32.cuda.matmul",
                     .when = {{"device kind", {"cpu"}, false},
                              {"fp32.cuda.matmul", {"ieee"}},
                              {"env TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", {"1"}}},
                     .sentence = "fp32.cuda.matmul=ieee contradicts TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=1 in "
                                 "the environment, which is documented "
                                 "to switch TF32 on over LibTorch's own settings. Unset it."});
    for (const char* key : {"fp32.onednn.matmul", "fp32.onednn.conv", "fp32.onednn.rnn"})
        addOnednnRules(key, rules);
    addCommandRules(rules);
    return rules;
}

}  // namespace firstsplit::settings
