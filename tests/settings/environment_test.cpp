#include <gmock/gmock.h>

#include <set>

#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(EnvironmentFor, ThreadsSetBothCountsAndTurnDynamicCountsOff) {
    EXPECT_THAT(environmentFor({{"threads", "2"}}),
                ElementsAre(Pair("MKL_DYNAMIC", "false"), Pair("MKL_NUM_THREADS", "2"),
                            Pair("OMP_DYNAMIC", "false"), Pair("OMP_NUM_THREADS", "2")));
}

TEST(EnvironmentFor, RowsNotAskedForAndInheritLeaveTheEnvironmentAlone) {
    EXPECT_THAT(environmentFor({}), IsEmpty());
    EXPECT_THAT(environmentFor({{"threads", "inherit"}, {"seed", "1"}, {"deterministic", "error"}}),
                IsEmpty());
}

TEST(EnvironmentFor, UnsetRemovesTheVariable) {
    EXPECT_THAT(environmentFor({{"cublas.workspace", "unset"}}),
                ElementsAre(Pair("CUBLAS_WORKSPACE_CONFIG", std::nullopt)));
    EXPECT_THAT(environmentFor({{"cublas.workspace", ":16:8"}}),
                ElementsAre(Pair("CUBLAS_WORKSPACE_CONFIG", ":16:8")));
}

TEST(EnvironmentFor, AChoiceMayStandForAnotherValueOfItsVariable) {
    EXPECT_THAT(environmentFor({{"launch_blocking", "on"}}), ElementsAre(Pair("CUDA_LAUNCH_BLOCKING", "1")));
    EXPECT_THAT(environmentFor({{"launch_blocking", "off"}}), ElementsAre(Pair("CUDA_LAUNCH_BLOCKING", "0")));
}

TEST(EnvironmentFor, SeedUnsetTouchesNoVariable) {
    EXPECT_THAT(environmentFor({{"seed", "unset"}}), IsEmpty());
}

TEST(RecordedVariables, AreUniqueAndHoldEveryVariableOfTheTable) {
    const std::set<std::string> recorded(recordedVariables().begin(), recordedVariables().end());
    EXPECT_EQ(recorded.size(), recordedVariables().size());
    EXPECT_FALSE(recorded.contains(""));
    for (const Setting& setting : table())
        for (const Variable& variable : setting.variables)
            EXPECT_TRUE(recorded.contains(variable.name)) << variable.name;
    for (const char* name : {"NVIDIA_TF32_OVERRIDE", "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", "OMP_PROC_BIND",
                             "CUDA_VISIBLE_DEVICES"})
        EXPECT_TRUE(recorded.contains(name)) << name;
}

}  // namespace
}  // namespace firstsplit::settings
