#include "core/settings/preflight_rules.h"

namespace firstsplit::settings {

std::span<const Rule> preflightRules() {
    using enum Finding::Severity;
    static const std::vector<Rule> rules = {
        {.severity = Refused,
         .key = "device",
         .when = {{"device kind", {"malformed"}}},
         .sentence = "There is no device \"{device}\": a device is cpu, cuda, or cuda:1 for the second GPU.",
         .alsoWhenInherited = true},
        {.severity = Refused,
         .key = "device",
         .when = {{"device kind", {"cuda"}}, {"gpus hidden", {"yes"}}},
         .sentence = "{device} cannot be used: CUDA_VISIBLE_DEVICES={CUDA_VISIBLE_DEVICES} leaves no such "
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
         .when = {{"device kind", {"cuda"}},
                  {"cudnn.benchmark", {"on"}},
                  {"deterministic", {"warn", "error"}}},
         .sentence = "cudnn.benchmark=on contradicts deterministic={deterministic}: timing may choose "
                     "another algorithm in "
                     "each run. Set cudnn.benchmark=off."},
        {.severity = Warning,
         .key = "cudnn.benchmark",
         .when = {{"device kind", {"cuda"}},
                  {"cudnn.benchmark", {"on"}},
                  {"cudnn.deterministic", {"on"}},
                  {"deterministic", {"off"}}},
         .sentence = "cudnn.benchmark=on contradicts cudnn.deterministic=on: each algorithm is repeatable, "
                     "but timing may "
                     "choose another one in each run. Set cudnn.benchmark=off."},
        {.severity = Warning,
         .key = "cudnn.deterministic",
         .when = {{"cudnn.deterministic", {"off"}},
                  {"deterministic", {"warn", "error"}},
                  {"device kind", {"cuda"}}},
         .sentence =
             "cudnn.deterministic=off is overruled by deterministic={deterministic}: cuDNN is held to "
             "deterministic algorithms all the same. Set deterministic=off to test cuDNN alone."},
        {.severity = NoEffect,
         .key = "cudnn.benchmark",
         .when = {{"device kind", {"cuda"}}, {"cudnn.enabled", {"off"}}, {"cudnn.benchmark", {"on"}}},
         .sentence = "cudnn.benchmark=on does nothing while cudnn.enabled=off."},
        {.severity = NoEffect,
         .key = "cudnn.deterministic",
         .when = {{"device kind", {"cuda"}}, {"cudnn.enabled", {"off"}}, {"cudnn.deterministic", {"on"}}},
         .sentence = "cudnn.deterministic=on does nothing while cudnn.enabled=off."},
        {.severity = Warning,
         .key = "deterministic",
         .when = {{"deterministic", {"warn"}}},
         .sentence =
             "deterministic=warn is not a quieter error: operators without a deterministic algorithm, such "
             "as the "
             "backward pass of attention, stay nondeterministic. Set deterministic=error for equal bits."},
        {.severity = Warning,
         .key = "deterministic",
         .when = {{"device kind", {"cuda"}}, {"deterministic", {"error"}}, {"cublas.workspace", {"unset"}}},
         .sentence = "deterministic=error stops this LibTorch ({torch version}) at the first matrix product "
                     "on CUDA while "
                     "CUBLAS_WORKSPACE_CONFIG is not set. Set cublas.workspace=:4096:8.",
         .untilVersion = "2.9"},
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
         .sentence = "With threads=1 nothing races: {experiment} cannot split on the CPU. Set threads=2 to "
                     "see it split."},
        {.severity = Warning,
         .key = "threads",
         .when = {{"device kind", {"cpu"}}, {"races", {"yes"}}, {"cores", {"1"}}, {"threads", {"1"}, false}},
         .sentence = "This process may use one core only: the threads of {experiment} take turns, and the "
                     "race may not "
                     "show. Use a machine or a quota with two cores."},
        {.severity = Warning,
         .key = "recorder",
         .when = {{"recorder", {"off"}}},
         .sentence = "With recorder=off only the final weights are fingerprinted: the run cannot be compared "
                     "step by step. "
                     "Set recorder=on to find a split."},
    };
    return rules;
}

}  // namespace firstsplit::settings
