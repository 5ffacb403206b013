#include "core/compare/environment.h"

#include <gtest/gtest.h>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

std::string keysOf(const std::vector<Differing>& differing) {
    std::string keys;
    for (const Differing& one : differing) keys += one.key + (one.acts ? " " : "! ");
    return keys;
}

TEST(Environment, WhatTheLauncherSetsIsLeftOut) {
    record::RunInfo a, b;
    a.environment = {{"torch", "2.10"},
                     {"host", "x"},
                     {"env.FIRSTSPLIT_RUN", "1"},
                     {"env.SLURM_JOB_ID", "1"},
                     {"env.PWD", "/a"}};
    b.environment = {{"torch", "2.11"},
                     {"host", "y"},
                     {"env.FIRSTSPLIT_RUN", "2"},
                     {"env.SLURM_JOB_ID", "2"},
                     {"env.PWD", "/b"}};
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "torch ");
}

TEST(Environment, AGpuIsToldApartByItsUuid) {
    record::RunInfo a, b;
    a.environment = {{"gpu.uuid", "GPU-1"}, {"gpu.name", "H200"}, {"env.CUDA_VISIBLE_DEVICES", "0"}};
    b.environment = {{"gpu.uuid", "GPU-1"}, {"gpu.name", "NVIDIA H200"}, {"env.CUDA_VISIBLE_DEVICES", "3"}};
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "") << "the same device at another number";
    b.environment["gpu.uuid"] = "GPU-2";
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "gpu.uuid ");
    b.environment["gpu.driver"] = "590";
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "gpu.driver gpu.uuid ");
    a.environment.erase("gpu.uuid");
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})),
              "env.CUDA_VISIBLE_DEVICES gpu.driver gpu.name gpu.uuid ");
}

TEST(Environment, VariablesThatFollowFromASettingAreNamedOnce) {
    record::RunInfo a, b;
    a.environment = {{"env.OMP_NUM_THREADS", "1"}, {"threads.intra", "1"}, {"env.MKL_CBWR", "AVX2"}};
    b.environment = {{"env.OMP_NUM_THREADS", "2"}, {"threads.intra", "2"}};
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {{"threads", "1", "2"}})), "env.MKL_CBWR ");
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "env.MKL_CBWR env.OMP_NUM_THREADS threads.intra ");
}

TEST(Environment, AVariableThatChangesNothingInForceIsNoDifference) {
    record::RunInfo a, b;
    a.environment = {{"torch", "2.11"}};
    b.environment = {{"torch", "2.11"}, {"env.ATEN_CPU_CAPABILITY", "avx2"}};
    a.inForceAtStart = b.inForceAtStart = {{"aten.cpu_capability", "avx2"}};
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "");
    a.inForceAtStart.clear();
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "env.ATEN_CPU_CAPABILITY ");
    b.environment = {{"torch", "2.11"}, {"env.MKL_NUM_THREADS", "1"}};
    a.inForceAtStart = b.inForceAtStart = {{"threads", "2"}};
    EXPECT_EQ(keysOf(environmentThatDiffers(a, b, {})), "env.MKL_NUM_THREADS ")
        << "LibTorch's count says nothing about oneMKL's";
}

TEST(Environment, WhatWasInForceCountsMoreThanWhatWasAskedFor) {
    record::RunInfo a, b;
    a.requested = {{"threads", "2"}, {"deterministic", "off"}};
    b.requested = {{"threads", "4"}, {"deterministic", "error"}};
    a.inForceAtStart = {{"threads", "2"}, {"deterministic", "off"}};
    b.inForceAtStart = {{"threads", "2"}, {"deterministic", "error"}};
    EXPECT_EQ(keysOf(settingsThatDiffer(a, b)), "deterministic threads! ");
}

TEST(Environment, ASettingThatTheScriptChangedInOneRunDiffers) {
    record::RunInfo a, b;
    a.inForceAtStart = b.inForceAtStart = a.inForceAtEnd = {{"deterministic", "error"}};
    b.inForceAtEnd = {{"deterministic", "off"}};
    const auto settings = settingsThatDiffer(a, b);
    ASSERT_EQ(settings.size(), 1U);
    EXPECT_EQ(differsText(settings[0]), "deterministic differs (error, off)");
}

TEST(Environment, ARunThatReadNothingBackIsComparedByWhatWasAsked) {
    record::RunInfo a, b;
    a.inForceAtStart = {{"threads", "2"}, {"seed", "0"}};
    b.requested = {{"seed", "1"}};
    EXPECT_EQ(keysOf(settingsThatDiffer(a, b)), "seed ") << "nobody knows B's threads";
}

TEST(Environment, SeedsExperimentsAndCommandsAreSettings) {
    record::RunInfo a, b;
    a.seed = 0;
    b.seed = 1;
    EXPECT_EQ(differsText(settingsThatDiffer(a, b).at(0)), "seed differs (0, 1)");
    a.commandLine = "python a.py";
    b.commandLine = "python b.py";
    EXPECT_EQ(keysOf(settingsThatDiffer(a, b)), "command seed ");
    a.experiment = "digits-cnn";
    EXPECT_EQ(keysOf(settingsThatDiffer(a, b)), "experiment seed ");
}

TEST(Environment, ASeedDerivedFromTheSeedIsNamedOnce) {
    record::RunInfo a, b;
    a.inForceAtStart = {{"seed", "0"}, {"seed.data", "0"}, {"seed.augment", "7"}};
    b.inForceAtStart = {{"seed", "1"}, {"seed.data", "1"}, {"seed.augment", "8"}};
    EXPECT_EQ(keysOf(settingsThatDiffer(a, b)), "seed seed.augment ");
}

TEST(Environment, AMissingValueIsSaidInWords) {
    EXPECT_EQ(valuesText({"env.MKL_CBWR", "AVX2", ""}), "MKL_CBWR (AVX2, not set)");
    EXPECT_EQ(valuesText({"torch", "2.10", "2.11"}), "LibTorch (2.10, 2.11)");
}

}  // namespace
}  // namespace firstsplit::compare
