#include <QCoreApplication>
#include <QDir>
#include <cstdio>
#include <memory>

#include "app/commands/record_session.h"
#include "app/commands/training_options.h"
#include "core/launch/run_paths.h"

namespace firstsplit::app {

namespace {

struct RunOptions {
    TrainingOptions training;
    std::string output, folder = "runs", name, against;
    std::optional<std::int64_t> stepsAfterSplit;
    int graceSeconds = 10;
    bool events = false;
};

/// The file asked for, or the next free name in the folder.
Result<QString> fileFor(const RunOptions& options) {
    if (!options.output.empty()) return QString::fromLocal8Bit(options.output.c_str());
    const QString folder = QString::fromLocal8Bit(options.folder.c_str());
    if (!QDir().mkpath(folder))
        return fail("The folder " + options.folder +
                    " cannot be made. Check its permissions, or choose another with --out.");
    const QString stem = launch::stemOf(QString::fromStdString(options.training.experiment), {},
                                        QString::fromStdString(options.training.preset));
    return QDir(folder).filePath(launch::nextPairStem(folder, stem) + QStringLiteral(".split.h5"));
}

Result<launch::RecordRequest> requestOf(const RunOptions& options) {
    const auto assignments = options.training.valuesFor({});
    if (!assignments) return tl::unexpected(assignments.error());
    const auto snapshots = options.training.snapshots();
    if (!snapshots) return tl::unexpected(snapshots.error());
    if (options.training.steps && *options.training.steps < 1)
        return fail("--steps has to be 1 or more: it counts the training steps.");

    launch::RecordRequest request;
    request.source.experiment = QString::fromStdString(options.training.experiment);
    request.name = QString::fromStdString(options.name);
    request.preset = QString::fromStdString(options.training.preset);
    request.assignments = *assignments;
    if (options.training.steps) request.steps = *options.training.steps;
    request.device = QString::fromStdString(options.training.device);
    request.against = QString::fromLocal8Bit(options.against.c_str());
    if (options.stepsAfterSplit) request.stepsAfterSplit = *options.stepsAfterSplit;
    request.snapshots = *snapshots;
    request.graceSeconds = options.graceSeconds;
    // Refuse before a folder is made for it.
    const auto findings =
        launch::preflightOf(request.source, request.preset, request.assignments, request.device);
    if (!findings) return tl::unexpected(findings.error());
    const auto file = fileFor(options);
    if (!file) return tl::unexpected(file.error());
    request.file = *file;
    return request;
}

int run(Invocation& invocation, RunOptions& options) {
    if (const int refused = refuseCommand(invocation, "run")) return refused;
    if (options.training.experiment.empty()) options.training.experiment = "digits-embedding";
    const Voice voice = options.events         ? Voice::Events
                        : invocation.wantsJson ? Voice::Document
                                               : Voice::Person;
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    const auto request = requestOf(options);
    if (!request) return reportError(invocation, request.error().message);
    const auto outcome = recordHere(*request, voice);
    if (!outcome) {
        if (voice == Voice::Events) return exitBadInput;
        return reportError(invocation, outcome.error().sentence.toStdString());
    }
    if (voice == Voice::Document) std::puts(toJson(*request, *outcome).c_str());
    if (voice == Voice::Person) std::fprintf(stderr, "%s\n", describe(*outcome).c_str());
    return outcome->end == record::EndState::Finished && !outcome->file.isEmpty() ? 0 : exitBadInput;
}

}  // namespace

void addRun(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "one run of a built-in experiment");
    options->training.addTo(*command, true);
    command->add_option("-o,--output", options->output, "the run file to make (*.split.h5)")
        ->type_name("FILE");
    command->add_option("--out", options->folder, "folder for the file, when -o does not name it")
        ->type_name("DIR")
        ->capture_default_str();
    command->add_option("--name", options->name, "a name for people")->type_name("TEXT");
    command->add_option("--against", options->against, "compare with this run while recording")
        ->type_name("FILE");
    command
        ->add_option("--stop-after-split", options->stepsAfterSplit,
                     "with --against: end the training N steps after its first split")
        ->type_name("N");
    command
        ->add_option("--grace", options->graceSeconds,
                     "seconds between asking a training to end and killing it")
        ->type_name("SECONDS")
        ->capture_default_str()
        ->check(CLI::Range(0, 86400));
    command->add_flag("--events", options->events, "write JSON lines of what happens to standard output");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return run(invocation, *options); };
    });
}

}  // namespace firstsplit::app
