#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

const std::string mklDocs =
    "https://www.intel.com/content/www/us/en/docs/onemkl/developer-guide-linux/2024-2/"
    "specifying-code-branches.html";

}  // namespace

std::vector<Setting> cpuRows() {
    return {
        {.key = "threads",
         .group = "CPU",
         .label = "CPU threads",
         .effect =
             "How many threads share one operator on the CPU; the count alone changes the last bits of sums.",
         .kind = Kind::Environment,
         .minimum = 1,
         .maximum = 1024,
         .wordsBesideNumbers = {"inherit"},
         .defaultValue = "inherit",
         .variables =
             {{"OMP_NUM_THREADS"}, {"MKL_NUM_THREADS"}, {"OMP_DYNAMIC", "false"}, {"MKL_DYNAMIC", "false"}},
         .documentation = torchDocs + "generated/torch.set_num_threads.html"},
        {.key = "mkl.cbwr",
         .group = "CPU",
         .label = "oneMKL's reproducible path",
         .effect = "Which code path oneMKL takes for matrix products and vector functions on the CPU; a "
                   "fixed one gives "
                   "equal bits on unlike CPUs.",
         .kind = Kind::Environment,
         .choices = {{"unset", "The variable is removed; oneMKL takes the fastest path of this CPU."},
                     {"AUTO", "The fastest path of this CPU, with sums in a fixed order."},
                     {"COMPATIBLE", "One slow path that gives equal bits on every CPU, Intel's or not."},
                     {"AVX2", "The AVX2 path; on other CPUs than Intel's oneMKL takes AUTO instead."},
                     {"AVX2,STRICT",
                      "The AVX2 path, equal for any number of threads; AUTO on other CPUs than Intel's."},
                     {"AVX512", "The AVX-512 path; on other CPUs than Intel's oneMKL takes AUTO instead."},
                     {"AVX512,STRICT",
                      "The AVX-512 path, equal for any number of threads; AUTO on other CPUs than Intel's."}},
         .defaultValue = "unset",
         .variables = {{"MKL_CBWR"}},
         .actsWhen = onCpu,
         .documentation = mklDocs},
        {.key = "mkl.warm_up",
         .group = "CPU",
         .label = "Warm up oneMKL",
         .effect =
             "Whether oneMKL's functions are called once by one thread before training; threads that make a "
             "first call together can get different kernels for it.",
         .choices = onOff("Each function is called once with one element; no random number is drawn.",
                          "The first call happens in the training, often by several threads at once."),
         .defaultValue = "off",
         .actsWhen = onCpu,
         .documentation = "https://github.com/pytorch/pytorch/issues/188792"},
        {.key = "aten.cpu_capability",
         .group = "CPU",
         .label = "Instructions of LibTorch's kernels",
         .effect = "Which instruction set LibTorch's own CPU kernels use; another one adds in another order.",
         .kind = Kind::Environment,
         .choices = {{"unset", "The variable is removed; the widest set of this CPU is taken."},
                     {"default", "Plain code that every CPU runs: slow, and alike on all of them."},
                     {"avx2", "256-bit vectors."},
                     {"avx512", "512-bit vectors; LibTorch does not check that this CPU has them."}},
         .defaultValue = "unset",
         .variables = {{"ATEN_CPU_CAPABILITY"}},
         .actsWhen = onCpu,
         .documentation =
             "https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/DispatchStub.cpp"},
        {.key = "onednn.enabled",
         .group = "CPU",
         .label = "oneDNN",
         .effect = "Whether convolutions and some matrix products on the CPU use Intel's oneDNN.",
         .choices = onOff("oneDNN's kernels are used where they apply.", "LibTorch's own kernels are used."),
         .defaultValue = "on",
         .actsWhen = onCpu,
         .documentation = torchDocs + "backends.html#module-torch.backends.mkldnn"},
        {.key = "onednn.max_isa",
         .group = "CPU",
         .label = "Instructions of oneDNN",
         .effect = "The widest instruction set that oneDNN may use; another one adds in another order.",
         .kind = Kind::Environment,
         .choices = {{"unset", "The variable is removed; the widest set of this CPU is taken."},
                     {"SSE41", "128-bit vectors."},
                     {"AVX2", "256-bit vectors at most."},
                     {"AVX512_CORE", "512-bit vectors at most, without instructions for bf16."},
                     {"AVX512_CORE_BF16", "512-bit vectors at most, with instructions for bf16."},
                     {"AVX512_CORE_AMX", "As AVX512_CORE_BF16, and tiles of Intel's AMX."}},
         .defaultValue = "unset",
         .variables = {{"ONEDNN_MAX_CPU_ISA"}},
         .actsWhen = {.cuda = false, .otherKey = "onednn.enabled", .otherValues = {"on"}},
         .documentation = "https://uxlfoundation.github.io/oneDNN/dev_guide_cpu_dispatcher_control.html"},
    };
}

}  // namespace firstsplit::settings
