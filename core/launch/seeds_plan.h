#pragma once

#include "core/launch/series.h"

namespace firstsplit::launch {

/// What `firstsplit seeds` takes.
struct SeedsRequest {
    TrainingSource source;
    QString preset;
    settings::Values assignments;
    /// Two variants, trained from the same seeds, when one of them is not empty.
    settings::Values assignmentsA, assignmentsB;
    std::optional<qint64> steps;
    QString device = QStringLiteral("cpu");
    qint64 firstSeed = 0;
    int seeds = 5;
    int repeats = 1;  ///< runs of each seed
    /// Of a command: how it takes its seed ("--seed", "--seed=", "seed="); empty: the setting `seed` does it.
    QString seedArgument;
    journal::SnapshotRequest snapshots;

    bool hasVariants() const { return !assignmentsA.empty() || !assignmentsB.empty(); }
};

/// One run of the plan, in its terms.
struct SeedRun {
    int variant = 0;  ///< 0 or 1; always 0 without variants
    qint64 seed = 0;
    int repeat = 0;  ///< from 0
};

struct SeedsPlan {
    SeriesPlan series;
    std::vector<SeedRun> runs;  ///< as in series.runs
};

/// All seeds once, then all again: a series that is stopped early has as many seeds as it can. Fails for
/// requests that make no sense.
Result<SeedsPlan> seedsPlanOf(const SeedsRequest& request);

/// What the arguments of a series have in common: source, device, steps; of a command also the folder that it
/// starts in.
std::map<std::string, std::string> argumentsOf(const TrainingSource& source, const QString& device,
                                               std::optional<qint64> steps);
/// "threads=2 seed=1"
std::string assignmentsText(const settings::Values& values);

}  // namespace firstsplit::launch
