#include <limits>

#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

const ActsWhen whileDeterministic = {.otherKey = "deterministic", .otherValues = {"warn", "error"}};
const ActsWhen inDigitsEmbedding = {
    .experiments = {"digits-embedding", "digits-embedding-plain", "digits-embedding-relu"}};
const ActsWhen inCommands = {.experiments = {""}};

}  // namespace

std::vector<Setting> seedRows() {
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
         .documentation = torchDocs + "generated/torch.manual_seed.html"},
        {.key = "seed.data",
         .group = "Seeds",
         .label = "Seed of the sample order",
         .effect = "Start of the generator that shuffles the samples anew in each epoch.",
         .minimum = 0,
         .maximum = largest,
         .wordsBesideNumbers = {"from seed"},
         .defaultValue = "from seed",
         .documentation = torchDocs + "notes/randomness.html#dataloader"},
        {.key = "seed.entropy",
         .group = "Seeds",
         .label = "Generators without a seed",
         .effect = "Where random generators that a Python script makes without a seed start, such as "
                   "numpy.random.default_rng(), in data workers too.",
         .choices = {{"system", "Each starts from the system's entropy, anew in every run."},
                     {"fixed", "Each starts from the run's seed and the order in which they are made."}},
         .defaultValue = "system",
         .actsWhen = inCommands,
         .documentation = "https://numpy.org/doc/stable/reference/random/generator.html"},
        {.key = "seed.hash",
         .group = "Seeds",
         .label = "Seed of Python's hashes",
         .effect = "Start of the hashes of Python's strings, which decide the order of a set of strings; 0 "
                   "turns their randomness off.",
         .kind = Kind::Environment,
         .minimum = 0,
         .maximum = 4294967295,
         .wordsBesideNumbers = {"inherit"},
         .defaultValue = "inherit",
         .variables = {{"PYTHONHASHSEED"}},
         .actsWhen = inCommands,
         .documentation = "https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHASHSEED"},
    };
}

std::vector<Setting> algorithmRows() {
    return {
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
         .documentation = torchDocs + "generated/torch.use_deterministic_algorithms.html"},
        {.key = "fill_uninitialized",
         .group = "Algorithms",
         .label = "Fill uninitialised memory",
         .effect = "Whether new memory that nobody has written yet is filled with a known value first.",
         .choices =
             onOff("Reading such memory gives NaN or the largest integer, the same in every run.",
                   "Reading such memory gives whatever stood there, which can differ from run to run."),
         .defaultValue = "on",
         .actsWhen = whileDeterministic,
         .documentation = torchDocs + "deterministic.html"},
        {.key = "compile",
         .group = "Algorithms",
         .label = "torch.compile",
         .effect = "Whether torch.compile in a Python script compiles, or leaves everything as it is.",
         .kind = Kind::Environment,
         .choices = {{"inherit", "The script's calls of torch.compile do what they say."},
                     {"off",
                      "The script's calls of torch.compile do nothing: every operator runs on its own."}},
         .defaultValue = "inherit",
         .variables = {{"TORCHDYNAMO_DISABLE", "1"}},
         .actsWhen = inCommands,
         .documentation = torchDocs + "torch.compiler_api.html"},
    };
}

std::vector<Setting> experimentRows() {
    return {
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
         .documentation = torchDocs + "notes/randomness.html#avoiding-nondeterministic-algorithms"},
    };
}

std::vector<Setting> observerRows() {
    return {
        {.key = "recorder",
         .group = "Observer",
         .label = "Recorder",
         .effect = "Whether the run is recorded step by step; the result must be the same either way.",
         .choices =
             onOff("Every step is fingerprinted and recorded.",
                   "Only the final weights are fingerprinted, to show that recording changes nothing."),
         .defaultValue = "on",
         .documentation = torchDocs + "notes/randomness.html"},
        {.key = "launch_blocking",
         .group = "Observer",
         .label = "Blocking launches",
         .effect = "Whether the CPU waits for each CUDA kernel; a race between streams can vanish under it, "
                   "and an error "
                   "is reported where it happened.",
         .kind = Kind::Environment,
         .choices = {{"on", "Each kernel ends before the next operator starts: slow.", "1"},
                     {"off", "Kernels are queued.", "0"}},
         .defaultValue = "off",
         .variables = {{"CUDA_LAUNCH_BLOCKING"}},
         .actsWhen = onCuda,
         .documentation = torchDocs + "cuda_environment_variables.html"},
    };
}

}  // namespace firstsplit::settings
