#include "core/train/experiment.h"

#include <algorithm>
#include <stdexcept>

#include "core/train/digits_cnn.h"
#include "core/train/digits_embedding.h"
#include "core/train/digits_padded.h"
#include "core/train/digits_unpool.h"
#include "core/train/resnet18.h"
#include "core/train/text_windows.h"
#include "core/train/transformer.h"

namespace firstsplit::train {
namespace {

constexpr double momentum = 0.9;

/// The rate decays to nothing because what is amplified early then stays in the weights, and the run still
/// ends well.
std::function<double(std::int64_t)> rising(double peak, std::int64_t warmUp, std::int64_t steps) {
    return [=](std::int64_t step) { return warmUpThenDecay(peak, warmUp, steps, step); };
}

Placement placementOf(const Dataset& data, const RunState& state) {
    return {data.device(),
            state.isChannelsLast ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous};
}

Experiment makeEmbedding(const DigitsEmbedding::Shape& shape, const Placement& placement,
                         const RunState& state) {
    Experiment experiment;
    experiment.model = std::make_unique<DigitsEmbedding>(shape, state.embeddingGradient, placement);
    experiment.optimizer = std::make_unique<Sgd>(experiment.model->parameters(), momentum);
    return experiment;
}

Experiment makeConvolutional(const Placement& placement, std::int64_t steps) {
    Experiment experiment;
    experiment.model = std::make_unique<DigitsCnn>(placement);
    experiment.optimizer = std::make_unique<AdamW>(experiment.model->parameters(), /*weightDecay=*/0.01);
    experiment.labelSmoothing = 0.1;
    experiment.rate = rising(0.01, 20, steps);
    return experiment;
}

template <class SmallModel>
Experiment makeSmall(const Placement& placement, double rate) {
    Experiment experiment;
    experiment.model = std::make_unique<SmallModel>(placement);
    experiment.optimizer = std::make_unique<Sgd>(experiment.model->parameters(), momentum);
    experiment.rate = [rate](std::int64_t) { return rate; };
    return experiment;
}

Experiment makeTransformer(std::int64_t vocabulary, const Placement& placement, std::int64_t steps) {
    Experiment experiment;
    experiment.model = std::make_unique<Transformer>(vocabulary, placement);
    experiment.optimizer = std::make_unique<AdamW>(experiment.model->parameters(), /*weightDecay=*/0.01);
    experiment.batchSize = 16;
    experiment.rate = rising(0.003, 20, steps);
    return experiment;
}

Experiment makeResNet(const Placement& placement, std::int64_t steps) {
    Experiment experiment;
    experiment.model = std::make_unique<ResNet18>(placement);
    experiment.optimizer = std::make_unique<Sgd>(experiment.model->parameters(), momentum);
    experiment.batchSize = placement.device.is_cpu() ? 32 : 128;
    experiment.rate = rising(0.1, 5, steps);
    return experiment;
}

Experiment withoutData(const std::string& name, const Dataset& data, std::int64_t steps,
                       const RunState& state) {
    const Placement placement = placementOf(data, state);
    if (name == "digits-embedding") {
        Experiment experiment = makeEmbedding({}, placement, state);
        experiment.labelSmoothing = 0.1;
        experiment.rate = rising(0.2, 50, steps);
        return experiment;
    }
    if (name == "digits-embedding-relu") {
        Experiment experiment =
            makeEmbedding({.ordinal = 1, .noise = 0.03, .isRelu = true}, placement, state);
        experiment.labelSmoothing = 0.1;
        experiment.rate = rising(0.1, 50, steps);
        return experiment;
    }
    if (name == "digits-embedding-plain") {
        Experiment experiment = makeEmbedding({.ordinal = 0, .noise = 0.3, .isMean = true}, placement, state);
        experiment.batchSize = 256;
        experiment.rate = [](std::int64_t) { return 0.2; };
        return experiment;
    }
    if (name == "digits-cnn") return makeConvolutional(placement, steps);
    if (name == "digits-augmented") {
        Experiment experiment = makeConvolutional(placement, steps);
        experiment.isAugmented = true;
        return experiment;
    }
    if (name == "uninitialized") return makeSmall<DigitsPadded>(placement, 0.1);
    if (name == "holdout-op") return makeSmall<DigitsUnpool>(placement, 0.1);
    if (name == "text-transformer")
        return makeTransformer(dynamic_cast<const TextWindows&>(data).vocabulary(), placement, steps);
    if (name == "resnet18") return makeResNet(placement, steps);
    throw std::invalid_argument("There is no experiment \"" + name + "\".");
}

}  // namespace

double warmUpThenDecay(double peak, std::int64_t warmUp, std::int64_t steps, std::int64_t step) {
    if (step < warmUp) return peak * static_cast<double>(step + 1) / static_cast<double>(warmUp);
    return peak * static_cast<double>(std::max<std::int64_t>(steps - step, 0)) /
           static_cast<double>(steps - warmUp);
}

Experiment makeExperiment(const std::string& name, std::shared_ptr<const Dataset> data, std::int64_t steps,
                          const RunState& state) {
    Experiment experiment = withoutData(name, *data, steps, state);
    experiment.data = std::move(data);
    return experiment;
}

}  // namespace firstsplit::train
