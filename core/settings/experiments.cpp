#include <algorithm>

#include "core/base/nearest.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {

std::span<const Experiment> experiments() {
    // The race needs two threads on a CPU, and some machines default to one.
    static const std::vector<Experiment> all = {
        {.name = "digits-embedding",
         .label = "Digits, embedding table",
         .sentence =
             "Handwritten digits read through a table of pixel values; its gradient races, and the training "
             "amplifies the last bit until accuracy differs.",
         .defaultSteps = 200,
         .defaults = {{"threads", "2"}}},
        {.name = "digits-embedding-plain",
         .label = "Digits, plain table",
         .sentence =
             "The same race in a model that learns slowly: the loss shows the split late, the weights end "
             "almost equal.",
         .defaultSteps = 200,
         .defaults = {{"threads", "2"}}},
        {.name = "digits-embedding-relu",
         .label = "Digits, embedding table and ReLU",
         .sentence =
             "The same race in a model that learns well and hardly amplifies it: it splits, and it does not "
             "matter.",
         .defaultSteps = 200,
         .defaults = {{"threads", "2"}}},
        {.name = "digits-cnn",
         .label = "Digits, convolutional network",
         .sentence =
             "Handwritten digits through convolutions and batch norm, trained by AdamW: repeatable on a CPU, "
             "subject to cuDNN's choices on a GPU.",
         .defaultSteps = 300,
         .defaults = {}},
        {.name = "digits-augmented",
         .label = "Digits, changed at random by workers",
         .sentence =
             "The convolutional network on digits that two threads shift and change in contrast; they share "
             "one random generator, so each run sees other pictures.",
         .defaultSteps = 200,
         .defaults = {{"data.workers", "2"}, {"seed.workers", "shared"}}},
        {.name = "text-transformer",
         .label = "Text, transformer",
         .sentence = "Characters of Newton's Opticks through causal attention, trained by AdamW: repeatable "
                     "on a CPU, "
                     "subject to the choice of attention on a GPU.",
         .defaultSteps = 200,
         .defaults = {}},
        {.name = "resnet18",
         .label = "ResNet-18",
         .sentence =
             "ResNet-18 on CIFAR-10 from a folder of yours, or on noise of its shape: repeatable on a CPU, "
             "subject to cuDNN's choices on a GPU.",
         .defaultSteps = 20,
         .defaults = {},
         .takesData = true},
        {.name = "uninitialized",
         .label = "Memory that nobody wrote",
         .sentence =
             "A network that reads columns which nobody has written: deterministic algorithms alone do not "
             "cure it, filling new memory does.",
         .defaultSteps = 50,
         .defaults = {}},
        {.name = "holdout-op",
         .label = "An operator that cannot be deterministic",
         .sentence = "A network with max_unpool2d, which has no deterministic implementation: with "
                     "deterministic=error the run ends and names it.",
         .defaultSteps = 50,
         .defaults = {}},
    };
    return all;
}

Result<Experiment> experimentNamed(const std::string& name) {
    const auto found = std::ranges::find(experiments(), name, &Experiment::name);
    if (found != experiments().end()) return *found;
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) names.push_back(experiment.name);
    return fail("There is no experiment \"" + name + "\"." + suggestion(name, names));
}

}  // namespace firstsplit::settings
