#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace firstsplit::journal {

/// Which snapshots of weights and buffers are kept: a function of step, bytes and budget alone, never of
/// time, so that both runs of a pair hold the same steps (see snapshot_policy.h).
struct SnapshotRequest {
    enum class Policy { Budget, Ends, EveryN, None };
    Policy policy = Policy::Budget;
    std::int64_t every = 1;                              ///< steps; for EveryN
    std::uint64_t budgetBytes = std::uint64_t{2} << 30;  ///< for Budget
};

/// "budget", "ends", "every_n", "none".
std::string nameOf(SnapshotRequest::Policy policy);
std::optional<SnapshotRequest::Policy> policyNamed(std::string_view name);

/// What the launcher asks of a training process, handed over as JSON in the environment variable
/// FIRSTSPLIT_RUN (layout in FORMAT.md). The training process copies it into its journal's hello, so that a
/// journal explains itself.
struct RunRequest {
    std::string id;                               ///< UUID of the run
    std::string journal;                          ///< absolute path of the journal to be made
    std::string name;                             ///< for people: "digits-embedding, seeds, A"
    std::string experiment;                       ///< empty for a command of the user's
    std::string preset;                           ///< as asked for; empty when none
    std::optional<std::int64_t> plannedSteps;     ///< unknown for a command
    std::map<std::string, std::string> settings;  ///< requested: key to value (core/settings)
    std::map<std::string, std::string>
        environment;          ///< host facts that the launcher found (keys in FORMAT.md)
    std::string commandLine;  ///< as a shell would take it
    std::string workingDirectory;
    SnapshotRequest snapshots;
    std::uint64_t fingerprintBudgetBytes = std::uint64_t{2} << 30;
};

inline constexpr const char* runRequestVariable = "FIRSTSPLIT_RUN";

std::string toJson(const RunRequest& request);
Result<RunRequest> runRequestFromJson(const std::string& json);

}  // namespace firstsplit::journal
