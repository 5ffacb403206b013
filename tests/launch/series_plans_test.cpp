#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/launch/cost_plan.h"
#include "core/launch/rerun_plan.h"
#include "core/launch/seeds_plan.h"
#include "tests/compare/fake_run.h"

namespace firstsplit::launch {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> namesOf(const SeriesPlan& plan) {
    std::vector<std::string> names;
    for (const RecordRequest& run : plan.runs) names.push_back(run.name.toStdString());
    return names;
}

SeedsRequest seedsOfExperiment() {
    SeedsRequest request;
    request.source.experiment = QStringLiteral("digits-cnn");
    request.seeds = 3;
    return request;
}

TEST(SeedsPlan, EachSeedOnceThenAllAgain) {
    SeedsRequest request = seedsOfExperiment();
    request.firstSeed = 7;
    request.seeds = 2;
    request.repeats = 2;
    const auto plan = seedsPlanOf(request);
    ASSERT_TRUE(plan);
    EXPECT_THAT(namesOf(plan->series), ElementsAre("seed-7", "seed-8", "seed-7-repeat-2", "seed-8-repeat-2"));
    EXPECT_EQ(plan->series.runs[1].assignments.at("seed"), "8");
}

TEST(SeedsPlan, TwoVariantsTakeTurnsOnEachSeed) {
    SeedsRequest request = seedsOfExperiment();
    request.seeds = 2;
    request.assignments = {{"threads", "2"}};
    request.assignmentsB = {{"threads", "1"}};
    const auto plan = seedsPlanOf(request);
    ASSERT_TRUE(plan);
    EXPECT_THAT(namesOf(plan->series), ElementsAre("A-seed-0", "B-seed-0", "A-seed-1", "B-seed-1"));
    EXPECT_EQ(plan->series.runs[0].assignments.at("threads"), "2");
    EXPECT_EQ(plan->series.runs[1].assignments.at("threads"), "1");
}

TEST(SeedsPlan, ACommandTakesItsSeedAsAnArgumentOrAsASetting) {
    SeedsRequest request;
    request.source.command = {"python", "train.py"};
    auto plan = seedsPlanOf(request);
    EXPECT_EQ(plan->series.runs[1].assignments.at("seed"), "1");
    EXPECT_EQ(plan->series.runs[1].source.command, (QStringList{"python", "train.py"}));

    request.seedArgument = QStringLiteral("--seed");
    plan = seedsPlanOf(request);
    EXPECT_FALSE(plan->series.runs[1].assignments.contains("seed"));
    EXPECT_EQ(plan->series.runs[1].source.command, (QStringList{"python", "train.py", "--seed", "1"}));

    request.seedArgument = QStringLiteral("trainer.seed=");
    plan = seedsPlanOf(request);
    EXPECT_EQ(plan->series.runs[1].source.command, (QStringList{"python", "train.py", "trainer.seed=1"}));
}

TEST(SeedsPlan, HowManySeedsDoesNotMakeAnotherSeries) {
    SeedsRequest request = seedsOfExperiment();
    const auto three = seedsPlanOf(request)->series.arguments;
    request.seeds = 10;
    request.repeats = 4;
    EXPECT_EQ(seedsPlanOf(request)->series.arguments, three);
    request.steps = 7;
    EXPECT_NE(seedsPlanOf(request)->series.arguments, three);
}

TEST(SeedsPlan, RequestsThatMakeNoSenseAreRefused) {
    const auto refusal = [](auto change) {
        SeedsRequest request = seedsOfExperiment();
        change(request);
        const auto plan = seedsPlanOf(request);
        return plan ? std::string() : plan.error().message;
    };
    EXPECT_THAT(refusal([](auto& request) { request.seeds = 1; }), HasSubstr("--seeds"));
    EXPECT_THAT(refusal([](auto& request) { request.repeats = 0; }), HasSubstr("--repeats"));
    EXPECT_THAT(refusal([](auto& request) { request.steps = 0; }), HasSubstr("--steps"));
    EXPECT_THAT(refusal([](auto& request) { request.firstSeed = -1; }), HasSubstr("--seed -1"));
    EXPECT_THAT(refusal([](auto& request) { request.assignments = {{"seed", "3"}}; }), HasSubstr("--seed N"));
    EXPECT_THAT(refusal([](auto& request) { request.seedArgument = "--seed"; }),
                HasSubstr("--seed-argument"));
}

CostRequest costOfExperiment() {
    CostRequest request;
    request.source.experiment = QStringLiteral("digits-embedding");
    request.presetA = QStringLiteral("seeds");
    request.presetB = QStringLiteral("deterministic");
    return request;
}

TEST(CostPlan, BlocksTakeTurns) {
    const auto plan = costPlanOf(costOfExperiment());
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_THAT(namesOf(plan->series),
                ElementsAre("block-1-A", "block-1-B", "block-2-B", "block-2-A", "block-3-A", "block-3-B",
                            "block-4-B", "block-4-A", "block-5-A", "block-5-B"));
    EXPECT_THAT(plan->armOfRun, ElementsAre(0, 1, 1, 0, 0, 1, 1, 0, 0, 1));
    EXPECT_EQ(plan->series.runs[0].preset, "seeds");
    EXPECT_EQ(plan->series.runs[1].preset, "deterministic");
}

TEST(CostPlan, BySettingMeasuresEachOnItsOwnAndADependentOneBesideWhatItNeeds) {
    CostRequest request = costOfExperiment();
    request.bySetting = true;
    const auto plan = costPlanOf(request);
    ASSERT_TRUE(plan) << plan.error().message;
    std::map<std::string, const RecordRequest*> runs;
    for (std::size_t i = 0; i < plan->arms.size(); ++i) runs[plan->arms[i].name] = &plan->series.runs[i];
    ASSERT_TRUE(runs.contains("deterministic"));
    ASSERT_TRUE(runs.contains("fill_uninitialized"));
    // Deterministic algorithms fill by default, so their own part is measured without.
    EXPECT_EQ(runs["deterministic"]->assignments,
              (settings::Values{{"deterministic", "error"}, {"fill_uninitialized", "off"}}));
    EXPECT_EQ(runs["fill_uninitialized"]->assignments,
              (settings::Values{{"deterministic", "error"}, {"fill_uninitialized", "on"}}));
    EXPECT_EQ(runs["deterministic"]->preset, "seeds");
    const auto part = std::ranges::find_if(
        plan->parts, [](const CostPart& one) { return one.label.starts_with("fill_uninitialized"); });
    ASSERT_NE(part, plan->parts.end());
    EXPECT_EQ(plan->arms[part->base].name, "deterministic");
    EXPECT_EQ(plan->parts.back().label, "all of deterministic");
    // On a CPU cuDNN and cuBLAS do nothing.
    EXPECT_FALSE(runs.contains("cudnn.deterministic"));
    EXPECT_THAT(plan->leftOut, ::testing::Contains(HasSubstr("cudnn.deterministic=on")));
}

TEST(CostPlan, BothPrecisionsAndTheOneAgainstTheOther) {
    CostRequest request = costOfExperiment();
    request.inBothPrecisions = true;
    const auto plan = costPlanOf(request);
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_EQ(plan->arms.size(), 4u);
    EXPECT_EQ(plan->series.runs[0].assignments.at("autocast"), "off");
    EXPECT_EQ(plan->series.runs[3].assignments.at("autocast"), "bf16");
    EXPECT_EQ(plan->arms[3].name, "B-bf16");
    EXPECT_EQ(plan->arms[3].precision, "bf16");
    // Each precision within itself, and then the one against the other.
    ASSERT_EQ(plan->parts.size(), 3u);
    EXPECT_EQ(plan->parts[1].precision, "bf16");
    EXPECT_EQ(plan->arms[plan->parts[1].base].name, "A-bf16");
    EXPECT_EQ(plan->parts[2].label, "bf16 in place of fp32, seeds");
    EXPECT_EQ(plan->arms[plan->parts[2].base].precision, "fp32");
}

TEST(CostPlan, RequestsThatMakeNoSenseAreRefused) {
    const auto refusal = [](auto change) {
        CostRequest request = costOfExperiment();
        change(request);
        const auto plan = costPlanOf(request);
        return plan ? std::string() : plan.error().message;
    };
    EXPECT_THAT(refusal([](auto& request) { request.blocks = 4; }), HasSubstr("--blocks"));
    EXPECT_THAT(refusal([](auto& request) { request.steps = 1; }), HasSubstr("--steps has to be 2 or more"));
    EXPECT_THAT(refusal([](auto& request) { request.presetB = "seeds"; }), HasSubstr("trained alike"));
    EXPECT_THAT(refusal([](auto& request) {
                    request.presetB = "";
                    request.bySetting = true;
                }),
                HasSubstr("--preset"));
    EXPECT_THAT(refusal([](auto& request) {
                    request.inBothPrecisions = true;
                    request.assignmentsB = {{"autocast", "bf16"}};
                }),
                HasSubstr("autocast"));
    EXPECT_THAT(refusal([](auto& request) {
                    request.inBothPrecisions = true;
                    request.source = {.experiment = {}, .command = {"python", "train.py"}};
                }),
                HasSubstr("--bf16 is for built-in experiments"));
}

TEST(CostPlan, WhatIsLeftOutSaysWhy) {
    CostRequest request = costOfExperiment();
    request.bySetting = true;
    EXPECT_THAT(
        costPlanOf(request)->leftOut,
        ::testing::Contains(HasSubstr("cudnn.deterministic=on has no effect here: it concerns CUDA")));
}

record::RunInfo savedRun() {
    record::RunInfo info;
    info.file = "a.split.h5";
    info.experiment = "digits-cnn";
    info.client = "firstsplit-runner 0.0.9";
    info.requested = {{"seed", "0"}, {"threads", "2"}};
    info.environment = {
        {"torch", "2.10.0"}, {"cpu.model", "Other CPU"}, {"git.commit", "abc"},         {"memory", "1"},
        {"cpu.cores", "64"}, {"kernel", "Linux 5"},      {"env.OMP_PROC_BIND", "true"}, {"gpu.name", "H200"}};
    return info;
}

TEST(Rerun, ADrawnSeedIsTakenFromTheRecordOfAnExperiment) {
    firstsplit::testing::FakeRun saved;
    saved.information = savedRun();
    saved.information.seed = 17;
    const auto seedOf = [&saved](const QStringList& command) {
        const auto plan = rerunPlanOf(saved, command, "again.split.h5");
        const auto found = plan->run.assignments.find("seed");
        return found == plan->run.assignments.end() ? std::string() : found->second;
    };
    EXPECT_EQ(seedOf({}), "0");  // as it was asked for
    saved.information.requested.erase("seed");
    EXPECT_EQ(seedOf({}), "17");
    saved.information.experiment.clear();
    EXPECT_EQ(seedOf({"python", "train.py"}), "");
}

TEST(Rerun, WhatCanChangeBitsIsNamed) {
    const std::map<std::string, std::string> here = {{"torch", "2.11.0"},
                                                     {"cpu.model", "This CPU"},
                                                     {"git.commit", "def"},
                                                     {"memory", "2"},
                                                     {"cpu.cores", "2"},
                                                     {"kernel", "Linux 6"},
                                                     {"recorded by", "firstsplit-runner 0.1.0"}};
    const auto keysOf = [&here](const record::RunInfo& saved) {
        std::vector<std::string> keys;
        for (const auto& change : changesSince(saved, here)) keys.push_back(change.key);
        return keys;
    };
    // Neither the folder's commit, of an experiment, nor the cores, where the threads are set.
    EXPECT_THAT(keysOf(savedRun()), ElementsAre("cpu.model", "recorded by", "torch"));
    record::RunInfo command = savedRun();
    command.experiment.clear();
    command.requested.erase("threads");
    EXPECT_THAT(keysOf(command), ElementsAre("cpu.cores", "cpu.model", "git.commit", "recorded by", "torch"));
}

TEST(Rerun, NothingIsSaidWhereAllIsAsItWas) {
    const record::RunInfo saved = savedRun();
    auto here = saved.environment;
    here["recorded by"] = saved.client;
    EXPECT_THAT(changesSince(saved, here), IsEmpty());
}

}  // namespace
}  // namespace firstsplit::launch
