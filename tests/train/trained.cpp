#include "tests/train/trained.h"

#include <gtest/gtest.h>

namespace firstsplit::tests {

settings::Values preset(const std::string& name, const settings::Values& more) {
    return settings::merge({}, settings::presetNamed(name).value().values, more);
}

Trained train(const std::string& experiment, const settings::Values& values, const Length& length) {
    const settings::Values merged =
        settings::merge(settings::experimentNamed(experiment).value().defaults, {}, values);
    journal::RunRequest request = requestFor(merged);
    if (!length.keepsWeights) request.snapshots.policy = journal::SnapshotRequest::Policy::None;
    std::vector<std::string> arguments = {"train", "--experiment", experiment};
    if (length.steps) arguments.insert(arguments.end(), {"--steps", std::to_string(*length.steps)});
    const Ended ended = RunnerProcess(arguments, recordedEnvironment(request)).wait();
    EXPECT_EQ(ended.exitCode, 0) << ended.errors;
    auto run = record::openRun(request.journal);
    EXPECT_TRUE(run) << (run ? "" : run.error().message);
    return {run ? std::move(*run) : nullptr, finalWeightsIn(ended.output), ended.output};
}

compare::Comparison comparison(const Trained& a, const Trained& b) {
    compare::Comparison result = compare::compareRuns(*a.run, *b.run).value();
    const auto measured = compare::compareWeights(*a.run, *b.run, result);
    EXPECT_TRUE(measured) << measured.error().message;
    return result;
}

double finalAccuracy(const Trained& trained) {
    return trained.run->epochs().back().validationAccuracy.value_or(0);
}

double finalLoss(const Trained& trained) {
    return trained.run->epochs().back().validationLoss.value_or(0);
}

}  // namespace firstsplit::tests
