#include <limits>

#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

const ActsWhen inWorkers = {.experiments = {"digits-augmented"}};
const ActsWhen inWorkersAndCommands = {.experiments = {"digits-augmented", ""}, .isSilentElsewhere = true};
const ActsWhen inWorkersByPreset = {.experiments = {"digits-augmented"}, .isSilentElsewhere = true};
const ActsWhen inConvolutions = {.experiments = {"digits-cnn", "digits-augmented", "holdout-op", "resnet18"}};

/// What the runner carries out, and no script.
ActsWhen inExperiments() {
    ActsWhen acts;
    for (const Experiment& experiment : experiments()) acts.experiments.push_back(experiment.name);
    return acts;
}

}  // namespace

std::vector<Setting> workerSeedRows() {
    return {
        {.key = "seed.augment",
         .group = "Seeds",
         .label = "Seed of the random changes",
         .effect = "Start of the numbers by which samples are shifted and their contrast changed.",
         .minimum = 0,
         .maximum = std::numeric_limits<std::int64_t>::max(),
         .wordsBesideNumbers = {"from seed"},
         .defaultValue = "from seed",
         .actsWhen = inWorkers,
         .documentation = torchDocs + "notes/randomness.html#dataloader"},
        {.key = "seed.workers",
         .group = "Seeds",
         .label = "Random numbers of data workers",
         .effect = "Where the threads or processes that prepare batches take their random numbers from.",
         .choices =
             {{"shared",
               "All workers draw from one generator, as in LibTorch's loader: who comes first gets the "
               "next numbers, another order in each run. In Python as the script and torch have it."},
              {"per_sample",
               "Numbers follow from seed, epoch and sample alone, whatever the number of workers; in Python "
               "those of torch, NumPy and the module random."}},
         .defaultValue = "shared",
         .actsWhen = inWorkersAndCommands,
         .documentation = torchDocs + "notes/randomness.html#dataloader"},
    };
}

std::vector<Setting> autocastRows() {
    return {
        {.key = "autocast",
         .group = "Precision",
         .label = "Autocast",
         .effect =
             "Whether the forward pass computes convolutions, matrix products and attention in bfloat16.",
         .choices = {{"off", "Everything is computed in float32."},
                     {"bf16",
                      "Eight bits of a number's fraction instead of 24: faster where the hardware has "
                      "it, as repeatable as float32."}},
         .defaultValue = "off",
         .actsWhen = inExperiments(),
         .documentation = torchDocs + "amp.html"},
    };
}

std::vector<Setting> dataRows() {
    return {
        {.key = "data.workers",
         .group = "Data",
         .label = "Data workers",
         .effect = "How many threads prepare batches ahead; 0 prepares each when it is needed.",
         .minimum = 0,
         .maximum = 64,
         .defaultValue = "0",
         .actsWhen = inWorkers,
         .documentation = torchDocs + "data.html#single-and-multi-process-data-loading"},
        {.key = "data.order",
         .group = "Data",
         .label = "Order of batches",
         .effect = "In which order batches that workers have prepared are trained on.",
         .choices = {{"ordered", "In the order in which they were drawn."},
                     {"first_come", "As they are completed, which can be another order in each run."}},
         .defaultValue = "ordered",
         .actsWhen = inWorkersByPreset,
         .documentation = torchDocs + "data.html#torch.utils.data.DataLoader"},
        {.key = "memory_format",
         .group = "Data",
         .label = "Memory format",
         .effect = "How pictures and the weights of convolutions lie in memory; another layout is another "
                   "algorithm, with other last bits.",
         .choices = {{"contiguous", "Channel by channel."},
                     {"channels_last", "All channels of a pixel together, often faster."}},
         .defaultValue = "contiguous",
         .actsWhen = inConvolutions,
         .documentation = torchDocs + "tensor_attributes.html#torch.memory_format"},
    };
}

}  // namespace firstsplit::settings
