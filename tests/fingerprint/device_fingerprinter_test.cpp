#include "core/fingerprint/device_fingerprinter.h"

#include <gmock/gmock.h>

#include <cstring>
#include <memory>
#include <random>

#include "tests/fingerprint/fake_queue.h"
#include "tests/fingerprint/known_answers.h"

namespace firstsplit::fingerprint::test {
namespace {

/// Bytes at a multiple of four, as the device wants them.
struct Tensor {
    ScalarType type = ScalarType::UInt8;
    std::vector<std::int64_t> shape;
    std::vector<std::uint32_t> words;
    std::size_t size = 0;

    Tensor(ScalarType dtype, std::vector<std::int64_t> sizes, std::span<const std::byte> bytes)
        : type(dtype), shape(std::move(sizes)), words(bytes.size() / 4 + 1, 0xDEADBEEF), size(bytes.size()) {
        if (size > 0)
            std::memcpy(words.data(), bytes.data(), size);  // what lies behind the last byte is not zero
    }
    std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words)).first(size); }
    DeviceTensor onDevice() const { return {type, shape, words.data(), size}; }
    Fingerprint fingerprint() const { return ofTensor(type, shape, bytes()); }
};

Tensor randomTensor(std::size_t size, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    return {ScalarType::UInt8, {static_cast<std::int64_t>(size)}, bytes};
}

std::vector<DeviceTensor> onDevice(const std::vector<Tensor>& tensors) {
    std::vector<DeviceTensor> result;
    for (const Tensor& tensor : tensors) result.push_back(tensor.onDevice());
    return result;
}

std::vector<Fingerprint> fingerprints(const std::vector<Tensor>& tensors) {
    std::vector<Fingerprint> result;
    for (const Tensor& tensor : tensors) result.push_back(tensor.fingerprint());
    return result;
}

class DeviceFingerprinterTest : public testing::Test {
  protected:
    std::unique_ptr<DeviceFingerprinter> open(std::size_t stepsInFlight) {
        return std::make_unique<DeviceFingerprinter>(std::make_unique<FakeQueue>(device), stepsInFlight);
    }
    FakeDevice device;
};

TEST_F(DeviceFingerprinterTest, GivesEveryKnownAnswerInOneLaunch) {
    const auto fingerprinter = open(2);
    std::vector<Tensor> tensors;
    for (const KnownTensor& known : knownAnswers().tensors)
        tensors.emplace_back(known.type, known.shape, known.bytes);
    ASSERT_TRUE(fingerprinter->submit(7, onDevice(tensors), nullptr));
    const auto steps = fingerprinter->finish();
    ASSERT_TRUE(steps);
    ASSERT_EQ(steps->size(), 1u);
    EXPECT_EQ(steps->front().step, 7u);
    ASSERT_EQ(steps->front().tensors.size(), tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i)
        EXPECT_EQ(toHex(steps->front().tensors[i]), knownAnswers().tensors[i].fingerprint)
            << knownAnswers().tensors[i].name;
    EXPECT_EQ(device.uploads, 1);
    EXPECT_EQ(device.launches, 1);
    EXPECT_EQ(device.downloads, 1);
}

TEST_F(DeviceFingerprinterTest, AgreesWithTheCpuAroundEveryLimit) {
    const auto fingerprinter = open(1);
    std::vector<Tensor> tensors;
    const std::size_t chunk = std::size_t{fs128::blocksPerChunk} * fs128::bytesPerBlock;
    for (std::size_t limit : {std::size_t{0}, std::size_t{4}, std::size_t{128}, std::size_t{1024},
                              std::size_t{2048}, std::size_t{4096}, 8 * std::size_t{2048}, chunk, 3 * chunk})
        for (std::size_t size = limit < 5 ? 0 : limit - 5; size <= limit + 5; ++size)
            tensors.push_back(randomTensor(size, size));
    ASSERT_TRUE(fingerprinter->submit(0, onDevice(tensors), nullptr));
    const auto steps = fingerprinter->finish();
    ASSERT_TRUE(steps);
    EXPECT_EQ(steps->at(0).tensors, fingerprints(tensors));
}

TEST_F(DeviceFingerprinterTest, HandsOutStepsWhenTheDeviceIsDoneAndNeverWaitsForThat) {
    const auto fingerprinter = open(4);
    const std::vector<Tensor> first = {randomTensor(100, 1), randomTensor(5000, 2)};
    const std::vector<Tensor> second = {randomTensor(100, 3), randomTensor(5000, 4)};
    ASSERT_TRUE(fingerprinter->submit(10, onDevice(first), nullptr));
    EXPECT_THAT(*fingerprinter->collect(), testing::IsEmpty());
    device.run();
    ASSERT_TRUE(fingerprinter->submit(11, onDevice(second), nullptr));
    const auto one = fingerprinter->collect();
    ASSERT_EQ(one->size(), 1u);
    EXPECT_EQ(one->at(0).step, 10u);
    EXPECT_EQ(one->at(0).tensors, fingerprints(first));
    EXPECT_THAT(*fingerprinter->collect(), testing::IsEmpty());
    device.run();
    const auto two = fingerprinter->collect();
    ASSERT_EQ(two->size(), 1u);
    EXPECT_EQ(two->at(0).step, 11u);
    EXPECT_EQ(two->at(0).tensors, fingerprints(second));
    EXPECT_EQ(device.waits, 0);
    EXPECT_EQ(fingerprinter->waits(), 0u);
}

TEST_F(DeviceFingerprinterTest, SeesTheContentsAtItsPlaceInTheStream) {
    const auto fingerprinter = open(3);
    std::vector<Tensor> weights = {randomTensor(3000, 5)};
    std::vector<Fingerprint> expected;
    for (std::uint32_t step = 0; step < 3; ++step) {
        device.pending.push_back([&weights, step] { weights[0].words[step] += 1; });  // the optimizer's step
        ASSERT_TRUE(fingerprinter->submit(step, onDevice(weights), nullptr));
        device.pending.push_back([&] { expected.push_back(weights[0].fingerprint()); });
    }
    const auto steps = fingerprinter->finish();
    ASSERT_EQ(steps->size(), 3u);
    for (std::size_t step = 0; step < 3; ++step)
        EXPECT_EQ(steps->at(step).tensors.at(0), expected.at(step)) << step;
    EXPECT_NE(expected[0], expected[1]);
    EXPECT_NE(expected[1], expected[2]);
}

TEST_F(DeviceFingerprinterTest, WaitsOnlyWhenTheRingIsFullAndCountsIt) {
    const auto fingerprinter = open(2);
    const std::vector<Tensor> tensors = {randomTensor(100, 6)};
    ASSERT_TRUE(fingerprinter->submit(0, onDevice(tensors), nullptr));
    ASSERT_TRUE(fingerprinter->submit(1, onDevice(tensors), nullptr));
    EXPECT_EQ(fingerprinter->waits(), 0u);
    EXPECT_EQ(fingerprinter->inFlight(), 2u);
    ASSERT_TRUE(fingerprinter->submit(2, onDevice(tensors), nullptr));
    EXPECT_EQ(fingerprinter->waits(), 1u);
    device.run();
    ASSERT_TRUE(fingerprinter->submit(3, onDevice(tensors), nullptr));  // full, but done: nothing to wait for
    EXPECT_EQ(fingerprinter->waits(), 1u);
    const auto steps = fingerprinter->finish();
    ASSERT_EQ(steps->size(), 4u);
    for (std::size_t step = 0; step < 4; ++step) {
        EXPECT_EQ(steps->at(step).step, step);
        EXPECT_EQ(steps->at(step).tensors, fingerprints(tensors));
    }
}

TEST_F(DeviceFingerprinterTest, SendsTheTableOfChunksOnlyWhenSizesChange) {
    const auto fingerprinter = open(1);
    const std::vector<Tensor> tensors = {randomTensor(300000, 7), randomTensor(10, 8)};
    const auto bytesOf = [&](const std::vector<Tensor>& step) {
        const std::size_t before = device.bytesUploaded;
        EXPECT_TRUE(fingerprinter->submit(0, onDevice(step), nullptr));
        const auto steps = fingerprinter->finish();
        EXPECT_EQ(steps->at(0).tensors, fingerprints(step));
        return device.bytesUploaded - before;
    };
    const std::size_t chunks = (5 + 1) * sizeof(fs128::Chunk);
    const std::size_t tables = 2 * (sizeof(fs128::TensorView) + sizeof(Fingerprint));
    EXPECT_EQ(bytesOf(tensors), tables + chunks);
    EXPECT_EQ(bytesOf(tensors), tables);
    EXPECT_EQ(bytesOf({randomTensor(300000, 9), randomTensor(10, 10)}),
              tables);  // other contents, same sizes
    EXPECT_EQ(bytesOf({randomTensor(10, 10), randomTensor(300000, 9)}), tables + chunks);
    EXPECT_EQ(bytesOf({randomTensor(10, 10)}), tables / 2 + sizeof(fs128::Chunk));
    EXPECT_EQ(bytesOf(tensors), tables + chunks);
}

TEST_F(DeviceFingerprinterTest, TakesTensorsAsTheyComeAndGo) {
    const auto fingerprinter = open(3);
    std::mt19937 random(11);
    std::vector<std::vector<Tensor>> submitted;
    std::vector<StepFingerprints> results;
    for (std::uint64_t step = 0; step < 60; ++step) {
        std::vector<Tensor> tensors;
        for (unsigned count = random() % 20; count > 0; --count)
            tensors.push_back(randomTensor(random() % 3 == 0 ? 0 : random() % 9000, random()));
        submitted.push_back(std::move(tensors));
        ASSERT_TRUE(fingerprinter->submit(step, onDevice(submitted.back()), nullptr));
        if (random() % 3 == 0) device.run();
        const auto collected = fingerprinter->collect();
        results.insert(results.end(), collected->begin(), collected->end());
    }
    const auto rest = fingerprinter->finish();
    results.insert(results.end(), rest->begin(), rest->end());
    ASSERT_EQ(results.size(), submitted.size());
    for (std::size_t step = 0; step < results.size(); ++step) {
        EXPECT_EQ(results[step].step, step);
        EXPECT_EQ(results[step].tensors, fingerprints(submitted[step])) << step;
    }
}

TEST_F(DeviceFingerprinterTest, AsksForACloneOfAnUnalignedTensorAndQueuesNothing) {
    const Tensor aligned = randomTensor(40, 12);
    const auto fingerprinter = open(2);
    DeviceTensor slice = aligned.onDevice();
    slice.data = static_cast<const std::byte*>(slice.data) + 2;
    slice.bytes = 10;
    EXPECT_FALSE(needsClone(aligned.onDevice()));
    EXPECT_TRUE(needsClone(slice));
    const std::vector<DeviceTensor> tensors = {aligned.onDevice(), slice};
    const auto submitted = fingerprinter->submit(0, tensors, nullptr);
    ASSERT_FALSE(submitted);
    EXPECT_THAT(submitted.error().message, testing::HasSubstr("Tensor 1 "));
    EXPECT_THAT(submitted.error().message, testing::HasSubstr("Clone"));
    EXPECT_EQ(device.uploads, 0);
    EXPECT_EQ(fingerprinter->inFlight(), 0u);
    EXPECT_TRUE(fingerprinter->submit(0, std::span(tensors).first(1), nullptr)) << "it stays usable";
    slice.bytes = 0;
    EXPECT_FALSE(needsClone(slice)) << "nothing is read of an empty tensor";
}

TEST_F(DeviceFingerprinterTest, ReportsAFailureOfTheDeviceFromThenOnAndKeepsNoMemory) {
    const std::vector<Tensor> tensors = {randomTensor(100, 13)};
    int operations = 0;
    for (bool failed = true; failed; ++operations) {
        ASSERT_LT(operations, 100);
        device = FakeDevice{};
        device.operationsUntilFailure = operations;
        {
            const auto fingerprinter = open(2);
            std::string message;
            const auto note = [&](const auto& result) {
                if (!result) message = result.error().message;
            };
            for (std::uint64_t step = 0; step < 3; ++step) {
                note(fingerprinter->submit(step, onDevice(tensors), nullptr));
                note(fingerprinter->collect());
            }
            note(fingerprinter->finish());
            failed = !message.empty();
            if (failed) {
                EXPECT_THAT(message, testing::HasSubstr("The device is gone"));
                EXPECT_FALSE(fingerprinter->submit(9, onDevice(tensors), nullptr));
                EXPECT_FALSE(fingerprinter->collect());
                EXPECT_FALSE(fingerprinter->finish());
            }
        }
        EXPECT_EQ(device.memoryHeld, 0u) << "failing at operation " << operations;
    }
    EXPECT_GT(operations, 15) << "each of the queue's operations failed once";
}

TEST_F(DeviceFingerprinterTest, WaitsForTheDeviceBeforeItsMemoryGoes) {
    const std::vector<Tensor> tensors = {randomTensor(100, 14)};
    {
        const auto fingerprinter = open(2);
        ASSERT_TRUE(fingerprinter->submit(0, onDevice(tensors), nullptr));
        ASSERT_FALSE(device.pending.empty());
    }
    EXPECT_TRUE(device.pending.empty());
    EXPECT_EQ(device.memoryHeld, 0u);
}

TEST(Chunks, CoverEachBlockOnce) {
    const std::vector<std::uint64_t> sizes = {0, 1, 2048, 2049, 65535, 65536, 65537, 1000000, 0, 7};
    std::vector<std::vector<int>> covered(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) covered[i].resize((sizes[i] + 2047) / 2048);
    for (const fs128::Chunk& chunk : chunksOf(sizes)) {
        EXPECT_GE(chunk.blocks, 1u);
        EXPECT_LE(chunk.blocks, fs128::blocksPerChunk);
        for (std::uint64_t block = 0; block < chunk.blocks; ++block)
            ++covered.at(chunk.tensor).at(chunk.firstBlock + block);
    }
    for (const std::vector<int>& tensor : covered) EXPECT_THAT(tensor, testing::Each(1));
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
