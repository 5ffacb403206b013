// The runner as its users meet it: arguments, signals and sentences of a real process.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/journal/journal_reader.h"
#include "core/record/run.h"
#include "tests/train/runner_process.h"

namespace firstsplit::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct BadInput {
    const char* name;
    std::vector<std::string> arguments;
    std::vector<std::string> words;  ///< of the sentence

    friend void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }
};

class RunnerRefuses : public testing::TestWithParam<BadInput> {};

TEST_P(RunnerRefuses, WithASentenceAndExit2) {
    const Ended ended = runRunner(GetParam().arguments);
    EXPECT_EQ(ended.exitCode, 2) << ended.errors;
    EXPECT_THAT(ended.errors, StartsWith("firstsplit-runner: "));
    for (const std::string& word : GetParam().words) EXPECT_THAT(ended.errors, HasSubstr(word));
    EXPECT_EQ(std::count(ended.errors.begin(), ended.errors.end(), '\n'), 1) << ended.errors;
    EXPECT_EQ(ended.output, "");
}

INSTANTIATE_TEST_SUITE_P(
    BadInput, RunnerRefuses,
    testing::Values(
        BadInput{"nothing", {}, {"subcommand", "--help"}},
        BadInput{"unknown_subcommand", {"trian"}, {"--help"}},
        BadInput{"unknown_option", {"train", "--step", "5"}, {"--step"}},
        BadInput{"unknown_experiment",
                 {"train", "--experiment", "digit-embedding"},
                 {"\"digit-embedding\"", "digits-embedding"}},
        BadInput{"unknown_setting", {"train", "--set", "thread=2"}, {"\"thread\"", "Did you mean threads?"}},
        BadInput{"unknown_value", {"train", "--set", "deterministic=yes"}, {"\"yes\"", "off, warn or error"}},
        BadInput{"no_assignment", {"train", "--set", "threads"}, {"KEY=VALUE"}},
        BadInput{"unknown_preset", {"train", "--preset", "sedes"}, {"\"sedes\"", "seeds"}},
        BadInput{"no_steps", {"train", "--steps", "0"}, {"--steps"}},
        BadInput{"steps_no_number", {"train", "--steps", "many"}, {"--steps"}},
        BadInput{"unknown_device", {"train", "--device", "gpu"}, {"\"gpu\"", "cpu, cuda, or cuda:1"}},
        BadInput{"device_without_number", {"train", "--device", "cuda:"}, {"\"cuda:\""}}),
    [](const auto& input) { return std::string(input.param.name); });

TEST(Runner, SaysItsVersion) {
    const Ended ended = runRunner({"--version"});
    EXPECT_EQ(ended.exitCode, 0);
    EXPECT_EQ(ended.output, "firstsplit-runner " FIRSTSPLIT_VERSION "\n");
}

TEST(Runner, RefusesARequestThatIsNone) {
    const Ended ended = runRunner({"train"}, {}, {{journal::runRequestVariable, "{\"format\": \"x\"}"}});
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, StartsWith("firstsplit-runner: "));
}

TEST(Runner, RefusesAnUnknownSettingInItsRequest) {
    journal::RunRequest request = requestFor({});
    request.settings["theads"] = "2";
    const Ended ended = RunnerProcess({"train"}, recordedEnvironment(request)).wait();
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, HasSubstr("threads"));
    EXPECT_FALSE(std::filesystem::exists(request.journal));
}

TEST(Runner, NeverOverwritesAJournal) {
    const journal::RunRequest request = requestFor({{"threads", "1"}});
    std::ofstream(request.journal) << "something else";
    const Ended ended = RunnerProcess({"train", "--steps", "1"}, recordedEnvironment(request)).wait();
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, HasSubstr(request.journal));
    EXPECT_EQ(std::filesystem::file_size(request.journal), 14u);
}

TEST(Runner, RefusesAJournalThatCannotBeMade) {
    journal::RunRequest request = requestFor({{"threads", "1"}});
    request.journal = temporaryPath("missing") + "/run.split.part";
    const Ended ended = RunnerProcess({"train", "--steps", "1"}, recordedEnvironment(request)).wait();
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors, HasSubstr(request.journal));
}

TEST(Runner, WithoutADriverCudaIsRefusedWithTheReasonAndTheRemedy) {
    const nlohmann::json probe = nlohmann::json::parse(runRunner({"probe"}).output);
    if (probe["cuda"]["problem"].is_null()) GTEST_SKIP() << "CUDA can be used here: " << probe["devices"];
    const Ended ended = runRunner({"train", "--device", "cuda", "--steps", "1"});
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_THAT(ended.errors,
                AllOf(HasSubstr("--device cuda cannot be used: "), HasSubstr("or use --device cpu.")));
    EXPECT_THAT(ended.errors, HasSubstr(probe["cuda"]["problem"].get<std::string>()));
}

TEST(Runner, ProbeTellsVersionsDevicesAndEverySetting) {
    const Ended ended = runRunner({"probe"});
    ASSERT_EQ(ended.exitCode, 0) << ended.errors;
    const nlohmann::json probe = nlohmann::json::parse(ended.output);
    EXPECT_EQ(probe["format"], "firstsplit.probe/1");
    EXPECT_THAT(probe["torch"].get<std::string>(), testing::MatchesRegex("[0-9]+\\.[0-9]+.*"));
    EXPECT_GE(probe["cores"].get<int>(), 1);
    EXPECT_EQ(probe["devices"][0]["device"], "cpu");
    for (const settings::Setting& row : settings::table())
        EXPECT_NE(probe["settings"].contains(row.key), settings::isForCommandsOnly(row)) << row.key;
    EXPECT_EQ(probe["experiments"].size(), settings::experiments().size());
}

/// Sends the signal once the training has begun.
Ended interrupted(const journal::RunRequest& request, int signal) {
    RunnerProcess process({"train", "--steps", "1000000", "--device", "cpu"}, recordedEnvironment(request));
    for (int i = 0; i < 1200; ++i) {
        const auto run = record::openRun(request.journal);
        if (run && (*run)->stepCount() >= 3) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    process.send(signal);
    return process.wait();
}

TEST(Runner, ASignalEndsTheTrainingAfterTheStepAtHand) {
    for (const auto& [signal, code] : {std::pair{SIGTERM, 143}, std::pair{SIGINT, 130}}) {
        journal::RunRequest request = requestFor({{"threads", "1"}, {"seed", "0"}});
        request.snapshots.policy = journal::SnapshotRequest::Policy::Ends;
        const Ended ended = interrupted(request, signal);
        EXPECT_EQ(ended.exitCode, code) << ended.errors;
        EXPECT_NE(finalWeightsIn(ended.output), "");
        const auto run = record::openRun(request.journal);
        ASSERT_TRUE(run) << run.error().message;
        EXPECT_EQ((*run)->info().end, record::EndState::Cancelled);
        EXPECT_GE((*run)->stepCount(), 3);
        EXPECT_THAT((*run)->info().endReason, HasSubstr(std::to_string((*run)->stepCount()) + " steps"));
    }
}

TEST(Runner, WithoutARequestItTrainsAndPrintsTheLosses) {
    const Ended ended = runRunner({"train", "--steps", "3"}, {{"seed", "0"}, {"threads", "1"}});
    ASSERT_EQ(ended.exitCode, 0) << ended.errors;
    EXPECT_THAT(ended.output, AllOf(HasSubstr("step 0: loss 2."), HasSubstr("step 2: loss "),
                                    HasSubstr("hold-out: accuracy ")));
    EXPECT_THAT(finalWeightsIn(ended.output), testing::MatchesRegex("[0-9a-f]+ [0-9a-f]+"));
}

}  // namespace
}  // namespace firstsplit::tests
