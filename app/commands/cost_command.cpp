#include <fmt/format.h>

#include <memory>

#include "app/commands/cost_text.h"
#include "app/commands/invocation.h"
#include "app/commands/series_session.h"
#include "app/commands/statistics_text.h"
#include "app/commands/training_options.h"
#include "core/compare/step_time.h"
#include "core/launch/run_paths.h"

namespace firstsplit::app {

namespace {

struct CostOptions {
    TrainingOptions training;
    std::string base;
    int blocks = launch::fewestBlocks;
    bool bySetting = false, bf16 = false;
    std::string folder;

    /// What B is trained with: the preset that was asked for; that of A when only settings were named.
    std::string presetOfB(bool isCommand) const {
        if (!training.preset.empty()) return training.preset;
        if (bySetting || (training.assignmentsA.empty() && training.assignmentsB.empty()))
            return "deterministic";
        return presetOfA(isCommand);
    }
    /// A command is timed as it is.
    std::string presetOfA(bool isCommand) const {
        return base.empty() && !isCommand ? std::string("seeds") : base;
    }
};

Result<launch::CostRequest> requestOf(const Invocation& invocation, const CostOptions& options) {
    const auto source = options.training.sourceOf(invocation, "cost");
    if (!source) return tl::unexpected(source.error());
    const auto a = options.training.valuesFor(options.training.assignmentsA);
    if (!a) return tl::unexpected(a.error());
    const auto b = options.training.valuesFor(options.training.assignmentsB);
    if (!b) return tl::unexpected(b.error());
    const auto snapshots = options.training.snapshotsOrNone();
    if (!snapshots) return tl::unexpected(snapshots.error());
    const bool isCommand = !source->command.isEmpty();
    for (const std::string& preset : {options.presetOfA(isCommand), options.presetOfB(isCommand)})
        if (!preset.empty())
            if (const auto named = settings::presetNamed(preset); !named)
                return tl::unexpected(named.error());

    launch::CostRequest request;
    request.source = *source;
    request.presetA = QString::fromStdString(options.presetOfA(isCommand));
    request.presetB = QString::fromStdString(options.presetOfB(isCommand));
    request.assignmentsA = *a;
    request.assignmentsB = *b;
    if (options.training.steps) request.steps = *options.training.steps;
    request.device = QString::fromStdString(options.training.device);
    request.blocks = options.blocks;
    request.bySetting = options.bySetting;
    request.inBothPrecisions = options.bf16;
    request.snapshots = *snapshots;
    return request;
}

std::string lineOf(const launch::CostPlan& plan, std::size_t run, const record::Run& file) {
    const std::string name = plan.series.runs[run].name.toStdString();
    const auto time = compare::stepTimeOf(file);
    return name + ": " + (time ? timeText(time->medianSeconds) + " a step" : time.error().message);
}

Result<CostReport> reportOf(const launch::CostRequest& request, const launch::CostPlan& plan,
                            const SeriesRuns& series) {
    CostReport report;
    report.subject = request.source.command.isEmpty()
                         ? request.source.experiment.toStdString() + " on " + request.device.toStdString()
                         : launch::shellLine(request.source.command).toStdString();
    report.folder = series.folder.toStdString();
    report.blocks = request.blocks;
    report.leftOut = plan.leftOut;
    report.warnings = series.warnings;
    for (const launch::CostArm& arm : plan.arms) {
        report.arms.push_back({arm, std::vector<double>(static_cast<std::size_t>(request.blocks)), {}, 0});
        report.arms.back().files.resize(static_cast<std::size_t>(request.blocks));
    }
    for (std::size_t i = 0; i < series.runs.size(); ++i) {
        const auto time = compare::stepTimeOf(*series.runs[i]);
        if (!time) return tl::unexpected(time.error());
        const auto block = static_cast<std::size_t>(plan.blockOfRun[i]);
        report.arms[plan.armOfRun[i]].seconds[block] = time->medianSeconds;
        report.arms[plan.armOfRun[i]].files[block] = series.runs[i]->info().file;
        report.stepsTimed = time->steps;
    }
    for (auto& arm : report.arms) arm.median = compare::median(arm.seconds);
    for (const launch::CostPart& part : plan.parts) {
        std::vector<compare::Block> blocks;
        for (std::size_t i = 0; i < static_cast<std::size_t>(request.blocks); ++i)
            blocks.push_back({report.arms[part.base].seconds[i], report.arms[part.arm].seconds[i]});
        const auto ratio = compare::ratioOfMedians(blocks);
        if (!ratio) return fail("The step times of " + part.label + " give no ratio. Train more steps.");
        report.parts.push_back({part, *ratio});
    }
    return report;
}

int cost(Invocation& invocation, const CostOptions& options) {
    const auto request = requestOf(invocation, options);
    if (!request) return reportError(invocation, request.error().message);
    const auto plan = launch::costPlanOf(*request);
    if (!plan) return reportError(invocation, plan.error().message);
    return reportSeries<CostReport>(
        invocation, plan->series, options.folder,
        [&plan](std::size_t run, const record::Run& file) { return lineOf(*plan, run, file); },
        [&](const SeriesRuns& series) { return reportOf(*request, *plan, series); }, costText, costDocument);
}

}  // namespace

void addCost(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<CostOptions>();
    CLI::App* command = app.add_subcommand(
        "cost", "what settings cost: step times with and without them, in interleaved blocks");
    options->training.addTo(*command, true);
    options->training.addSidesTo(*command);
    command->get_option("--preset")->description("what B is trained with (default: deterministic)");
    command->get_option("--weights")->description("which steps keep their weights (default: none)");
    command
        ->add_option("--base", options->base, "what A is trained with (default: seeds; a command as it is)")
        ->type_name("NAME");
    command
        ->add_option("--blocks", options->blocks, "runs of each side, at least 5, in turns A B, B A, A B, …")
        ->type_name("N")
        ->capture_default_str();
    command->add_flag("--by-setting", options->bySetting, "also each setting of the preset on its own");
    command->add_flag("--bf16", options->bf16, "of an experiment: in fp32, and again under bf16 autocast");
    command
        ->add_option("--out", options->folder,
                     "the series' own folder; a second call goes on with it (default: one in runs/)")
        ->type_name("DIR");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return cost(invocation, *options); };
    });
}

}  // namespace firstsplit::app
