#include <algorithm>
#include <limits>

#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

const std::string docs = "https://docs.pytorch.org/docs/stable/";
const std::string mklDocs =
    "https://www.intel.com/content/www/us/en/docs/onemkl/developer-guide-linux/2024-2/"
    "specifying-code-branches.html";
const ActsWhen onCuda = {.cpu = false};
const ActsWhen onCpu = {.cuda = false};
const ActsWhen whileDeterministic = {.otherKey = "deterministic", .otherValues = {"warn", "error"}};
const ActsWhen whileBenchmarking = {.cpu = false, .otherKey = "cudnn.benchmark", .otherValues = {"on"}};
const ActsWhen inDigitsEmbedding = {
    .experiments = {"digits-embedding", "digits-embedding-plain", "digits-embedding-relu"}};

/// "on" and "off" with their effects.
std::vector<Choice> onOff(std::string on, std::string off) {
    return {{"on", std::move(on)}, {"off", std::move(off)}};
}

/// The order of rows is the order in the window and the command line; rows of a group stand together.
std::vector<Setting> makeTable() {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    return {
        {.key = "seed",
         .group = "Seeds",
         .label = "Seed",
         .effect = "Start of LibTorch's random generators on the CPU and on every GPU: initial weights, "
                   "dropout, noise.",
         .minimum = 0,
         .maximum = largest,
         .wordsBesideNumbers = {"unset"},
         .defaultValue = "unset",
         .documentation = docs + "generated/torch.manual_seed.html"},
        {.key = "seed.data",
         .group = "Seeds",
         .label = "Seed of the sample order",
         .effect = "Start of the generator that shuffles the samples anew in each epoch.",
         .minimum = 0,
         .maximum = largest,
         .wordsBesideNumbers = {"from seed"},
         .defaultValue = "from seed",
         .documentation = docs + "notes/randomness.html#dataloader"},
        {.key = "deterministic",
         .group = "Algorithms",
         .label = "Deterministic algorithms",
         .effect = "Whether LibTorch takes an operator's deterministic algorithm where it has several.",
         .choices = {{"off", "The fastest algorithm is taken, also when it adds in an order that changes."},
                     {"warn",
                      "Deterministic algorithms are taken; an operator without one warns and runs, and some, "
                      "such as the backward pass of attention, stay nondeterministic."},
                     {"error",
                      "Deterministic algorithms are taken; an operator without one stops the training."}},
         .defaultValue = "off",
         .documentation = docs + "generated/torch.use_deterministic_algorithms.html"},
        {.key = "fill_uninitialized",
         .group = "Algorithms",
         .label = "Fill uninitialised memory",
         .effect = "Whether new memory that nobody has written yet is filled with a known value first.",
         .choices =
             onOff("Reading such memory gives NaN or the largest integer, the same in every run.",
                   "Reading such memory gives whatever stood there, which can differ from run to run."),
         .defaultValue = "on",
         .actsWhen = whileDeterministic,
         .documentation = docs + "deterministic.html"},
        {.key = "cudnn.enabled",
         .group = "cuDNN",
         .label = "cuDNN",
         .effect = "Whether convolutions, recurrent layers and batch norm on a GPU use NVIDIA's cuDNN.",
         .choices =
             onOff("cuDNN's algorithms are used.", "LibTorch's own kernels are used, often slower ones."),
         .defaultValue = "on",
         .actsWhen = onCuda,
         .documentation = docs + "backends.html#module-torch.backends.cudnn"},
        {.key = "cudnn.benchmark",
         .group = "cuDNN",
         .label = "cuDNN benchmark",
         .effect = "Whether cuDNN times several algorithms for each new shape and keeps the fastest.",
         .choices = onOff("The choice depends on timing, so two runs can compute with different algorithms.",
                          "A heuristic chooses, the same way in every run."),
         .defaultValue = "off",
         .actsWhen = onCuda,
         .documentation = docs + "notes/randomness.html#cuda-convolution-benchmarking"},
        {.key = "cudnn.benchmark_limit",
         .group = "cuDNN",
         .label = "cuDNN benchmark limit",
         .effect = "How many algorithms cuDNN times for each new shape; 0 times all of them.",
         .minimum = 0,
         .maximum = 1000,
         .defaultValue = "10",
         .actsWhen = whileBenchmarking,
         .documentation = docs + "backends.html#torch.backends.cudnn.benchmark_limit"},
        {.key = "cudnn.deterministic",
         .group = "cuDNN",
         .label = "cuDNN deterministic",
         .effect = "Whether cuDNN may use only algorithms that give equal bits each time.",
         .choices =
             onOff("Only deterministic algorithms are allowed.",
                   "Every algorithm is allowed, unless deterministic algorithms are asked for in general."),
         .defaultValue = "off",
         .actsWhen = onCuda,
         .documentation = docs + "notes/randomness.html#cuda-convolution-determinism"},
        {.key = "cublas.workspace",
         .group = "cuBLAS",
         .label = "cuBLAS workspace",
         .effect = "Size and number of the buffers that cuBLAS computes in; with several streams a fixed "
                   "choice makes "
                   "matrix products repeatable.",
         .kind = Kind::Environment,
         .choices = {{"unset", "The variable is removed, and the libraries choose."},
                     {":4096:8", "Eight buffers of 4 MiB: repeatable, about 24 MiB of GPU memory more."},
                     {":16:8", "Eight buffers of 16 KiB: repeatable, can be slower."}},
         .defaultValue = "unset",
         .variables = {{"CUBLAS_WORKSPACE_CONFIG"}},
         .actsWhen = onCuda,
         .documentation = "https://docs.nvidia.com/cuda/cublas/#results-reproducibility"},
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
         .documentation = docs + "generated/torch.set_num_threads.html"},
        {.key = "onednn.enabled",
         .group = "CPU",
         .label = "oneDNN",
         .effect = "Whether convolutions and some matrix products on the CPU use Intel's oneDNN.",
         .choices = onOff("oneDNN's kernels are used where they apply.", "LibTorch's own kernels are used."),
         .defaultValue = "on",
         .actsWhen = onCpu,
         .documentation = docs + "backends.html#module-torch.backends.mkldnn"},
        {.key = "mkl.cbwr",
         .group = "CPU",
         .label = "oneMKL's reproducible path",
         .effect = "Which code path oneMKL takes for matrix products and vector functions on the CPU; a "
                   "fixed one gives "
                   "equal bits on unlike CPUs.",
         .kind = Kind::Environment,
         .choices = {{"unset", "The variable is removed; oneMKL takes the fastest path of this CPU."},
                     {"AUTO", "The fastest path of this CPU, the same in every run on it."},
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
        {.key = "embedding.gradient",
         .group = "Embedding gradient",
         .label = "Gradient of the table",
         .effect = "How the gradients of all uses of a table's row are added up.",
         .choices = {{"atomic", "Threads add as they come: fast, and the order changes from run to run."},
                     {"index", "Plain indexing: races on the CPU, sorted and repeatable on CUDA."},
                     {"sorted",
                      "A stable sort by row, then sums of the segments: repeatable on every device."}},
         .defaultValue = "atomic",
         .actsWhen = inDigitsEmbedding,
         .documentation = docs + "notes/randomness.html#avoiding-nondeterministic-algorithms"},
        {.key = "recorder",
         .group = "Observer",
         .label = "Recorder",
         .effect = "Whether the run is recorded step by step; the result must be the same either way.",
         .choices =
             onOff("Every step is fingerprinted and recorded.",
                   "Only the final weights are fingerprinted, to show that recording changes nothing."),
         .defaultValue = "on",
         .documentation = docs + "notes/randomness.html"},
    };
}

}  // namespace

std::span<const Setting> table() {
    static const std::vector<Setting> rows = makeTable();
    return rows;
}

const Setting* find(std::string_view key) {
    const auto row = std::ranges::find(table(), key, &Setting::key);
    return row == table().end() ? nullptr : &*row;
}

}  // namespace firstsplit::settings
