#include <gtest/gtest.h>

#include "core/journal/run_request.h"
#include "sample.h"

namespace firstsplit::journal {

namespace {

TEST(RunRequest, EveryFieldSurvivesJson) {
    const RunRequest sent = testing::sampleHello().request;
    const auto got = runRequestFromJson(toJson(sent));
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->id, sent.id);
    EXPECT_EQ(got->journal, sent.journal);
    EXPECT_EQ(got->name, sent.name);
    EXPECT_EQ(got->experiment, sent.experiment);
    EXPECT_EQ(got->preset, sent.preset);
    EXPECT_EQ(got->plannedSteps, sent.plannedSteps);
    EXPECT_EQ(got->settings, sent.settings);
    EXPECT_EQ(got->environment, sent.environment);
    EXPECT_EQ(got->commandLine, sent.commandLine);
    EXPECT_EQ(got->workingDirectory, sent.workingDirectory);
    EXPECT_EQ(got->snapshots.policy, sent.snapshots.policy);
    EXPECT_EQ(got->snapshots.every, sent.snapshots.every);
    EXPECT_EQ(got->snapshots.budgetBytes, sent.snapshots.budgetBytes);
    EXPECT_EQ(got->fingerprintBudgetBytes, sent.fingerprintBudgetBytes);
}

TEST(RunRequest, BudgetsUpToAllBitsSurvive) {
    RunRequest sent;
    sent.snapshots.budgetBytes = ~std::uint64_t{0};
    const auto got = runRequestFromJson(toJson(sent));
    ASSERT_TRUE(got);
    EXPECT_EQ(got->snapshots.budgetBytes, ~std::uint64_t{0});
    EXPECT_EQ(got->plannedSteps, std::nullopt);
}

TEST(RunRequest, BytesThatAreNotUtf8DoNotStopARun) {
    RunRequest sent;
    sent.environment["env.ODD"] = "a\xff";
    const auto got = runRequestFromJson(toJson(sent));
    ASSERT_TRUE(got);
    EXPECT_EQ(got->environment.at("env.ODD"), "a\xef\xbf\xbd");
}

TEST(RunRequest, WhatIsNotOneGetsASentence) {
    EXPECT_FALSE(runRequestFromJson(""));
    EXPECT_FALSE(runRequestFromJson("[]"));
    const auto other = runRequestFromJson(R"({"format":"firstsplit.request/2"})");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("firstsplit.request/2"), std::string::npos);
    const auto policy =
        runRequestFromJson(R"({"format":"firstsplit.request/1","snapshots":{"policy":"often"}})");
    ASSERT_FALSE(policy);
    EXPECT_NE(policy.error().message.find("often"), std::string::npos);
}

}  // namespace

}  // namespace firstsplit::journal
