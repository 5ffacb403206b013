#include "core/launch/end_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using ::testing::HasSubstr;

namespace firstsplit::launch {
namespace {

const std::string sentence =
    "put_ does not have a deterministic implementation, but you set "
    "'torch.use_deterministic_algorithms(True)'. You can turn off determinism just for this operation.";

TEST(FindingIn, AnExceptionNamesOperatorAndPhase) {
    const auto finding = findingIn(
        "Traceback (most recent call last):\n"
        "  File \"train.py\", line 9, in <module>\n    loss.backward()\n"
        "  File \".../torch/autograd/graph.py\", line 865, in _engine_run_backward\n"
        "RuntimeError: " +
            sentence + "\n",
        7);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->operatorName, "put_");
    EXPECT_EQ(finding->step, 7);
    EXPECT_EQ(finding->phase, "backward pass");
    EXPECT_THAT(finding->remedy, HasSubstr("accumulate=true"));
}

TEST(FindingIn, WhereNothingIsKnownOfThePhaseNothingIsSaid) {
    EXPECT_EQ(findingIn("RuntimeError: " + sentence, 0)->phase, "");
}

TEST(FindingIn, AWarningOrAnotherExceptionIsNone) {
    EXPECT_FALSE(findingIn("train.py:9: UserWarning: " + sentence, 0));
    EXPECT_FALSE(findingIn("UserWarning: " + sentence + "\nRuntimeError: CUDA out of memory\n", 0));
    EXPECT_FALSE(findingIn("", 0));
}

}  // namespace
}  // namespace firstsplit::launch
