#include "core/train/experiment_data.h"

#include "core/train/bundled_text.h"
#include "core/train/cifar.h"
#include "core/train/digits.h"
#include "core/train/digits_embedding.h"
#include "core/train/text_windows.h"
#include "core/train/transformer.h"

namespace firstsplit::train {
namespace {

using Data = std::shared_ptr<const Dataset>;

/// The digits as their models take them.
Data digits(at::Tensor (*inputsOf)(const Digits&), at::Device device) {
    const Digits all = loadDigits();
    return std::make_shared<TensorDataset>("digits", inputsOf(all), all.labels, Digits::holdOut, device);
}

}  // namespace

Result<Data> loadData(const std::string& experiment, const std::string& folder, at::Device device) {
    if (experiment == "resnet18")
        return folder.empty() ? cifarShapedNoise(device) : loadCifar10(folder, device);
    if (experiment == "text-transformer")
        return std::make_shared<TextWindows>("Newton's Opticks", opticksText(), Transformer::length, device);
    if (experiment == "uninitialized") return digits([](const Digits& all) { return all.pixels; }, device);
    if (experiment.starts_with("digits-embedding"))
        return digits([](const Digits& all) { return DigitsEmbedding::rowsOf(all.pixels); }, device);
    return digits([](const Digits& all) { return all.pictures(); }, device);
}

}  // namespace firstsplit::train
