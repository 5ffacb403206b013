#include "core/launch/end_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using ::testing::HasSubstr;
using ::testing::Not;

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

std::string reasons(const QStringList& command, const ChildEnd& end) {
    return reasonsForNoJournal(command, end, false).toStdString();
}

TEST(ReasonsForNoJournal, ACommandThatFailedIsBelieved) {
    const QStringList command{"python", "train.py"};
    ChildEnd end;
    end.exitCode = 1;
    EXPECT_THAT(reasons(command, end), HasSubstr("ended with exit code 1"));
    EXPECT_THAT(reasons(command, end), HasSubstr("failed before its first step"));
    EXPECT_THAT(reasons(command, end), Not(HasSubstr("never imported torch")));
    end.exitCode = 0;
    EXPECT_THAT(reasons(command, end), HasSubstr("never imported torch"));
}

TEST(ReasonsForNoJournal, AnOptionThatHidesUsIsNamedHoweverItEnded) {
    ChildEnd end;
    for (const int code : {0, 1}) {
        end.exitCode = code;
        EXPECT_THAT(reasons({"python3", "-I", "train.py"}, end), HasSubstr("python -I ignores"));
        EXPECT_THAT(reasons({"env", "-i", "python", "train.py"}, end), HasSubstr("env -i takes"));
    }
}

}  // namespace
}  // namespace firstsplit::launch
