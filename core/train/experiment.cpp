#include "core/train/experiment.h"

#include <algorithm>
#include <stdexcept>

#include "core/train/digits_cnn.h"
#include "core/train/digits_embedding.h"

namespace firstsplit::train {
namespace {

Experiment makeEmbedding(const DigitsEmbedding::Shape& shape, double momentum, const settings::Values& values,
                         at::Device device) {
    const auto gradient = values.find("embedding.gradient");
    const EmbeddingGradient way =
        gradient == values.end() ? EmbeddingGradient::Atomic : embeddingGradientNamed(gradient->second);
    Experiment experiment;
    experiment.model = std::make_unique<DigitsEmbedding>(shape, way, device);
    experiment.optimizer = std::make_unique<Sgd>(experiment.model->parameters(), momentum);
    return experiment;
}

/// The rate decays to nothing because what is amplified early then stays in the weights, and the run still
/// ends well.
std::function<double(std::int64_t)> rising(double peak, std::int64_t steps) {
    return [peak, steps](std::int64_t step) { return warmUpThenDecay(peak, 50, steps, step); };
}

}  // namespace

double warmUpThenDecay(double peak, std::int64_t warmUp, std::int64_t steps, std::int64_t step) {
    if (step < warmUp) return peak * static_cast<double>(step + 1) / static_cast<double>(warmUp);
    return peak * static_cast<double>(std::max<std::int64_t>(steps - step, 0)) /
           static_cast<double>(steps - warmUp);
}

Experiment makeExperiment(const std::string& name, std::int64_t steps, const settings::Values& values,
                          at::Device device) {
    if (name == "digits-embedding") {
        Experiment experiment = makeEmbedding({}, 0.9, values, device);
        experiment.labelSmoothing = 0.1;
        experiment.rate = rising(0.2, steps);
        return experiment;
    }
    if (name == "digits-embedding-relu") {
        Experiment experiment =
            makeEmbedding({.ordinal = 1, .noise = 0.03, .isRelu = true}, 0.9, values, device);
        experiment.labelSmoothing = 0.1;
        experiment.rate = rising(0.1, steps);
        return experiment;
    }
    if (name == "digits-embedding-plain") {
        Experiment experiment =
            makeEmbedding({.ordinal = 0, .noise = 0.3, .isMean = true}, 0.9, values, device);
        experiment.batchSize = 256;
        experiment.rate = [](std::int64_t) { return 0.2; };
        return experiment;
    }
    if (name == "digits-cnn") {
        Experiment experiment;
        experiment.model = std::make_unique<DigitsCnn>(device);
        experiment.optimizer = std::make_unique<AdamW>(experiment.model->parameters(), 0.01);
        experiment.labelSmoothing = 0.1;
        experiment.rate = [steps](std::int64_t step) { return warmUpThenDecay(0.01, 20, steps, step); };
        return experiment;
    }
    throw std::invalid_argument("There is no experiment \"" + name + "\".");
}

}  // namespace firstsplit::train
