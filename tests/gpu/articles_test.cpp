// What the two articles saw on a GPU, seen again: trainings that split with their seeds set, and that repeat
// with deterministic algorithms.
#include <gmock/gmock.h>

#include "tests/gpu/gpu_probe.h"

namespace firstsplit::tests {
namespace {

class ArticlesOnGpu : public testing::Test {
  protected:
    void SetUp() override {
        if (const GpuProbe probe = probeGpu(); !probe.problem.empty()) GTEST_SKIP() << probe.problem;
    }

    static Ended train(const std::string& experiment, const std::string& preset, int steps) {
        return runRunner({"train", "--device", "cuda", "--experiment", experiment, "--preset", preset,
                          "--steps", std::to_string(steps)},
                         {{"cublas.workspace", ":4096:8"}});
    }
    static std::string weightsOf(const std::string& experiment, const std::string& preset, int steps) {
        const Ended ended = train(experiment, preset, steps);
        EXPECT_EQ(ended.exitCode, 0) << ended.errors;
        return finalWeightsIn(ended.output);
    }
    /// A race may be lost in one pair: three runs that are all equal did not race.
    static bool splits(const std::string& experiment, const std::string& preset, int steps) {
        const std::string first = weightsOf(experiment, preset, steps);
        for (int again = 0; again < 2; ++again)
            if (weightsOf(experiment, preset, steps) != first) return true;
        return false;
    }
};

TEST_F(ArticlesOnGpu, AnEmbeddingsGradientByAtomicAddsSplitsAndTheDeterministicOneDoesNot) {
    EXPECT_TRUE(splits("digits-embedding", "seeds", 100));
    EXPECT_FALSE(splits("digits-embedding", "deterministic", 100));
}

TEST_F(ArticlesOnGpu, ResNet18SplitsAndWithDeterministicAlgorithmsDoesNot) {
    EXPECT_TRUE(splits("resnet18", "seeds", 200));
    EXPECT_FALSE(splits("resnet18", "deterministic", 200));
}

TEST_F(ArticlesOnGpu, AnOperatorWithoutADeterministicImplementationEndsTheTraining) {
    const Ended ended = train("holdout-op", "deterministic", 5);
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, testing::HasSubstr("has no deterministic implementation"));
}

}  // namespace
}  // namespace firstsplit::tests
