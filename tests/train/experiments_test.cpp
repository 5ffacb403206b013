// What each further experiment shows, through the real runner.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "tests/train/trained.h"

namespace firstsplit::tests {
namespace {

using compare::Verdict;
using testing::AllOf;
using testing::HasSubstr;

const std::string unpool = "max_unpooling2d_forward_out";

std::vector<std::string> logOf(const record::Run& run) {
    std::vector<std::string> texts;
    for (const record::LogEntry& entry : run.log()) texts.push_back(entry.text);
    return texts;
}

TEST(Uninitialized, SplitsInTheForwardPassOfTheFirstStep) {
    const settings::Values values = preset("seeds", {{"threads", "1"}});
    const compare::Comparison found =
        comparison(train("uninitialized", values), train("uninitialized", values));
    EXPECT_EQ(split(found, Kind::Loss).firstStep, 0);
    EXPECT_EQ(found.cause.cause, compare::CauseClass::Forward) << found.cause.sentence;
}

TEST(Uninitialized, IsCuredByTheFillAndNotByTheAlgorithms) {
    const settings::Values algorithms = {
        {"seed", "0"}, {"threads", "1"}, {"deterministic", "error"}, {"fill_uninitialized", "off"}};
    settings::Values filled = algorithms;
    filled["fill_uninitialized"] = "on";
    EXPECT_EQ(comparison(train("uninitialized", algorithms), train("uninitialized", algorithms)).verdict,
              Verdict::Split);
    EXPECT_EQ(comparison(train("uninitialized", filled), train("uninitialized", filled)).verdict,
              Verdict::Identical);
}

TEST(HoldoutOp, UnderErrorTheRunEndsAsAFinding) {
    const journal::RunRequest request = requestFor(preset("deterministic", {{"threads", "1"}}));
    const Ended ended =
        RunnerProcess({"train", "--experiment", "holdout-op"}, recordedEnvironment(request)).wait();
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_EQ(ended.signal, 0);
    EXPECT_EQ(ended.errors, "");  // whoever reads the record tells of it
    const auto run = record::openRun(request.journal);
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ((*run)->info().end, record::EndState::Failed);
    EXPECT_THAT((*run)->info().endReason,
                AllOf(HasSubstr(unpool), HasSubstr("step 0"), HasSubstr("forward pass"),
                      HasSubstr("transposed convolution")));
    const auto finding =
        std::ranges::find_if((*run)->log(), [](const auto& entry) { return entry.text.starts_with(unpool); });
    ASSERT_NE(finding, (*run)->log().end());
    EXPECT_EQ(finding->step, 0);
    EXPECT_FALSE((*run)->info().inForceAtEnd.empty());
}

TEST(HoldoutOp, WithoutARecordTheRunnerTellsOfTheFinding) {
    const Ended ended = RunnerProcess({"train", "--experiment", "holdout-op", "--preset", "deterministic",
                                       "--set", "threads=1", "--steps", "3"},
                                      {})
                            .wait();
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, AllOf(HasSubstr("firstsplit-runner: finding: " + unpool), HasSubstr("step 0"),
                                    HasSubstr("forward pass"), HasSubstr("transposed convolution")));
}

TEST(HoldoutOp, UnderWarnTheOperatorsAreListedWithTheirSteps) {
    const Trained trained = train("holdout-op", {{"seed", "0"}, {"threads", "1"}, {"deterministic", "warn"}},
                                  {.steps = 20, .keepsWeights = false});
    EXPECT_THAT(logOf(*trained.run),
                testing::Contains(unpool + " has no deterministic implementation; it ran in the forward pass "
                                           "of steps 0 to 19 (20 steps)."));
    EXPECT_THAT(trained.output, HasSubstr("warned: " + unpool));
}

TEST(HoldoutOp, WithoutTheFlagNothingIsSaid) {
    const Trained trained =
        train("holdout-op", preset("seeds", {{"threads", "1"}}), {.steps = 20, .keepsWeights = false});
    for (const std::string& text : logOf(*trained.run)) EXPECT_THAT(text, Not(HasSubstr(unpool)));
}

TEST(TextTransformer, LearnsTheTextAndRepeatsBitForBit) {
    const settings::Values values = preset("deterministic", {{"threads", "2"}});
    const Trained a = train("text-transformer", values, {.steps = 100, .keepsWeights = false});
    const Trained b = train("text-transformer", values, {.steps = 100, .keepsWeights = false});
    EXPECT_EQ(comparison(a, b).verdict, Verdict::Identical);
    // An even guess costs ln 87 = 4.5, the characters' frequencies alone 3.1.
    EXPECT_LT(finalLoss(a), 2.8);
    EXPECT_EQ(a.run->info().environment.at("data"), "Newton's Opticks");
}

TEST(TextTransformer, Bfloat16RepeatsToo) {
    const settings::Values values = preset("deterministic", {{"threads", "2"}, {"autocast", "bf16"}});
    const Trained a = train("text-transformer", values, {.steps = 5, .keepsWeights = false});
    const Trained b = train("text-transformer", values, {.steps = 5, .keepsWeights = false});
    const Trained whole = train("text-transformer", preset("deterministic", {{"threads", "2"}}),
                                {.steps = 5, .keepsWeights = false});
    EXPECT_EQ(comparison(a, b).verdict, Verdict::Identical);
    EXPECT_TRUE(split(comparison(a, whole), Kind::Loss).firstStep) << "bfloat16 must change something";
}

struct Arm {
    const char* name;
    settings::Values settings;

    friend void PrintTo(const Arm& arm, std::ostream* out) { *out << arm.name; }
};
class ResNet18Arm : public testing::TestWithParam<Arm> {};

TEST_P(ResNet18Arm, RepeatsBitForBit) {
    settings::Values values = preset("deterministic", {{"threads", "2"}});
    values.insert(GetParam().settings.begin(), GetParam().settings.end());
    const Trained a = train("resnet18", values, {.steps = 2, .keepsWeights = false});
    const Trained b = train("resnet18", values, {.steps = 2, .keepsWeights = false});
    EXPECT_EQ(comparison(a, b).verdict, Verdict::Identical);
    EXPECT_EQ(a.run->members(Kind::Weight).size(), 62U);
    for (const auto& [key, value] : GetParam().settings) EXPECT_EQ(a.run->info().inForceAtEnd.at(key), value);
}

INSTANTIATE_TEST_SUITE_P(Arms, ResNet18Arm,
                         testing::Values(Arm{"fp32", {}}, Arm{"bf16", {{"autocast", "bf16"}}},
                                         Arm{"channels_last", {{"memory_format", "channels_last"}}}),
                         [](const auto& arm) { return std::string(arm.param.name); });

TEST(ResNet18, SaysThatItsDataIsNoise) {
    const Trained trained = train("resnet18", preset("seeds", {}), {.steps = 1, .keepsWeights = false});
    EXPECT_EQ(trained.run->info().environment.at("data"), "noise of CIFAR-10's shape");
    EXPECT_THAT(logOf(*trained.run), testing::Contains(HasSubstr("Trains on noise of CIFAR-10's shape")));
    EXPECT_THAT(trained.output, HasSubstr("trained on: noise of CIFAR-10's shape"));
}

TEST(ResNet18, RefusesAFolderThatHoldsNoCifar10) {
    const std::string folder = temporaryPath("no-cifar");
    std::filesystem::create_directory(folder);
    const Ended ended = runRunner({"train", "--experiment", "resnet18", "--data", folder});
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, AllOf(HasSubstr(folder + "/data_batch_1.bin cannot be read: "),
                                    HasSubstr("cifar-10-binary.tar.gz")));
    const Ended inherited =
        runRunner({"train", "--experiment", "resnet18"}, {}, {{"FIRSTSPLIT_DATA", folder}});
    EXPECT_EQ(inherited.exitCode, 2);
    EXPECT_THAT(inherited.errors, HasSubstr("data_batch_1.bin"));
}

TEST(Runner, RefusesAFolderForAnExperimentWithDataOfItsOwn) {
    const Ended ended = runRunner({"train", "--data", "/tmp"});
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, HasSubstr("only resnet18 takes a folder"));
}

}  // namespace
}  // namespace firstsplit::tests
