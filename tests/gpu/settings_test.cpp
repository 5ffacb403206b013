// What the settings for CUDA do on a device: read back from a run that used it, and seen in its bits.
#include <gmock/gmock.h>

#include "core/record/run.h"
#include "tests/gpu/gpu_probe.h"
#include "tests/train/runner_process.h"
#include "tests/train/setting_cases.h"

namespace firstsplit::tests {
namespace {

class SettingsOnGpu : public testing::Test {
  protected:
    void SetUp() override {
        const GpuProbe probe = probeGpu();
        if (!probe.problem.empty()) GTEST_SKIP() << probe.problem;
        m_compute = probe.compute;
    }

    /// Final weights of 20 steps of the convolutional network, repeatable but for what `settings` change.
    std::string weightsWith(settings::Values settings) {
        settings.insert({"cublas.workspace", ":4096:8"});
        const Ended ended = runRunner({"train", "--device", "cuda", "--experiment", "digits-cnn", "--steps",
                                       "20", "--preset", "deterministic"},
                                      settings);
        EXPECT_EQ(ended.exitCode, 0) << ended.errors;
        const std::string weights = finalWeightsIn(ended.output);
        EXPECT_NE(weights, "");
        return weights;
    }

    double m_compute = 0;
};

TEST_F(SettingsOnGpu, EveryCaseIsReadBackFromARunOnTheDevice) {
    std::map<std::string, std::vector<SettingCase>> cases;
    for (const SettingCase& one : settingCases())
        if (one.inForce.empty() && one.needsCpuFlag.empty()) cases[one.key].push_back(one);
    std::size_t rounds = 0;
    for (const auto& [key, ofRow] : cases) rounds = std::max(rounds, ofRow.size());
    for (std::size_t round = 0; round < rounds; ++round) {
        settings::Values asked;
        for (const auto& [key, ofRow] : cases) asked[key] = ofRow[round % ofRow.size()].value;
        const journal::RunRequest request = requestFor(asked);
        const Ended ended =
            RunnerProcess({"train", "--device", "cuda", "--steps", "2"}, recordedEnvironment(request)).wait();
        ASSERT_EQ(ended.exitCode, 0) << ended.errors;
        const auto run = record::openRun(request.journal);
        ASSERT_TRUE(run) << run.error().message;
        for (const auto& [key, value] : asked) {
            EXPECT_EQ((*run)->info().inForceAtStart.at(key), value) << key;
            EXPECT_EQ((*run)->info().inForceAtEnd.at(key), value) << key;
        }
    }
}

TEST_F(SettingsOnGpu, DeterministicRunsAreEqual) {
    EXPECT_EQ(weightsWith({}), weightsWith({}));
}

TEST_F(SettingsOnGpu, Tf32ChangesTheBitsOfConvolutionsAndMatrixProducts) {
    if (m_compute < 8) GTEST_SKIP() << "compute capability " << m_compute << " has no TF32";
    const std::string exact = weightsWith({{"fp32.cuda.conv", "ieee"}, {"fp32.cuda.matmul", "ieee"}});
    EXPECT_NE(weightsWith({{"fp32.cuda.conv", "tf32"}, {"fp32.cuda.matmul", "ieee"}}), exact);
    EXPECT_NE(weightsWith({{"fp32.cuda.conv", "ieee"}, {"fp32.cuda.matmul", "tf32"}}), exact);
}

TEST_F(SettingsOnGpu, TheVariableBeatsThePrecisionRows) {
    if (m_compute < 8) GTEST_SKIP() << "compute capability " << m_compute << " has no TF32";
    const settings::Values rounded = {{"fp32.cuda.conv", "tf32"}, {"fp32.cuda.matmul", "tf32"}};
    const std::string exact = weightsWith({{"fp32.cuda.conv", "ieee"}, {"fp32.cuda.matmul", "ieee"}});
    EXPECT_NE(weightsWith(rounded), exact);
    ::setenv("NVIDIA_TF32_OVERRIDE", "0", 1);
    EXPECT_EQ(weightsWith(rounded), exact) << "preflight refuses this on the grounds that it does nothing";
    ::unsetenv("NVIDIA_TF32_OVERRIDE");
}

}  // namespace
}  // namespace firstsplit::tests
