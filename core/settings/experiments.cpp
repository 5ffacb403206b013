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
