// What experiments are made of beside their models: data, random changes, workers, and LibTorch's sentences
// about operators.
#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <set>

#include "core/settings/nondeterministic_operators.h"
#include "core/train/cifar.h"
#include "core/train/experiment_data.h"
#include "core/train/fingerprints.h"
#include "core/train/nondeterministic_warnings.h"
#include "core/train/resnet18.h"
#include "core/train/text_windows.h"
#include "core/train/transformer.h"
#include "core/train/worker_source.h"

namespace firstsplit::train {
namespace {

bool sameBits(const at::Tensor& a, const at::Tensor& b) {
    return fingerprintOf(a) == fingerprintOf(b);
}

std::vector<fingerprint::Fingerprint> inputsOf(WorkerSource& source, int batches) {
    std::vector<fingerprint::Fingerprint> inputs;
    for (int i = 0; i < batches; ++i) inputs.push_back(fingerprintOf(source.next().input));
    return inputs;
}

std::shared_ptr<const Dataset> digitPictures() {
    return *loadData("digits-augmented", {}, at::kCPU);
}

TEST(Change, ShiftsAndScalesAndStaysWithinItsBounds) {
    const at::Tensor dot = at::zeros({1, 8, 8});
    dot[0][3][4] = 0.5;
    const at::Tensor moved = changed(dot, {.right = 1, .down = -1, .contrast = 1.5F});
    EXPECT_EQ(moved[0][2][5].item<float>(), 0.75F);
    EXPECT_EQ(moved.sum().item<float>(), 0.75F);
    const at::Tensor white = changed(at::ones({1, 8, 8}), {.right = 0, .down = 1, .contrast = 1.5F});
    EXPECT_EQ(white[0][0][0].item<float>(), 0.0F) << "what comes in from outside";
    EXPECT_EQ(white[0][1][0].item<float>(), 1.0F) << "the largest value";
}

TEST(PerSampleChanges, FollowFromSeedEpochAndSampleAlone) {
    const auto differs = [](const Change& a, const Change& b) { return a.contrast != b.contrast; };
    PerSampleChanges changes(7), again(7), otherSeed(8);
    const Change first = changes.draw(0, 5);
    EXPECT_TRUE(differs(first, changes.draw(0, 6)));
    EXPECT_TRUE(differs(first, changes.draw(1, 5)));
    EXPECT_TRUE(differs(first, otherSeed.draw(0, 5)));
    EXPECT_FALSE(differs(first, again.draw(0, 5)));
}

TEST(WorkerSource, WithASeedForEverySampleTheNumberOfWorkersChangesNothing) {
    const auto data = digitPictures();
    WorkerSource none(*data, 64, 1, {.workers = 0, .areSharing = false, .seed = 3});
    const auto expected = inputsOf(none, 50);
    for (const std::int64_t workers : {1, 2, 5}) {
        WorkerSource some(*data, 64, 1, {.workers = workers, .areSharing = false, .seed = 3});
        EXPECT_EQ(inputsOf(some, 50), expected) << workers;
        EXPECT_TRUE(sameBits(some.samplerGenerator().get_state(), none.samplerGenerator().get_state()))
            << "batches made ahead would draw the next epoch's order at another time";
    }
}

TEST(WorkerSource, OneWorkerOfASharedGeneratorIsRepeatable) {
    const auto data = digitPictures();
    WorkerSource a(*data, 64, 1, {.workers = 1, .seed = 3}), b(*data, 64, 1, {.workers = 1, .seed = 3});
    EXPECT_EQ(inputsOf(a, 30), inputsOf(b, 30));
}

TEST(WorkerSource, AnEpochHoldsEachSampleOnceInWhateverOrder) {
    const auto data = digitPictures();
    for (const bool isFirstCome : {false, true}) {
        WorkerSource source(*data, 100, 1, {.workers = 3, .isFirstCome = isFirstCome});
        for (int epoch = 0; epoch < 3; ++epoch) {
            for (int batch = 0; batch < 14; ++batch) {
                const Batch taken = source.next();
                EXPECT_EQ(source.epoch(), epoch);
                EXPECT_EQ(source.isEndOfEpoch(), batch == 13);
                EXPECT_EQ(taken.target.size(0), 100);
            }
            const auto ids = source.takenIds(10'000);
            EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 1400U);
            EXPECT_EQ(source.takenIds(100).size(), 100U);
        }
    }
}

TEST(WorkerSource, StopsWithBatchesUnderWay) {
    const auto data = digitPictures();
    for (int i = 0; i < 20; ++i) {
        WorkerSource source(*data, 64, 1, {.workers = 4});
        if (i % 2 == 0) (void)source.next();
    }
}

TEST(TextWindows, TheTargetOfACharacterIsTheNext) {
    const TextWindows windows("text", "abcabdabcabdabcabdabcz", 4, at::kCPU);
    EXPECT_EQ(windows.vocabulary(), 5);
    EXPECT_EQ(windows.trainingCount(), 4);
    EXPECT_EQ(windows.holdOutCount(), 1);
    const Samples samples = windows.at(at::tensor({1}, at::kLong));
    EXPECT_TRUE(samples.input.equal(at::tensor({1, 3, 0, 1}, at::kLong).view({1, 4})));
    EXPECT_TRUE(samples.target.equal(at::tensor({3, 0, 1, 2}, at::kLong).view({1, 4})));
    EXPECT_THROW(TextWindows("text", "abc", 4, at::kCPU), std::invalid_argument);
}

TEST(Transformer, SeesNoCharacterThatComesLater) {
    at::manual_seed(1);
    Transformer model(50, {at::kCPU});
    const at::Tensor input = at::randint(50, {1, Transformer::length}, at::kLong);
    at::Tensor changed = input.clone();
    changed[0][40] = (changed[0][40] + 1) % 50;
    const at::Tensor before = model.forward(input, true), after = model.forward(changed, true);
    EXPECT_TRUE(at::allclose(before.narrow(1, 0, 40), after.narrow(1, 0, 40), 1e-5, 1e-6));
    EXPECT_FALSE(at::allclose(before.narrow(1, 40, 24), after.narrow(1, 40, 24), 1e-5, 1e-6));
}

TEST(ResNet18, HasTheArticlesTensorsInEitherMemoryFormat) {
    const ResNet18 model({at::kCPU, at::MemoryFormat::ChannelsLast});
    std::int64_t weights = 0;
    for (const at::Tensor& parameter : model.parameters().tensors) {
        weights += parameter.numel();
        if (parameter.dim() == 4) {
            EXPECT_TRUE(parameter.is_contiguous(at::MemoryFormat::ChannelsLast));
        }
    }
    EXPECT_EQ(model.parameters().tensors.size(), 62U);
    EXPECT_EQ(weights, 11'173'962) << "as torchvision's with the stem of 3 × 3 and ten classes";
}

TEST(Cifar, NoiseIsTheSameEveryTimeAndDrawsNothingFromTheTraining) {
    at::manual_seed(1);
    const auto a = cifarShapedNoise(at::kCPU);
    const at::Tensor drawn = at::rand({1});
    at::manual_seed(1);
    EXPECT_TRUE(drawn.equal(at::rand({1})));
    const at::Tensor ids = at::arange(8, at::kLong);
    EXPECT_EQ(a->at(ids).input.sizes(), (std::vector<std::int64_t>{8, 3, 32, 32}));
    EXPECT_TRUE(sameBits(a->at(ids).input, cifarShapedNoise(at::kCPU)->at(ids).input));
}

constexpr std::array<const char*, 6> cifarFiles = {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin",
                                                   "data_batch_4.bin", "data_batch_5.bin", "test_batch.bin"};

// Not by std::filesystem, of which LibTorch exports a copy of its own that ends in a null pointer.
TEST(Cifar, FilesAreCheckedBySizeAndContent) {
    std::string folder = testing::TempDir() + "firstsplit-cifar-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    const auto file = [&](std::size_t i) { return folder + "/" + cifarFiles[i]; };
    const auto resize = [&](std::size_t i, off_t bytes) {  // zeros, which take no room on the disk
        std::ofstream(file(i)).flush();
        EXPECT_EQ(truncate(file(i).c_str(), bytes), 0);
    };
    const auto sentence = [&] { return loadCifar10(folder, at::kCPU).error().message; };
    for (std::size_t i = 0; i < cifarFiles.size(); ++i) resize(i, 30'730'000);
    EXPECT_NE(sentence().find("but not its content"), std::string::npos) << sentence();
    resize(2, 30'729'999);
    EXPECT_NE(sentence().find("data_batch_3.bin has 30729999 bytes"), std::string::npos) << sentence();
    unlink(file(1).c_str());
    EXPECT_NE(sentence().find("data_batch_2.bin cannot be read: No such file"), std::string::npos)
        << sentence();
    for (std::size_t i = 0; i < cifarFiles.size(); ++i) unlink(file(i).c_str());
    EXPECT_EQ(rmdir(folder.c_str()), 0);
}

TEST(NondeterministicOperators, AreReadFromLibTorchsOwnSentence) {
    at::globalContext().setDeterministicAlgorithms(true, false);
    std::string sentence;
    try {
        at::zeros({4}).put_(at::zeros({1}, at::kLong), at::ones({1}), /*accumulate=*/false);
    } catch (const std::exception& error) {
        sentence = error.what();
    }
    at::globalContext().setDeterministicAlgorithms(false, false);
    EXPECT_EQ(firstsplit::settings::nondeterministicOperatorIn(sentence), "put_") << sentence;
    EXPECT_EQ(firstsplit::settings::nondeterministicOperatorIn("mat1 and mat2 shapes cannot be multiplied"),
              std::nullopt);
    EXPECT_NE(firstsplit::settings::remedyFor("put_"), firstsplit::settings::remedyFor("max_unpooling2d_forward_out"));
}

TEST(WarningCollector, KeepsTheStepsOfEachOperatorAndTellsOfItOnce) {
    std::int64_t step = 0;
    std::vector<std::string> said;
    WarningCollector collector(
        [&] {
            return Place{step, "forward pass"};
        },
        [&](const Place&, const std::string& text) { said.push_back(text); });
    const auto warn = [](const char* text) { TORCH_WARN(text); };
    for (const std::int64_t at : {0, 1, 1, 2, 5}) {
        step = at;
        warn("op_a does not have a deterministic implementation, but you set …");
    }
    warn("op_b does not have a deterministic implementation, but you set …");
    warn("something else");
    warn("something else");
    EXPECT_EQ(said.size(), 3U);
    const std::vector<std::string> expected = {
        "op_a has no deterministic implementation; it ran in the forward pass of steps 0 to 2, 5 (4 steps).",
        "op_b has no deterministic implementation; it ran in the forward pass of step 5."};
    EXPECT_EQ(collector.summary(), expected);
}

}  // namespace
}  // namespace firstsplit::train
