#pragma once

#include <CLI/CLI.hpp>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/invocation.h"
#include "core/launch/pair_job.h"

namespace firstsplit::app {

/// The options of everything that trains.
struct TrainingOptions {
    std::string experiment, preset, device = "cpu";
    std::vector<std::string> assignments, assignmentsA, assignmentsB;
    std::optional<std::int64_t> seed, steps;
    std::vector<std::string> weights;
    std::string weightBudget;
    std::string dataFolder;

    void addTo(CLI::App& subcommand, bool withExperiment);
    void addSidesTo(CLI::App& subcommand);

    Result<settings::Values> valuesFor(const std::vector<std::string>& ofSide) const;
    Result<journal::SnapshotRequest> snapshots() const;
    /// As snapshots(), but none unless asked for: of a series, whose runs are many.
    Result<journal::SnapshotRequest> snapshotsOrNone() const;
    /// The experiment or the command behind "--"; fails for both, or for a "--" without a command.
    Result<launch::TrainingSource> sourceOf(const Invocation& invocation,
                                            const std::string& subcommand) const;
};

/// "2G", "500MB", "1.5 GiB", "4096": bytes; G and GB are powers of 1000, GiB of 1024.
Result<std::uint64_t> bytesFromText(const std::string& text);

}  // namespace firstsplit::app
