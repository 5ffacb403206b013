#include "core/settings/preflight_rules.h"

#include <algorithm>
#include <iterator>

namespace firstsplit::settings {
namespace {

std::vector<Rule> joined(std::vector<Rule> first, std::vector<Rule> second) {
    std::ranges::move(second, std::back_inserter(first));
    return first;
}

}  // namespace

std::span<const Rule> preflightRules() {
    using enum Finding::Severity;
    static const std::vector<Rule> rules = joined(
        {
            {.severity = Refused,
             .key = "device",
             .when = {{"device kind", {"malformed"}}},
             .sentence =
                 "There is no device \"{device}\": a device is cpu, cuda, or cuda:1 for the second GPU.",
             .alsoWhenInherited = true},
            {.severity = Refused,
             .key = "device",
             .when = {{"device kind", {"cuda"}}, {"gpus hidden", {"yes"}}},
             .sentence =
                 "{device} cannot be used: CUDA_VISIBLE_DEVICES={CUDA_VISIBLE_DEVICES} leaves no such "
                 "GPU visible. "
                 "Unset that variable, or choose a GPU that it names.",
             .alsoWhenInherited = true},
            {.severity = Warning,
             .key = "seed",
             .when = {{"seed", {"unset"}}, {"experiment", {""}, false}},
             .sentence = "No seed is set, so LibTorch draws one from the system and two runs start from "
                         "different weights. "
                         "Set seed to a number for equal starts.",
             .alsoWhenInherited = true},
            {.severity = Warning,
             .key = "cudnn.benchmark",
             .when = {{"device kind", {"cpu"}, false},
                      {"cudnn.benchmark", {"on"}},
                      {"deterministic", {"warn", "error"}}},
             .sentence = "cudnn.benchmark=on contradicts deterministic={deterministic}: timing may choose "
                         "another algorithm in "
                         "each run. Set cudnn.benchmark=off."},
            {.severity = Warning,
             .key = "cudnn.benchmark",
             .when = {{"device kind", {"cpu"}, false},
                      {"cudnn.benchmark", {"on"}},
                      {"cudnn.deterministic", {"on"}},
                      {"deterministic", {"off"}}},
             .sentence =
                 "cudnn.benchmark=on contradicts cudnn.deterministic=on: each algorithm is repeatable, "
                 "but timing may "
                 "choose another one in each run. Set cudnn.benchmark=off."},
            {.severity = Warning,
             .key = "cudnn.deterministic",
             .when = {{"cudnn.deterministic", {"off"}},
                      {"deterministic", {"warn", "error"}},
                      {"device kind", {"cpu"}, false}},
             .sentence =
                 "cudnn.deterministic=off is overruled by deterministic={deterministic}: cuDNN is held to "
                 "deterministic algorithms all the same. Set deterministic=off to test cuDNN alone."},
            {.severity = NoEffect,
             .key = "cudnn.benchmark",
             .when = {{"device kind", {"cpu"}, false},
                      {"cudnn.enabled", {"off"}},
                      {"cudnn.benchmark", {"on"}}},
             .sentence = "cudnn.benchmark=on does nothing while cudnn.enabled=off."},
            {.severity = NoEffect,
             .key = "cudnn.deterministic",
             .when = {{"device kind", {"cpu"}, false},
                      {"cudnn.enabled", {"off"}},
                      {"cudnn.deterministic", {"on"}}},
             .sentence = "cudnn.deterministic=on does nothing while cudnn.enabled=off."},
            {.severity = Warning,
             .key = "deterministic",
             .when = {{"deterministic", {"warn"}}},
             .sentence = "deterministic=warn is not a quieter error: operators without a deterministic "
                         "algorithm, such "
                         "as the "
                         "backward pass of attention, stay nondeterministic. Set deterministic=error for "
                         "equal bits."},
            {.severity = Warning,
             .key = "deterministic",
             .when = {{"device kind", {"cuda"}},
                      {"deterministic", {"error"}},
                      {"cublas.workspace", {"unset"}}},
             .sentence =
                 "deterministic=error stops this LibTorch ({torch version}) at the first matrix product "
                 "on CUDA while "
                 "CUBLAS_WORKSPACE_CONFIG is not set. Set cublas.workspace=:4096:8.",
             .untilVersion = "2.9"},
            {.severity = Warning,
             .key = "deterministic",
             .when = {{"device kind", {"cpu"}, false},
                      {"env PYTORCH_TUNABLEOP_ENABLED", {"1"}},
                      {"env PYTORCH_TUNABLEOP_TUNING", {"0"}, false}},
             .sentence =
                 "PYTORCH_TUNABLEOP_ENABLED=1 is in the environment: LibTorch times several kernels for each "
                 "matrix product and keeps the fastest, so two runs can take different ones. Unset it, or "
                 "set "
                 "PYTORCH_TUNABLEOP_TUNING=0 to use only what an earlier run has chosen.",
             .alsoWhenInherited = true},
            {.severity = Warning,
             .key = "attention.math",
             .when = {{"experiment", {"text-transformer", ""}},
                      {"device kind", {"cpu"}, false},
                      {"attention.flash", {"off"}},
                      {"attention.efficient", {"off"}},
                      {"attention.cudnn", {"off"}},
                      {"attention.math", {"off"}}},
             .sentence =
                 "With every attention.* off, scaled dot-product attention fails. Leave attention.math=on."},
            {.severity = Warning,
             .key = "attention.math",
             .when = {{"experiment", {"text-transformer", ""}},
                      {"device kind", {"cpu"}},
                      {"attention.flash", {"off"}},
                      {"attention.math", {"off"}}},
             .sentence = "With attention.flash=off and attention.math=off, scaled dot-product attention "
                         "fails on the CPU. "
                         "Leave attention.math=on."},
            {.severity = Refused,
             .key = "aten.cpu_capability",
             .when = {{"aten.cpu_capability", {"avx512"}}, {"cpu has avx512", {"no"}}},
             .sentence = "aten.cpu_capability=avx512 would stop the training with an illegal instruction: "
                         "this CPU has no "
                         "AVX-512. Set aten.cpu_capability=avx2 or default."},
            {.severity = Refused,
             .key = "aten.cpu_capability",
             .when = {{"aten.cpu_capability", {"avx2"}}, {"cpu has avx2", {"no"}}},
             .sentence = "aten.cpu_capability=avx2 would stop the training with an illegal instruction: this "
                         "CPU has no "
                         "AVX2. Set aten.cpu_capability=default."},
            {.severity = Warning,
             .key = "mkl.cbwr",
             .when = {{"mkl.cbwr", {"unset", "AUTO", "COMPATIBLE"}, false},
                      {"cpu vendor", {"", "GenuineIntel"}, false}},
             .sentence = "mkl.cbwr={mkl.cbwr} is taken on Intel's CPUs alone; on this one ({cpu vendor}) "
                         "oneMKL takes its "
                         "AUTO path. Set mkl.cbwr=COMPATIBLE for equal bits on every CPU."},
            {.severity = Warning,
             .key = "threads",
             .when = {{"threads beyond quota", {"yes"}}},
             .sentence =
                 "threads={threads} is more than the {quota} cores that this process's cgroup allows: the "
                 "threads "
                 "take turns and the run gets slower. Set threads={cores} or fewer, or raise the quota."},
            {.severity = Warning,
             .key = "threads",
             .when = {{"threads beyond limit", {"yes"}}},
             .sentence = "OMP_THREAD_LIMIT={env OMP_THREAD_LIMIT} is in the environment: OpenMP starts no "
                         "more threads than "
                         "that. Unset it, or set threads={env OMP_THREAD_LIMIT}."},
            {.severity = Warning,
             .key = "threads",
             .when = {{"threads beyond cores", {"yes"}}},
             .sentence = "threads={threads} is more than the {cores} cores that this process may use: the "
                         "threads take turns "
                         "and the run gets slower. Set threads={cores} or fewer."},
            {.severity = Warning,
             .key = "threads",
             .when = {{"device kind", {"cpu"}},
                      {"races", {"yes"}},
                      {"threads", {"1"}},
                      {"embedding.gradient", {"sorted"}, false}},
             .sentence =
                 "With threads=1 nothing races: {experiment} cannot split on the CPU. Set threads=2 to "
                 "see it split."},
            {.severity = Warning,
             .key = "threads",
             .when =
                 {{"device kind", {"cpu"}}, {"races", {"yes"}}, {"cores", {"1"}}, {"threads", {"1"}, false}},
             .sentence =
                 "This process may use one core only: the threads of {experiment} take turns, and the "
                 "race may not "
                 "show. Use a machine or a quota with two cores."},
            {.severity = Warning,
             .key = "recorder",
             .when = {{"recorder", {"off"}}},
             .sentence =
                 "With recorder=off only the final weights are fingerprinted: the run cannot be compared "
                 "step by step. "
                 "Set recorder=on to find a split."},
        },
        precisionRules());
    return rules;
}

}  // namespace firstsplit::settings
