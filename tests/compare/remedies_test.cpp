#include <gmock/gmock.h>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two runs of one Python command, with a generator that nobody seeded and that no step draws from.
struct Commands {
    Commands() {
        for (FakeRun* run : {&a, &b}) {
            run->information.experiment.clear();
            run->information.commandLine = "python train.py";
            run->information.inForceAtStart = {{"deterministic", "off"}};
            run->add(Kind::RandomState, "numpy.random");
            run->standStill("numpy.random", {});
        }
        b.vary(Kind::RandomState, "numpy.random", -1);
    }
    void changeEarly() {
        for (FakeRun* run : {&a, &b})
            run->information.environment["random.changed_before_training"] = "torch.cpu, numpy.random";
    }
    std::vector<std::string> evidence() { return compared(a, b).cause.evidence; }
    FakeRun a, b;
};

TEST(Remedies, AGeneratorUsedBeforeTheFirstStepIsTheCauseOfItsBatch) {
    Commands runs;
    runs.b.vary(Kind::Batch, "input", 0);
    EXPECT_EQ(compared(runs.a, runs.b).cause.cause, CauseClass::Batch) << "it was never used at all";
    runs.changeEarly();
    const Cause cause = compared(runs.a, runs.b).cause;
    EXPECT_EQ(cause.cause, CauseClass::RandomState);
    EXPECT_EQ(
        cause.sentence,
        "Random state: numpy.random differs from the start, and the script drew from it before the first "
        "step; the batch differs from step 0 on.");
    EXPECT_THAT(cause.evidence, Contains(HasSubstr("Nobody seeded numpy.random; --set seed=1")));
}

TEST(Remedies, TwoCommandsMayHaveSeededWhatDiffersFromTheStart) {
    Commands runs;
    runs.changeEarly();
    runs.b.vary(Kind::Weight, "table", -1);
    EXPECT_THAT(runs.evidence(), Contains(HasSubstr("Nobody seeded numpy.random")));
    EXPECT_THAT(runs.evidence(), Not(Contains(HasSubstr("random state")))) << "it is not equal";
    runs.b.information.commandLine = "python train.py --seed 2";
    EXPECT_THAT(runs.evidence(), Not(Contains(HasSubstr("Nobody seeded"))));
}

TEST(Remedies, AGeneratorUsedBeforeTheFirstStepAloneDecidesNothing) {
    Commands runs;
    runs.changeEarly();
    EXPECT_EQ(compared(runs.a, runs.b).verdict, Verdict::Identical);
}

TEST(Remedies, ABatchThatDiffersNamesHashesAndGeneratorsWithoutASeed) {
    Commands runs;
    runs.b.vary(Kind::Batch, "input", 0);
    EXPECT_THAT(runs.evidence(), Contains(HasSubstr("PYTHONHASHSEED is not set")));
    EXPECT_THAT(runs.evidence(), Contains(HasSubstr("seed.entropy=fixed")));
    EXPECT_THAT(runs.evidence(), Contains(HasSubstr("os.listdir()")));
    for (FakeRun* run : {&runs.a, &runs.b})
        run->information.requested = {{"seed.hash", "0"}, {"seed.entropy", "fixed"}};
    EXPECT_THAT(runs.evidence(), Not(Contains(HasSubstr("PYTHONHASHSEED"))));
    EXPECT_THAT(runs.evidence(), Not(Contains(HasSubstr("seed.entropy"))));
}

TEST(Remedies, AnOperatorIsAnsweredByDeterministicAlgorithms) {
    Commands runs;
    splitGradient(runs.b, 0, 5);
    EXPECT_THAT(runs.evidence(), Contains(HasSubstr("--set deterministic=error")));
    for (FakeRun* run : {&runs.a, &runs.b}) run->information.inForceAtStart["deterministic"] = "error";
    EXPECT_THAT(runs.evidence(), Not(Contains(HasSubstr("--set deterministic=error"))));
}

TEST(Remedies, TellsWhatTheScriptOverruled) {
    Commands runs;
    for (FakeRun* run : {&runs.a, &runs.b}) run->information.requested = {{"deterministic", "error"}};
    splitGradient(runs.b, 0, 5);
    EXPECT_THAT(runs.evidence(), Contains("deterministic was asked for as error, but off was in force at the "
                                          "first step: the script changed it."));
}

TEST(Remedies, ExperimentsAreLeftToTheirExplanations) {
    FakeRun a, b;
    splitGradient(b, 0, 5);
    EXPECT_THAT(compared(a, b).cause.evidence, Not(Contains(HasSubstr("--set"))));
}

}  // namespace
}  // namespace firstsplit::compare
