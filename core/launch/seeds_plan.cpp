#include "core/launch/seeds_plan.h"

#include <QDir>
#include <limits>

#include "core/launch/run_paths.h"

namespace firstsplit::launch {

namespace {

Result<> checkRequest(const SeedsRequest& request) {
    const bool isCommand = !request.source.command.isEmpty();
    if (request.seeds < 2)
        return fail("--seeds has to be 2 or more: one value has no spread. Five are a usual choice.");
    if (request.repeats < 1) return fail("--repeats has to be 1 or more: it counts the runs of each seed.");
    if (request.firstSeed < 0 || request.firstSeed > std::numeric_limits<qint64>::max() - request.seeds)
        return fail("--seed " + std::to_string(request.firstSeed) +
                    " cannot be the first seed: seeds are whole numbers from 0 on. Choose a smaller one.");
    if (request.steps && *request.steps < 1)
        return fail("--steps has to be 1 or more: it counts the training steps of a run.");
    if (request.steps && isCommand)
        return fail(
            "--steps is for built-in experiments; a command decides on its own how long it trains. Give the "
            "command an option of its own.");
    if (!request.seedArgument.isEmpty() && !isCommand)
        return fail(
            "--seed-argument is for a command behind --; a built-in experiment takes its seed as a setting. "
            "Leave it away.");
    for (const auto* values : {&request.assignments, &request.assignmentsA, &request.assignmentsB})
        if (values->contains("seed"))
            return fail(
                "seed is what firstsplit seeds changes from run to run, so it cannot be set. Name the first "
                "one with --seed N.");
    return {};
}

QStringList withSeed(QStringList command, const QString& argument, qint64 seed) {
    if (argument.endsWith(u'=')) return command << argument + QString::number(seed);
    return command << argument << QString::number(seed);
}

QString nameOf(const SeedRun& run, bool hasVariants) {
    QString name = QStringLiteral("seed-%1").arg(run.seed);
    if (hasVariants) name = (run.variant == 0 ? QStringLiteral("A-") : QStringLiteral("B-")) + name;
    if (run.repeat > 0) name += QStringLiteral("-repeat-%1").arg(run.repeat + 1);
    return name;
}

}  // namespace

std::string assignmentsText(const settings::Values& values) {
    std::string text;
    for (const auto& [key, value] : values) text += (text.empty() ? "" : " ") + key + "=" + value;
    return text;
}

std::map<std::string, std::string> argumentsOf(const TrainingSource& source, const QString& device,
                                               std::optional<qint64> steps) {
    std::map<std::string, std::string> arguments;
    if (source.command.isEmpty()) {
        arguments["--experiment"] = source.experiment.toStdString();
        arguments["--device"] = device.toStdString();
    } else {
        arguments["the command"] = shellLine(source.command).toStdString();
        arguments["the folder it starts in"] = QDir::currentPath().toStdString();
    }
    if (steps) arguments["--steps"] = std::to_string(*steps);
    return arguments;
}

Result<SeedsPlan> seedsPlanOf(const SeedsRequest& request) {
    if (const auto checked = checkRequest(request); !checked) return tl::unexpected(checked.error());
    SeedsPlan plan;
    plan.series.kind = QStringLiteral("seeds");
    auto& arguments = plan.series.arguments = argumentsOf(request.source, request.device, request.steps);
    const auto put = [&arguments](const char* name, const std::string& value) {
        if (!value.empty()) arguments[name] = value;
    };
    put("--preset", request.preset.toStdString());
    put("--set", assignmentsText(request.assignments));
    put("--set-a", assignmentsText(request.assignmentsA));
    put("--set-b", assignmentsText(request.assignmentsB));
    put("--seed-argument", request.seedArgument.toStdString());

    for (int repeat = 0; repeat < request.repeats; ++repeat)
        for (int i = 0; i < request.seeds; ++i)
            for (int variant = 0; variant < (request.hasVariants() ? 2 : 1); ++variant) {
                const SeedRun seed{variant, request.firstSeed + i, repeat};
                RecordRequest run;
                run.source = request.source;
                run.name = nameOf(seed, request.hasVariants());
                run.preset = request.preset;
                run.assignments = request.assignments;
                for (const auto& [key, value] : variant == 0 ? request.assignmentsA : request.assignmentsB)
                    run.assignments[key] = value;
                if (request.seedArgument.isEmpty())
                    run.assignments["seed"] = std::to_string(seed.seed);
                else
                    run.source.command = withSeed(run.source.command, request.seedArgument, seed.seed);
                run.steps = request.steps;
                run.device = request.device;
                run.snapshots = request.snapshots;
                plan.series.runs.push_back(std::move(run));
                plan.runs.push_back(seed);
            }
    return plan;
}

}  // namespace firstsplit::launch
