// Every row of the settings table, asked for and read back from a real runner.
#include <gmock/gmock.h>

#include "core/record/run.h"
#include "tests/train/runner_process.h"

namespace firstsplit::tests {
namespace {

/// A value that LibTorch would not have by itself.
std::string unusualValue(const settings::Setting& row) {
    for (const settings::Choice& choice : row.choices)
        if (choice.value != row.defaultValue) return choice.value;
    return std::to_string(*row.minimum + 3);
}

record::RunInfo recorded(const settings::Values& values) {
    const journal::RunRequest request = requestFor(values);
    const Ended ended = RunnerProcess({"train", "--steps", "2"}, recordedEnvironment(request)).wait();
    EXPECT_EQ(ended.exitCode, 0) << ended.errors;
    const auto run = record::openRun(request.journal);
    if (!run) {
        ADD_FAILURE() << run.error().message;
        return {};
    }
    return (*run)->info();
}

TEST(SettingsInForce, EveryRowTakesEffectAndIsReadBackAtTheStartAndAtTheEnd) {
    settings::Values asked;
    for (const settings::Setting& row : settings::table()) asked[row.key] = unusualValue(row);
    const record::RunInfo info = recorded(asked);
    for (const settings::Setting& row : settings::table()) {
        ASSERT_TRUE(info.inForceAtStart.contains(row.key)) << row.key << " has no applier";
        EXPECT_EQ(info.inForceAtStart.at(row.key), asked[row.key]) << row.key;
        ASSERT_TRUE(info.inForceAtEnd.contains(row.key)) << row.key;
        EXPECT_EQ(info.inForceAtEnd.at(row.key), asked[row.key]) << row.key;
        EXPECT_EQ(info.requested.at(row.key), asked[row.key]) << row.key;
    }
    EXPECT_EQ(info.inForceAtStart.size(), settings::table().size());
}

TEST(SettingsInForce, EveryChoiceTakesEffect) {
    std::size_t most = 0;
    for (const settings::Setting& row : settings::table()) most = std::max(most, row.choices.size());
    for (std::size_t round = 0; round < most; ++round) {
        settings::Values asked = {{"threads", "1"}};
        for (const settings::Setting& row : settings::table())
            if (!row.choices.empty()) asked[row.key] = row.choices[round % row.choices.size()].value;
        const record::RunInfo info = recorded(asked);
        for (const auto& [key, value] : asked) EXPECT_EQ(info.inForceAtStart.at(key), value) << key;
    }
}

TEST(SettingsInForce, WarmingUpOneMklChangesNoResult) {
    const auto weightsWith = [](const char* warmUp) {
        const Ended ended =
            runRunner({"train", "--steps", "20"}, {{"seed", "0"}, {"threads", "1"}, {"mkl.warm_up", warmUp}});
        EXPECT_EQ(ended.exitCode, 0) << ended.errors;
        return finalWeightsIn(ended.output);
    };
    const std::string without = weightsWith("off");
    EXPECT_NE(without, "");
    EXPECT_EQ(weightsWith("on"), without);
}

TEST(SettingsInForce, WithoutASeedTwoProcessesDrawDifferentOnes) {
    const std::string a = recorded({{"threads", "1"}}).inForceAtStart.at("seed");
    const std::string b = recorded({{"threads", "1"}}).inForceAtStart.at("seed");
    EXPECT_NE(a, b);
}

TEST(SettingsInForce, TheDataSeedFollowsTheSeedUnlessItIsSet) {
    EXPECT_EQ(recorded({{"seed", "5"}, {"threads", "1"}}).inForceAtStart.at("seed.data"), "5");
    EXPECT_EQ(recorded({{"seed", "5"}, {"seed.data", "6"}, {"threads", "1"}}).inForceAtStart.at("seed.data"),
              "6");
}

}  // namespace
}  // namespace firstsplit::tests
