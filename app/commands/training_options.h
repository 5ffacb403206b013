#pragma once

#include <CLI/CLI.hpp>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/launch/pair_job.h"

namespace firstsplit::app {

/// The options that run, record and pair share.
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
};

/// "2G", "500MB", "1.5 GiB", "4096": bytes; G and GB are powers of 1000, GiB of 1024.
Result<std::uint64_t> bytesFromText(const std::string& text);

}  // namespace firstsplit::app
