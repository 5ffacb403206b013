#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/compare/spread.h"
#include "core/record/run.h"

/// What several seeds say about a training: how far results lie apart, and what improvement they could show.
namespace firstsplit::compare {

enum class Metric {
    HoldOutAccuracy,  ///< 0 to 1, of the last epoch
    HoldOutLoss,      ///< of the last epoch
    LastLoss,         ///< of the last step
};
/// "hold-out accuracy", "hold-out loss", "loss of the last step".
std::string_view labelOf(Metric metric);
/// "hold_out_accuracy", "hold_out_loss", "last_loss".
std::string_view nameOf(Metric metric);

/// What one run gives; a metric that it does not have is absent.
struct RunResult {
    std::string file;
    std::int64_t steps = 0;
    std::optional<double> accuracy, holdOutLoss, lastLoss;

    std::optional<double> value(Metric metric) const;
};
Result<RunResult> resultOf(const record::Run& run);

/// The first of accuracy, hold-out loss and last loss that every run has; none: no run of them tells
/// anything.
std::optional<Metric> commonMetric(const std::vector<RunResult>& results);

struct SeedValues {
    std::int64_t seed = 0;
    std::vector<double> values;  ///< one a repeat
    double mean() const;
};

/// One variant's seeds.
struct VariantStudy {
    std::vector<SeedValues> seeds;
    std::optional<Spread> spread;             ///< of the seeds' means; none for fewer than two
    std::optional<double> sameSeedDeviation;  ///< within seeds, over all of them; none without repeats
    /// What as many seeds can show (unpaired), from the deviation and from both ends of its interval.
    double smallestDifference = 0;
    Interval smallestInterval;
};
VariantStudy studyOf(std::vector<SeedValues> seeds);

/// Two variants trained from the same seeds: B − A, seed by seed.
struct PairedStudy {
    std::vector<double> differences;
    double meanDifference = 0;
    std::optional<Spread> spread;   ///< of the differences
    double p = 1;                   ///< exact sign-flip test, two-sided
    double smallestP = 1;           ///< that so many pairs can give
    double smallestDifference = 0;  ///< that so many pairs can show
};
/// Over the seeds that both have; none when there are none, or too many to count.
std::optional<PairedStudy> pairedStudyOf(const VariantStudy& a, const VariantStudy& b);

}  // namespace firstsplit::compare
