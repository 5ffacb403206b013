#include <fmt/format.h>

#include <map>
#include <memory>

#include "app/commands/invocation.h"
#include "app/commands/seeds_text.h"
#include "app/commands/series_session.h"
#include "app/commands/statistics_text.h"
#include "app/commands/training_options.h"
#include "core/launch/run_paths.h"
#include "core/launch/seeds_plan.h"

namespace firstsplit::app {

namespace {

struct SeedsOptions {
    TrainingOptions training;
    int seeds = 5, repeats = 1;
    std::string seedArgument, metric, folder;
};

Result<std::optional<compare::Metric>> metricOf(const SeedsOptions& options) {
    if (options.metric.empty()) return std::optional<compare::Metric>();
    if (options.metric == "accuracy") return std::optional(compare::Metric::HoldOutAccuracy);
    if (options.metric == "hold-out-loss") return std::optional(compare::Metric::HoldOutLoss);
    if (options.metric == "loss") return std::optional(compare::Metric::LastLoss);
    return fail("--metric " + options.metric + " is unknown. Use accuracy, hold-out-loss or loss.");
}

Result<launch::SeedsRequest> requestOf(const Invocation& invocation, const SeedsOptions& options) {
    const auto source = options.training.sourceOf(invocation, "seeds");
    if (!source) return tl::unexpected(source.error());
    TrainingOptions common = options.training;
    common.seed.reset();  // the first seed, not a setting
    const auto values = common.valuesFor({});
    if (!values) return tl::unexpected(values.error());
    common.assignments.clear();
    const auto a = common.valuesFor(common.assignmentsA), b = common.valuesFor(common.assignmentsB);
    if (!a) return tl::unexpected(a.error());
    if (!b) return tl::unexpected(b.error());
    const auto snapshots = options.training.snapshotsOrNone();
    if (!snapshots) return tl::unexpected(snapshots.error());

    launch::SeedsRequest request;
    request.source = *source;
    request.preset = QString::fromStdString(options.training.preset);
    request.assignments = *values;
    request.assignmentsA = *a;
    request.assignmentsB = *b;
    if (options.training.steps) request.steps = *options.training.steps;
    request.device = QString::fromStdString(options.training.device);
    request.firstSeed = options.training.seed.value_or(0);
    request.seeds = options.seeds;
    request.repeats = options.repeats;
    request.seedArgument = QString::fromLocal8Bit(options.seedArgument.c_str());
    request.snapshots = *snapshots;
    return request;
}

std::string subjectOf(const launch::SeedsRequest& request) {
    std::string subject = request.source.command.isEmpty()
                              ? request.source.experiment.toStdString()
                              : launch::shellLine(request.source.command).toStdString();
    if (!request.preset.isEmpty()) subject += ", " + request.preset.toStdString();
    if (const std::string set = launch::assignmentsText(request.assignments); !set.empty())
        subject += ", " + set;
    return subject;
}

/// "seed-3: 92.22 %", as soon as the run is there.
std::string lineOf(const launch::SeedsPlan& plan, std::size_t run, const record::Run& file,
                   const std::optional<compare::Metric>& wanted) {
    const std::string name = plan.series.runs[run].name.toStdString();
    const auto result = compare::resultOf(file);
    if (!result) return name + ": " + result.error().message;
    const auto metric = wanted ? wanted : compare::commonMetric({*result});
    const auto value = metric ? result->value(*metric) : std::nullopt;
    if (!value) return name + ": no value";
    return fmt::format("{}: {} {}", name, labelOf(*metric), MetricText(*metric, 0).value(*value));
}

Result<SeedsReport> reportOf(const launch::SeedsRequest& request, const launch::SeedsPlan& plan,
                             const SeriesRuns& series, std::optional<compare::Metric> metric) {
    SeedsReport report;
    report.subject = subjectOf(request);
    report.folder = series.folder.toStdString();
    report.warnings = series.warnings;
    std::vector<compare::RunResult> results;
    for (const auto& run : series.runs) {
        auto result = compare::resultOf(*run);
        if (!result) return tl::unexpected(result.error());
        report.steps.push_back(result->steps);
        results.push_back(std::move(*result));
    }
    if (!metric) metric = compare::commonMetric(results);
    if (!metric)
        return fail(
            "The runs have no value in common: neither a hold-out score nor a loss that is a number was "
            "recorded "
            "in all of them. The runs are kept in " +
            report.folder + "; firstsplit info shows what one holds.");
    report.metric = *metric;

    std::vector<std::map<std::int64_t, std::vector<double>>> values(request.hasVariants() ? 2 : 1);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto value = results[i].value(*metric);
        if (!value)
            return fail(results[i].file + " has no " + std::string(labelOf(*metric)) +
                        ". Leave --metric away, or choose another.");
        const launch::SeedRun& run = plan.runs[i];
        values[static_cast<std::size_t>(run.variant)][run.seed].push_back(*value);
        report.files.push_back({run.variant, run.seed, run.repeat, results[i]});
    }
    for (auto& ofVariant : values) {
        std::vector<compare::SeedValues> seeds;
        for (auto& [seed, ofSeed] : ofVariant) seeds.push_back({seed, std::move(ofSeed)});
        report.variants.push_back(compare::studyOf(std::move(seeds)));
    }
    const auto label = [](const settings::Values& set) {
        return set.empty() ? std::string("as it is") : launch::assignmentsText(set);
    };
    report.labels = {label(request.assignmentsA), label(request.assignmentsB)};
    if (report.variants.size() == 2)
        report.paired = compare::pairedStudyOf(report.variants[0], report.variants[1]);
    return report;
}

int seeds(Invocation& invocation, const SeedsOptions& options) {
    const auto metric = metricOf(options);
    if (!metric) return reportError(invocation, metric.error().message);
    const auto request = requestOf(invocation, options);
    if (!request) return reportError(invocation, request.error().message);
    const auto plan = launch::seedsPlanOf(*request);
    if (!plan) return reportError(invocation, plan.error().message);
    return reportSeries<SeedsReport>(
        invocation, plan->series, options.folder,
        [&](std::size_t run, const record::Run& file) { return lineOf(*plan, run, file, *metric); },
        [&](const SeriesRuns& series) { return reportOf(*request, *plan, series, *metric); }, seedsText,
        seedsDocument);
}

}  // namespace

void addSeeds(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<SeedsOptions>();
    CLI::App* command = app.add_subcommand(
        "seeds", "several seeds: how far results lie apart, and what improvement they could show");
    options->training.addTo(*command, true);
    options->training.addSidesTo(*command);
    command->get_option("--seed")->description("the first seed (default: 0)");
    command->get_option("--weights")->description("which steps keep their weights (default: none)");
    command->get_option("--set-a")->description("a setting of variant A only: two variants, paired by seed");
    command->get_option("--set-b")->description("a setting of variant B only");
    command->add_option("--seeds", options->seeds, "how many seeds")->type_name("N")->capture_default_str();
    command->add_option("--repeats", options->repeats, "runs of each seed")
        ->type_name("N")
        ->capture_default_str();
    command
        ->add_option("--seed-argument", options->seedArgument,
                     "of a command: the argument that takes the seed (default: it is set from outside)")
        ->type_name("ARGUMENT");
    command
        ->add_option("--metric", options->metric,
                     "accuracy, hold-out-loss or loss (default: the first that every run has)")
        ->type_name("NAME");
    command
        ->add_option("--out", options->folder,
                     "the series' own folder; a second call goes on with it (default: one in runs/)")
        ->type_name("DIR");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return seeds(invocation, *options); };
    });
}

}  // namespace firstsplit::app
