#include <malloc.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "app/runner/own_environment.h"
#include "app/runner/stop_signal.h"
#include "core/train/probe.h"
#include "core/train/training.h"

namespace firstsplit::runner {
namespace {

constexpr int exitBadInput = 2;
constexpr const char* dataVariable = "FIRSTSPLIT_DATA";  // how a launcher hands --data on

/// Without this, freed tensors go back to the system at each step and their pages are cleared anew at the
/// next: a fifth of the time of a small convolutional network's step.
void keepFreedMemory() {
#ifdef __GLIBC__
    constexpr int always = 1 << 30;  // bytes
    mallopt(M_TRIM_THRESHOLD, always);
    mallopt(M_MMAP_THRESHOLD, always);
#endif
}

int sayAndExit(const std::string& sentence) {
    std::fprintf(stderr, "firstsplit-runner: %s\n", sentence.c_str());
    return exitBadInput;
}

struct TrainOptions {
    std::string experiment = "digits-embedding";
    std::optional<std::int64_t> steps;
    std::string device = "cpu";
    std::string preset;
    std::string dataFolder;
    std::vector<std::string> assignments;
};

/// From the command line and, when a launcher has started this process, from its request.
Result<train::TrainingRequest> requestOf(const TrainOptions& options) {
    const Result<settings::Experiment> experiment = settings::experimentNamed(options.experiment);
    if (!experiment) return tl::unexpected(experiment.error());
    settings::Values preset, assignments;
    if (!options.preset.empty()) {
        const Result<settings::Preset> found = settings::presetNamed(options.preset);
        if (!found) return tl::unexpected(found.error());
        preset = found->values;
    }
    train::TrainingRequest request{.experiment = options.experiment, .device = options.device};
    if (const char* json = std::getenv(journal::runRequestVariable)) {
        Result<journal::RunRequest> run = journal::runRequestFromJson(json);
        if (!run) return tl::unexpected(run.error());
        for (const auto& [key, value] : run->settings) {
            if (const Result<> ok = settings::check(key, value); !ok) return tl::unexpected(ok.error());
            assignments[key] = value;
        }
        request.run = std::move(*run);
    }
    for (const std::string& text : options.assignments) {
        const auto assignment = settings::parseAssignment(text);
        if (!assignment) return tl::unexpected(assignment.error());
        assignments[assignment->first] = assignment->second;
    }
    if (!experiment->takesData && !options.dataFolder.empty())
        return fail("--data " + options.dataFolder + " is of no use to " + options.experiment +
                    ", which trains on data of its own: only resnet18 takes a folder. Leave --data away.");
    request.dataFolder = options.dataFolder;
    const char* inherited = std::getenv(dataVariable);
    if (experiment->takesData && options.dataFolder.empty() && inherited != nullptr)
        request.dataFolder = inherited;
    request.steps = options.steps.value_or(experiment->defaultSteps);
    request.settings = settings::merge(experiment->defaults, preset, assignments);
    if (request.run) {
        request.run->settings = request.settings;
        request.run->experiment = options.experiment;
        request.run->plannedSteps = request.steps;
    }
    return request;
}

int runTraining(const TrainOptions& options, char* const* arguments) {
    Result<train::TrainingRequest> request = requestOf(options);
    if (!request) return sayAndExit(request.error().message);
    if (const Result<> ready = ensureEnvironment(request->settings, arguments); !ready)
        return sayAndExit(ready.error().message);

    watchStopSignals();
    request->shouldStop = [] { return stopSignal() != 0; };
    if (!request->run)
        request->onLoss = [](std::int64_t step, double loss, double learningRate) {
            std::printf("step %lld: loss %.9g, learning rate %.4g\n", static_cast<long long>(step), loss,
                        learningRate);
        };
    const Result<train::TrainingOutcome> outcome = train::train(*request);
    if (!outcome) return sayAndExit(outcome.error().message);
    if (outcome->detachReason)
        std::fprintf(stderr, "firstsplit-runner: the training went on without its record: %s\n",
                     outcome->detachReason->c_str());
    // Where there is a record, it holds the finding, and whoever reads it tells of it.
    if (outcome->finding && (!request->run || outcome->detachReason))
        return sayAndExit("finding: " + *outcome->finding);
    if (outcome->finding) return exitBadInput;
    for (const std::string& sentence : outcome->warned) std::printf("warned: %s\n", sentence.c_str());
    std::printf("trained on: %s\n", outcome->data.c_str());
    std::printf("hold-out: accuracy %.2f %%, loss %.6g, after %lld steps\n", 100 * outcome->holdOutAccuracy,
                outcome->holdOutLoss, static_cast<long long>(outcome->stepsDone));
    std::printf("step time: median %.3f ms, and %.3f ms for recording\n", 1000 * outcome->medianStepSeconds,
                1000 * outcome->medianRecordSeconds);
    std::printf("final weights: %s\n", fingerprint::toHex(outcome->finalWeights).c_str());
    constexpr int exitBySignal = 128;
    return outcome->isCancelled ? exitBySignal + stopSignal() : 0;
}

int run(int argumentCount, char** arguments) {
    keepFreedMemory();
    CLI::App app(
        "Trains one of FirstSplit's built-in experiments. Usually started by firstsplit, which records it.",
        "firstsplit-runner");
    app.set_version_flag("--version", std::string("firstsplit-runner ") + FIRSTSPLIT_VERSION);
    app.require_subcommand(1);
    TrainOptions options;
    CLI::App* training =
        app.add_subcommand("train", "train an experiment; the record goes where FIRSTSPLIT_RUN says");
    training->add_option("--experiment", options.experiment, "name of the experiment")->capture_default_str();
    training->add_option("--steps", options.steps, "steps to train (default: the experiment's own)")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
    training->add_option("--device", options.device, "cpu, cuda or cuda:K")->capture_default_str();
    training->add_option("--data", options.dataFolder,
                         "folder of CIFAR-10's binary files, for resnet18 (default: noise of that shape)");
    training->add_option("--preset", options.preset, "seeds, fast, deterministic or default");
    training->add_option("--set", options.assignments, "a setting, as KEY=VALUE; can be repeated")
        ->allow_extra_args(false);
    CLI::App* probe = app.add_subcommand("probe", "print versions, devices and settings in force as JSON");
    try {
        app.parse(argumentCount, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return sayAndExit(std::string(error.what()) + ". See firstsplit-runner --help.");
    }
    if (probe->parsed()) {
        std::puts(train::probeJson().c_str());
        return 0;
    }
    return runTraining(options, arguments);
}

}  // namespace
}  // namespace firstsplit::runner

int main(int argumentCount, char** arguments) {
    try {
        return firstsplit::runner::run(argumentCount, arguments);
    } catch (const std::exception& error) {
        // LibTorch's first line says what happened; the rest is its own stack.
        const std::string text = error.what();
        std::fprintf(stderr, "firstsplit-runner: the training stopped: %s\n",
                     text.substr(0, text.find('\n')).c_str());
        return 1;
    }
}
