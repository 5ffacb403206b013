// The parts of a training, each against its definition. The only test program that links LibTorch.
#include <gtest/gtest.h>

#include <set>

#include "core/settings/settings.h"
#include "core/train/digits.h"
#include "core/train/digits_embedding.h"
#include "core/train/embedding.h"
#include "core/train/experiment.h"
#include "core/train/experiment_data.h"
#include "core/train/fingerprints.h"
#include "core/train/optimizer.h"
#include "core/train/random_states.h"
#include "core/train/sampler.h"
#include "core/train/setting_appliers.h"

namespace firstsplit::train {
namespace {

bool sameBits(const at::Tensor& a, const at::Tensor& b) {
    return fingerprintOf(a) == fingerprintOf(b);
}

at::Tensor sequence(std::int64_t count) {
    return at::arange(count, at::kFloat);
}

TEST(Digits, AreTheDataSet) {
    const Digits digits = loadDigits();
    EXPECT_EQ(digits.pixels.sizes(), (std::vector<std::int64_t>{1797, 64}));
    EXPECT_EQ(digits.trainingCount(), 1437);
    EXPECT_EQ(digits.pixels.max().item<int>(), 16);
    EXPECT_EQ(digits.pixels[0].narrow(0, 0, 6).sum().item<int>(), 5 + 13 + 9 + 1);
    const std::vector<std::int64_t> counts = {178, 182, 177, 183, 181,
                                              182, 181, 179, 174, 180};  // as its description says
    for (std::int64_t label = 0; label < 10; ++label)
        EXPECT_EQ(digits.labels.eq(label).sum().item<std::int64_t>(),
                  counts[static_cast<std::size_t>(label)]);
}

TEST(Fingerprints, AgreeWithTheKnownAnswersWhateverTheStrides) {
    EXPECT_EQ(fingerprint::toHex(fingerprintOf(sequence(1000))), "578a9b09dc3db2dc 5c3ea5c6f143be79");
    const at::Tensor matrix = sequence(1000).view({10, 100});
    EXPECT_EQ(fingerprint::toHex(fingerprintOf(matrix.t())), "240091b9d75f1e8f 2a98d9feccfcfbcd");
    EXPECT_TRUE(sameBits(matrix.t(), matrix.t().contiguous()));
    EXPECT_FALSE(sameBits(matrix, matrix.flatten()));
    EXPECT_TRUE(fingerprintOf(at::Tensor()).isAbsent());
    EXPECT_FALSE(fingerprintOf(at::zeros({0})).isAbsent());
}

/// The gradient of the table for random incoming gradients, added up in the given way.
at::Tensor tableGradient(EmbeddingGradient way, const at::Tensor& indices, const at::Tensor& incoming,
                         std::int64_t rows) {
    const at::Tensor table = at::zeros({rows, incoming.size(1)}).requires_grad_();
    lookUp(table, indices, way).backward(incoming);
    return table.grad();
}

TEST(EmbeddingGradient, SortedGivesTheBitsOfTheDeterministicIndexPut) {
    at::manual_seed(1);
    const std::int64_t rows = 1088;
    for (int repeat = 0; repeat < 3; ++repeat) {
        // Half of the uses fall on ten rows, and some rows are never used.
        const at::Tensor indices =
            at::cat({at::randint(10, {2048}, at::kLong), at::randint(rows / 2, {2048}, at::kLong)});
        const at::Tensor incoming = at::randn({4096, 32}) * at::exp(at::randn({4096, 1}) * 4);
        at::globalContext().setDeterministicAlgorithms(true, false);
        const at::Tensor expected =
            at::zeros({rows, 32}).index_put_({indices}, incoming, /*accumulate=*/true);
        const at::Tensor atomic = tableGradient(EmbeddingGradient::Atomic, indices, incoming, rows);
        at::globalContext().setDeterministicAlgorithms(false, false);
        EXPECT_TRUE(sameBits(tableGradient(EmbeddingGradient::Sorted, indices, incoming, rows), expected));
        EXPECT_TRUE(sameBits(atomic, expected));
        EXPECT_EQ(expected.narrow(0, rows / 2, rows / 2).abs().max().item<float>(), 0);
    }
}

TEST(EmbeddingGradient, AllWaysAgreeUpToRounding) {
    at::manual_seed(2);
    const at::Tensor indices = at::randint(50, {4096}, at::kLong), incoming = at::randn({4096, 32});
    const at::Tensor sorted = tableGradient(EmbeddingGradient::Sorted, indices, incoming, 50);
    for (const EmbeddingGradient way : {EmbeddingGradient::Atomic, EmbeddingGradient::Index})
        EXPECT_TRUE(at::allclose(tableGradient(way, indices, incoming, 50), sorted, 1e-4, 1e-4))
            << nameOf(way);
}

TEST(EmbeddingGradient, TheExperimentRacesInTwiceTheElementsThatARaceNeeds) {
    DigitsEmbedding model({}, EmbeddingGradient::Atomic, {at::kCPU});
    const at::Tensor input = DigitsEmbedding::rowsOf(loadDigits().pixels.narrow(0, 0, 64));
    EXPECT_GE(input.numel() * model.parameters().tensors[0].size(1), 65536);
    EXPECT_EQ(input.min().item<std::int64_t>(), 0);
    EXPECT_LT(input.max().item<std::int64_t>(), model.parameters().tensors[0].size(0));
}

TEST(EmbeddingGradient, NamesAreThoseOfTheSettingsTable) {
    for (const settings::Choice& choice : settings::find("embedding.gradient")->choices)
        EXPECT_EQ(nameOf(embeddingGradientNamed(choice.value)), choice.value);
    EXPECT_THROW(embeddingGradientNamed("hashed"), std::invalid_argument);
}

TEST(Sampler, DrawsEachSampleAtMostOnceAnEpochInANewOrder) {
    Sampler sampler(100, 30, 7, at::kCPU);
    std::vector<std::vector<std::int64_t>> epochs;
    for (int epoch = 0; epoch < 3; ++epoch) {
        for (int batch = 0; batch < 3; ++batch) {
            EXPECT_EQ(sampler.next().size(0), 30);
            EXPECT_EQ(sampler.epoch(), epoch);
            EXPECT_EQ(sampler.isEndOfEpoch(), batch == 2);
            EXPECT_EQ(sampler.drawnIds(1000).size(), static_cast<std::size_t>(30 * (batch + 1)));
        }
        epochs.push_back(sampler.drawnIds(1000));
        const std::set<std::int64_t> distinct(epochs.back().begin(), epochs.back().end());
        EXPECT_EQ(distinct.size(), 90u);
        EXPECT_GE(*distinct.begin(), 0);
        EXPECT_LT(*distinct.rbegin(), 100);
    }
    EXPECT_NE(epochs[0], epochs[1]);
    EXPECT_NE(epochs[1], epochs[2]);
}

TEST(Sampler, ItsSeedAloneDecidesTheOrder) {
    at::manual_seed(1);
    Sampler a(100, 30, 7, at::kCPU), other(100, 30, 8, at::kCPU);
    const at::Tensor first = a.next();
    at::manual_seed(2);
    Sampler b(100, 30, 7, at::kCPU);
    EXPECT_TRUE(first.equal(b.next()));
    EXPECT_FALSE(first.equal(other.next()));
}

NamedTensors twoParameters() {
    NamedTensors parameters;
    parameters.add("w", at::full({3}, 1.0F).requires_grad_());
    parameters.add("unused", at::full({2}, 1.0F).requires_grad_());
    return parameters;
}

TEST(Sgd, FollowsItsFormula) {
    const NamedTensors parameters = twoParameters();
    Sgd sgd(parameters, 0.5);
    for (int i = 0; i < 2; ++i) {
        sgd.clearGradients();
        (parameters.tensors[0] * 4).sum().backward();
        sgd.step(0.25);
    }
    // b = 4, then 0.5·4 + 4 = 6; w = 1 − 0.25·4 − 0.25·6. All exact in binary.
    EXPECT_TRUE(parameters.tensors[0].equal(at::full({3}, -1.5F)));
    EXPECT_TRUE(sgd.state().tensors[0].equal(at::full({3}, 6.0F)));
    EXPECT_EQ(sgd.state().names[0], "momentum_buffer/w");
}

TEST(Sgd, AnAbsentGradientIsNotAZeroOne) {
    const NamedTensors parameters = twoParameters();
    Sgd sgd(parameters, 0.5);
    (parameters.tensors[0] + parameters.tensors[1].sum()).sum().backward();
    sgd.step(0.25);
    const at::Tensor before = parameters.tensors[1].detach().clone();
    sgd.clearGradients();
    parameters.tensors[0].sum().backward();
    EXPECT_FALSE(sgd.gradients().tensors[1].defined());
    sgd.step(0.25);
    EXPECT_TRUE(parameters.tensors[1].equal(before)) << "momentum moved a parameter without a gradient";
    parameters.tensors[1].mutable_grad() = at::zeros({2});
    sgd.step(0.25);
    EXPECT_FALSE(parameters.tensors[1].equal(before)) << "a gradient of zero lets momentum go on";
}

TEST(Sgd, AParameterThatComesLaterHasItsOwnFirstStep) {
    const NamedTensors parameters = twoParameters();
    Sgd sgd(parameters, 0.5);
    parameters.tensors[0].sum().backward();
    sgd.step(0.25);
    EXPECT_FALSE(sgd.state().tensors[1].defined());
    (parameters.tensors[1] * 2).sum().backward();
    sgd.step(0.25);
    EXPECT_TRUE(sgd.state().tensors[1].equal(at::full({2}, 2.0F)));
    EXPECT_TRUE(parameters.tensors[1].equal(at::full({2}, 0.5F)));
}

TEST(AdamWOptimizer, FollowsItsFormula) {
    const NamedTensors parameters = twoParameters();
    AdamW adam(parameters, 0.1);
    double w = 1, m = 0, v = 0;
    for (int t = 1; t <= 3; ++t) {
        adam.clearGradients();
        (parameters.tensors[0] * parameters.tensors[0]).sum().backward();
        adam.step(0.01);
        const double g = 2 * w;
        w -= 0.01 * 0.1 * w;
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        w -= 0.01 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
        EXPECT_NEAR(parameters.tensors[0][0].item<double>(), w, 1e-6);
    }
    EXPECT_TRUE(parameters.tensors[1].equal(at::full({2}, 1.0F)));
    EXPECT_EQ(adam.state().tensors.size(), 6u);
    EXPECT_EQ(adam.state().tensors[2].item<float>(), 3.0F);
    EXPECT_FALSE(adam.state().tensors[3].defined());
}

TEST(LearningRate, RisesAndFallsToNothing) {
    EXPECT_DOUBLE_EQ(warmUpThenDecay(0.2, 50, 200, 0), 0.004);
    EXPECT_DOUBLE_EQ(warmUpThenDecay(0.2, 50, 200, 49), 0.2);
    EXPECT_DOUBLE_EQ(warmUpThenDecay(0.2, 50, 200, 125), 0.1);
    EXPECT_DOUBLE_EQ(warmUpThenDecay(0.2, 50, 200, 200), 0);
    EXPECT_DOUBLE_EQ(warmUpThenDecay(0.2, 50, 20, 19), 0.08) << "a run that ends within the warm-up";
}

TEST(Seeds, OfDataFollowTheSeedUnlessSet) {
    EXPECT_EQ(seedAll({{"seed", "3"}, {"seed.data", "from seed"}}).data, 3u);
    EXPECT_EQ(seedAll({{"seed", "3"}, {"seed.data", "9"}}).data, 9u);
    EXPECT_EQ(at::globalContext().defaultGenerator(at::kCPU).current_seed(), 3u);
    EXPECT_FALSE(seedAll({}).seed);
    EXPECT_EQ(seedAll({{"seed", "9223372036854775807"}}).seed, 9223372036854775807u);
}

TEST(RandomStates, HoldTheWholeStateAndReadingDrawsNothing) {
    at::manual_seed(1);
    const at::Generator sampler = at::detail::createCPUGenerator(1);
    const NamedTensors before = randomStates(sampler, at::kCPU);
    EXPECT_EQ(before.names, (std::vector<std::string>{"cpu", "sampler"}));
    const NamedTensors again = randomStates(sampler, at::kCPU);
    EXPECT_TRUE(sameBits(before.tensors[0], again.tensors[0]));
    const at::Tensor drawn = at::rand({1});
    EXPECT_FALSE(sameBits(before.tensors[0], randomStates(sampler, at::kCPU).tensors[0]));
    EXPECT_TRUE(sameBits(before.tensors[1], randomStates(sampler, at::kCPU).tensors[1]));
}

TEST(Experiments, HaveDataAndAModelForEveryNameOfTheTable) {
    for (const settings::Experiment& row : settings::experiments()) {
        const auto data = loadData(row.name, {}, at::kCPU);
        ASSERT_TRUE(data) << row.name;
        const Experiment experiment = makeExperiment(row.name, *data, 10, {});
        const Samples samples = (*data)->at(at::arange(3, at::kLong));
        const at::Tensor logits = experiment.model->forward(samples.input, true);
        EXPECT_EQ(logits.sizes().slice(0, logits.dim() - 1), samples.target.sizes()) << row.name;
        EXPECT_LT(samples.target.max().item<std::int64_t>(), logits.size(-1)) << row.name;
        EXPECT_GE((*data)->trainingCount(), experiment.batchSize) << row.name;
        for (const at::Tensor& parameter : experiment.model->parameters().tensors)
            EXPECT_TRUE(parameter.is_leaf() && parameter.requires_grad() && parameter.is_contiguous());
    }
    EXPECT_THROW(makeExperiment("nothing", *loadData("digits-cnn", {}, at::kCPU), 1, {}),
                 std::invalid_argument);
}

TEST(SettingAppliers, ThereIsExactlyOneForEveryRow) {
    std::set<std::string> keys;
    for (const SettingApplier& applier : settingAppliers()) {
        EXPECT_TRUE(keys.insert(applier.key).second) << applier.key;
        EXPECT_NE(settings::find(applier.key), nullptr) << applier.key;
    }
    for (const settings::Setting& row : settings::table())
        EXPECT_NE(keys.contains(row.key), settings::isForCommandsOnly(row)) << row.key;
}

}  // namespace
}  // namespace firstsplit::train
