// Every row of the settings table, asked for and read back from a real runner.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/record/run.h"
#include "tests/train/runner_process.h"
#include "tests/train/setting_cases.h"

namespace firstsplit::tests {
namespace {

bool hasCpuFlag(const std::string& flag) {
    std::ifstream file("/proc/cpuinfo");
    const std::string text = (std::ostringstream() << file.rdbuf()).str();
    return text.find(" " + flag + " ") != std::string::npos;
}

/// The cases that can be tried here, by row.
std::map<std::string, std::vector<SettingCase>> casesHere() {
    std::map<std::string, std::vector<SettingCase>> cases;
    for (const SettingCase& one : settingCases())
        if (one.needsCpuFlag.empty() || hasCpuFlag(one.needsCpuFlag)) cases[one.key].push_back(one);
    return cases;
}

auto isInForce(const SettingCase& one) {
    const std::vector<std::string> allowed = one.inForce.empty() ? std::vector{one.value} : one.inForce;
    return testing::AnyOf(
        testing::AnyOfArray(allowed),
        testing::ResultOf([allowed](const std::string&) { return allowed == std::vector{anything}; }, true));
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

TEST(SettingsInForce, EveryRowAndEveryChoiceHasItsCase) {
    std::map<std::string, std::set<std::string>> values;
    for (const SettingCase& one : settingCases()) {
        values[one.key].insert(one.value);
        EXPECT_TRUE(settings::check(one.key, one.value)) << one.key << "=" << one.value;
    }
    for (const settings::Setting& row : settings::table()) {
        if (settings::isForCommandsOnly(row)) continue;
        ASSERT_TRUE(values.contains(row.key))
            << row.key << " has no case: add one to setting_cases.cpp for each of its values";
        for (const settings::Choice& choice : row.choices)
            EXPECT_TRUE(values[row.key].contains(choice.value))
                << row.key << "=" << choice.value << " has no case";
    }
}

TEST(SettingsInForce, EveryCaseTakesEffectAndIsReadBackAtTheStartAndAtTheEnd) {
    const auto cases = casesHere();
    std::size_t rounds = 0;
    for (const auto& [key, ofRow] : cases) rounds = std::max(rounds, ofRow.size());
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<SettingCase> asked;
        settings::Values values;
        for (const auto& [key, ofRow] : cases) {
            asked.push_back(ofRow[round % ofRow.size()]);
            values[key] = asked.back().value;
        }
        const record::RunInfo info = recorded(values);
        for (const SettingCase& one : asked) {
            ASSERT_TRUE(info.inForceAtStart.contains(one.key)) << one.key << " has no applier";
            EXPECT_THAT(info.inForceAtStart.at(one.key), isInForce(one)) << one.key << "=" << one.value;
            ASSERT_TRUE(info.inForceAtEnd.contains(one.key)) << one.key;
            EXPECT_EQ(info.inForceAtEnd.at(one.key), info.inForceAtStart.at(one.key)) << one.key;
            EXPECT_EQ(info.requested.at(one.key), one.value) << one.key;
        }
        for (const settings::Setting& row : settings::table())
            EXPECT_NE(info.inForceAtStart.contains(row.key), settings::isForCommandsOnly(row)) << row.key;
    }
}

TEST(SettingsInForce, WithNothingAskedForTheTablesDefaultsAreInForce) {
    // What is the machine's own, or drawn, has no default to compare; the test environment sets the threads.
    const std::set<std::string> ownToTheMachine = {"seed", "seed.data", "seed.augment", "threads",
                                                   "aten.cpu_capability"};
    const record::RunInfo info = recorded({{"threads", "1"}});
    for (const settings::Setting& row : settings::table()) {
        if (ownToTheMachine.contains(row.key) || settings::isForCommandsOnly(row)) continue;
        EXPECT_EQ(info.inForceAtStart.at(row.key), row.defaultValue) << row.key;
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
