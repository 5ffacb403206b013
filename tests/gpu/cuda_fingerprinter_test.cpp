#include "core/fingerprint/cuda_fingerprinter.h"

#include <gmock/gmock.h>

#include <cstring>
#include <random>
#include <vector>

#include "tests/fingerprint/known_answers.h"
#include "tests/gpu/device_memory.h"

namespace firstsplit::fingerprint::test {
namespace {

using firstsplit::test::DeviceMemory;
using firstsplit::test::require;
using firstsplit::test::Stream;

std::vector<std::byte> randomBytes(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    return bytes;
}

class CudaFingerprinter : public testing::Test {
  protected:
    void SetUp() override {
        auto opened = openCudaFingerprinter(0, 4);
        if (!opened) GTEST_SKIP() << opened.error().message;
        fingerprinter = std::move(*opened);
    }
    std::unique_ptr<DeviceFingerprinter> fingerprinter;
};

TEST_F(CudaFingerprinter, GivesEveryKnownAnswerInOneLaunch) {
    const Stream stream;
    std::vector<DeviceMemory> memory;
    std::vector<DeviceTensor> tensors;
    for (const KnownTensor& known : knownAnswers().tensors) {
        memory.emplace_back(known.bytes, 4);  // at a multiple of four and of nothing more
        tensors.push_back({known.type, known.shape, memory.back().data(), known.bytes.size()});
    }
    ASSERT_TRUE(fingerprinter->submit(3, tensors, stream.get()));
    const auto steps = fingerprinter->finish();
    ASSERT_TRUE(steps) << steps.error().message;
    ASSERT_EQ(steps->size(), 1u);
    for (std::size_t i = 0; i < tensors.size(); ++i)
        EXPECT_EQ(toHex(steps->front().tensors.at(i)), knownAnswers().tensors[i].fingerprint)
            << knownAnswers().tensors[i].name;
}

TEST_F(CudaFingerprinter, AgreesWithTheCpuAtRandomSizes) {
    const Stream stream;
    std::mt19937_64 random(1);
    std::vector<std::vector<std::byte>> contents;
    std::vector<DeviceMemory> memory;
    std::vector<std::vector<std::int64_t>> shapes;
    for (int i = 0; i < 300; ++i) {
        contents.push_back(randomBytes(random() % (i % 10 == 0 ? 3'000'000 : 10'000), random()));
        memory.emplace_back(contents.back());
        shapes.push_back({static_cast<std::int64_t>(contents.back().size())});
    }
    std::vector<DeviceTensor> tensors;
    for (std::size_t i = 0; i < contents.size(); ++i)
        tensors.push_back({ScalarType::UInt8, shapes[i], memory[i].data(), contents[i].size()});
    for (std::uint64_t step = 0; step < 10; ++step)
        ASSERT_TRUE(fingerprinter->submit(step, tensors, stream.get()));
    const auto steps = fingerprinter->finish();
    ASSERT_TRUE(steps) << steps.error().message;
    ASSERT_EQ(steps->size(), 10u);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const Fingerprint expected = ofTensor(ScalarType::UInt8, shapes[i], contents[i]);
        for (const StepFingerprints& step : *steps)
            EXPECT_EQ(step.tensors.at(i), expected) << contents[i].size();
    }
}

TEST_F(CudaFingerprinter, SeesTheContentsAtItsPlaceInTheStream) {
    const Stream stream;
    const std::vector<std::int64_t> shape = {1 << 20};
    std::vector<std::byte> contents(1 << 20);
    const DeviceMemory memory(contents);
    std::vector<Fingerprint> found;
    const auto take = [&](const Result<std::vector<StepFingerprints>>& steps) {
        ASSERT_TRUE(steps) << steps.error().message;
        for (const StepFingerprints& done : *steps) found.push_back(done.tensors.at(0));
    };
    for (int step = 0; step < 20; ++step) {
        require(cudaMemsetAsync(memory.data(), step, contents.size(), stream.get()));
        const DeviceTensor tensor = {ScalarType::UInt8, shape, memory.data(), contents.size()};
        ASSERT_TRUE(fingerprinter->submit(static_cast<std::uint64_t>(step), {&tensor, 1}, stream.get()));
        take(fingerprinter->collect());
    }
    take(fingerprinter->finish());
    ASSERT_EQ(found.size(), 20u);
    for (int step = 0; step < 20; ++step) {
        std::memset(contents.data(), step, contents.size());
        EXPECT_EQ(found[static_cast<std::size_t>(step)], ofTensor(ScalarType::UInt8, shape, contents))
            << step;
    }
}

TEST_F(CudaFingerprinter, LeavesNoErrorBehindForTheTrainingToFind) {
    const Stream stream;
    const DeviceMemory memory(randomBytes(1 << 20, 2));
    const std::vector<std::int64_t> shape = {1 << 20};
    const DeviceTensor tensor = {ScalarType::UInt8, shape, memory.data(), 1 << 20};
    ASSERT_TRUE(fingerprinter->submit(0, {&tensor, 1}, stream.get()));
    while (fingerprinter->collect()->empty()) {
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(CudaDevice, ThatDoesNotExistIsNamedWithTheReasonAndTheRemedy) {
    const auto opened = openCudaFingerprinter(1000, 4);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, testing::StartsWith("CUDA device 1000 cannot be used: "));
    EXPECT_THAT(opened.error().message, testing::AnyOf(testing::HasSubstr("train on the CPU"),
                                                       testing::HasSubstr("CUDA_VISIBLE_DEVICES")));
    int devices = 0;  // without a driver every call fails, this one too
    if (cudaGetDeviceCount(&devices) == cudaSuccess) {
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    }
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
