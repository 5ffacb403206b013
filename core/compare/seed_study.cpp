#include "core/compare/seed_study.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/compare/power.h"
#include "core/compare/sign_flip.h"

namespace firstsplit::compare {

std::string_view labelOf(Metric metric) {
    switch (metric) {
        case Metric::HoldOutAccuracy:
            return "hold-out accuracy";
        case Metric::HoldOutLoss:
            return "hold-out loss";
        case Metric::LastLoss:
            break;
    }
    return "loss of the last step";
}

std::string_view nameOf(Metric metric) {
    switch (metric) {
        case Metric::HoldOutAccuracy:
            return "hold_out_accuracy";
        case Metric::HoldOutLoss:
            return "hold_out_loss";
        case Metric::LastLoss:
            break;
    }
    return "last_loss";
}

std::optional<double> RunResult::value(Metric metric) const {
    switch (metric) {
        case Metric::HoldOutAccuracy:
            return accuracy;
        case Metric::HoldOutLoss:
            return holdOutLoss;
        case Metric::LastLoss:
            break;
    }
    return lastLoss;
}

Result<RunResult> resultOf(const record::Run& run) {
    RunResult result;
    result.file = run.info().file;
    result.steps = run.stepCount();
    if (!run.epochs().empty()) {
        result.accuracy = run.epochs().back().validationAccuracy;
        result.holdOutLoss = run.epochs().back().validationLoss;
    }
    if (run.rowCount() > 1) {
        double loss = 0;
        if (const auto read =
                run.readColumn(record::Column::Loss, run.rowCount() - 1, std::span<double>(&loss, 1));
            !read)
            return tl::unexpected(read.error());
        if (std::isfinite(loss)) result.lastLoss = loss;
    }
    return result;
}

std::optional<Metric> commonMetric(const std::vector<RunResult>& results) {
    for (const Metric metric : {Metric::HoldOutAccuracy, Metric::HoldOutLoss, Metric::LastLoss})
        if (!results.empty() &&
            std::all_of(results.begin(), results.end(),
                        [metric](const RunResult& result) { return result.value(metric).has_value(); }))
            return metric;
    return std::nullopt;
}

double SeedValues::mean() const {
    // The mean of equal values is that value, without what rounding adds.
    if (std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end())
        return values.front();
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

VariantStudy studyOf(std::vector<SeedValues> seeds) {
    VariantStudy study;
    study.seeds = std::move(seeds);
    std::vector<double> means;
    std::vector<std::span<const double>> groups;
    for (const SeedValues& seed : study.seeds) {
        means.push_back(seed.mean());
        groups.emplace_back(seed.values);
    }
    study.spread = spreadOf(means);
    study.sameSeedDeviation = pooledDeviation(groups);
    if (study.spread) {
        const auto smallest = [&means](double deviation) {
            return smallestDifference(Design::Unpaired, deviation, means.size());
        };
        study.smallestDifference = smallest(study.spread->deviation);
        study.smallestInterval = {smallest(study.spread->deviationInterval.low),
                                  smallest(study.spread->deviationInterval.high)};
    }
    return study;
}

std::optional<PairedStudy> pairedStudyOf(const VariantStudy& a, const VariantStudy& b) {
    PairedStudy study;
    for (const SeedValues& ofA : a.seeds) {
        const auto ofB = std::ranges::find(b.seeds, ofA.seed, &SeedValues::seed);
        if (ofB != b.seeds.end()) study.differences.push_back(ofB->mean() - ofA.mean());
    }
    if (study.differences.empty() || study.differences.size() > mostPairs) return std::nullopt;
    study.meanDifference = std::accumulate(study.differences.begin(), study.differences.end(), 0.0) /
                           static_cast<double>(study.differences.size());
    study.spread = spreadOf(study.differences);
    study.p = signFlipP(study.differences);
    study.smallestP = smallestP(study.differences.size());
    if (study.spread)
        study.smallestDifference =
            smallestDifference(Design::Paired, study.spread->deviation, study.differences.size());
    return study;
}

}  // namespace firstsplit::compare
