#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/fingerprint/fingerprint.h"
#include "core/journal/run_request.h"
#include "core/settings/settings.h"

/// The runner's training, seen from outside: no header of LibTorch is needed to call it.
namespace firstsplit::train {

struct TrainingRequest {
    std::string experiment{};  ///< one of settings::experiments()
    std::int64_t steps = 200;  ///< at least 1
    std::string device = "cpu";
    std::string dataFolder{};     ///< of the user's data, for experiments that take some; empty: none
    settings::Values settings{};  ///< checked; the environment already holds its part of them
    /// Where the record goes; none: nothing is recorded.
    std::optional<journal::RunRequest> run{};
    /// Asked after each step: true ends the training there.
    std::function<bool()> shouldStop{};
    /// Losses in order of steps; on CUDA some steps late, so that nothing waits for them. Empty: not wanted.
    std::function<void(std::int64_t step, double loss, double learningRate)> onLoss{};
};

struct TrainingOutcome {
    std::int64_t stepsDone = 0;
    bool isCancelled = false;
    double holdOutLoss = 0;
    double holdOutAccuracy = 0;             ///< 0 to 1, at the end
    fingerprint::Fingerprint finalWeights;  ///< over all parameters, as the record's digest of the last step
    double medianStepSeconds = 0;           ///< without the first tenth; recording not counted
    double medianRecordSeconds =
        0;  ///< what the training's thread spends on recording a step; 0 when it does not
    std::optional<std::string> detachReason;  ///< the journal could not be written any more, and why
    /// An operator without a deterministic implementation ended the training, as deterministic=error asks
    /// for: operator, step, phase, and what can be done. The journal says it too.
    std::optional<std::string> finding;
    std::string data{};                 ///< what was trained on: "CIFAR-10"
    std::vector<std::string> warned{};  ///< with deterministic=warn: a sentence for each such operator
};

/// Trains. Fails with a sentence for what can be foreseen (device, data, journal); LibTorch's own exceptions
/// come through, with the journal ended as failed. Changes the whole process's settings: once a process.
Result<TrainingOutcome> train(const TrainingRequest& request);

}  // namespace firstsplit::train
