#include "core/launch/record_plan.h"

#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include "core/launch/host_facts.h"

namespace firstsplit::launch {

namespace {

QString nameOf(const RecordRequest& request) {
    if (!request.name.isEmpty()) return request.name;
    QStringList parts{request.source.experiment.isEmpty() ? shellLine(request.source.command)
                                                          : request.source.experiment};
    if (!request.preset.isEmpty()) parts << request.preset;
    return parts.join(QStringLiteral(", "));
}

qint64 stepsOf(const RecordRequest& request) {
    const auto experiment = settings::experimentNamed(request.source.experiment.toStdString());
    return request.steps.value_or(experiment ? static_cast<qint64>(experiment->defaultSteps) : 0);
}

QStringList commandOf(const RecordRequest& request) {
    if (request.source.experiment.isEmpty()) return request.source.command;
    return {runnerPath(),
            QStringLiteral("train"),
            QStringLiteral("--experiment"),
            request.source.experiment,
            QStringLiteral("--device"),
            request.device,
            QStringLiteral("--steps"),
            QString::number(stepsOf(request))};
}

/// All sentences of the findings that refuse the run, in one.
std::string refusals(const std::vector<settings::Finding>& findings) {
    std::string text;
    for (const settings::Finding& finding : findings)
        if (finding.severity == settings::Finding::Severity::Refused)
            text += (text.empty() ? "" : "\n") + finding.sentence;
    return text;
}

RecordRefusal badRequest(const Error& error) {
    return {2, QString::fromStdString(error.message)};
}

}  // namespace

Result<settings::Values> valuesOf(const TrainingSource& source, const QString& preset,
                                  const settings::Values& assignments) {
    settings::Values ofExperiment, ofPreset;
    if (!source.experiment.isEmpty()) {
        auto experiment = settings::experimentNamed(source.experiment.toStdString());
        if (!experiment) return tl::unexpected(experiment.error());
        ofExperiment = experiment->defaults;
    }
    if (!preset.isEmpty()) {
        auto named = settings::presetNamed(preset.toStdString());
        if (!named) return tl::unexpected(named.error());
        ofPreset = named->values;
    }
    for (const auto& [key, value] : assignments)
        if (auto checked = settings::check(key, value); !checked) return tl::unexpected(checked.error());
    return settings::merge(ofExperiment, ofPreset, assignments);
}

Result<std::vector<settings::Finding>> preflightOf(const TrainingSource& source, const QString& preset,
                                                   const settings::Values& assignments,
                                                   const QString& device) {
    if (source.experiment.isEmpty() == source.command.isEmpty())
        return fail(
            "There is nothing to train: name a built-in experiment (--experiment digits-embedding), or a "
            "command "
            "after -- (-- python train.py), not both.");
    auto values = valuesOf(source, preset, assignments);
    if (!values) return tl::unexpected(values.error());
    if (auto checked = checkDevice(device); !checked) return tl::unexpected(checked.error());
    if (!source.experiment.isEmpty())
        if (auto checked = checkRunner(); !checked) return tl::unexpected(checked.error());
    // Rows that only the experiment or its own defaults ask for are asked for as well: the run needs them.
    return settings::preflight(*values, circumstancesHere(device, source.experiment));
}

tl::expected<RecordPlan, RecordRefusal> planOf(const RecordRequest& request) {
    RecordPlan plan;
    auto findings = preflightOf(request.source, request.preset, request.assignments, request.device);
    if (!findings) return tl::unexpected(badRequest(findings.error()));
    if (const std::string refused = refusals(*findings); !refused.empty())
        return tl::unexpected(RecordRefusal{2, QString::fromStdString(refused)});
    plan.findings = std::move(*findings);

    auto paths = pathsOf(request.file);
    if (!paths) return tl::unexpected(badRequest(paths.error()));
    if (auto free = checkFree(*paths); !free) return tl::unexpected(badRequest(free.error()));
    plan.paths = *paths;
    plan.command = commandOf(request);

    const auto values = valuesOf(request.source, request.preset, request.assignments);
    const QString folder = QDir::currentPath();
    journal::RunRequest& run = plan.run;
    run.id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    run.journal = paths->journal.toStdString();
    run.name = nameOf(request).toStdString();
    run.experiment = request.source.experiment.toStdString();
    run.preset = request.preset.toStdString();
    if (!request.source.experiment.isEmpty()) run.plannedSteps = stepsOf(request);
    run.settings = *values;
    run.commandLine = shellLine(plan.command).toStdString();
    run.workingDirectory = folder.toStdString();
    run.snapshots = request.snapshots;

    plan.environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : settings::environmentFor(*values)) {
        if (value)
            plan.environment.insert(QString::fromStdString(name), QString::fromStdString(*value));
        else
            plan.environment.remove(QString::fromStdString(name));
    }
    if (const QString hook = pythonHookFolder(); !hook.isEmpty() && request.source.experiment.isEmpty()) {
        const QString name = QStringLiteral("PYTHONPATH");
        const QString others = plan.environment.value(name);
        plan.environment.insert(name, others.isEmpty() ? hook : hook + u':' + others);
    }
    run.environment = collectHostFacts(folder, plan.environment);
    plan.environment.insert(QString::fromLatin1(journal::runRequestVariable),
                            QString::fromStdString(journal::toJson(run)));
    return plan;
}

}  // namespace firstsplit::launch
