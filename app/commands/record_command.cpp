#include <QCoreApplication>
#include <cstdio>
#include <memory>

#include "app/commands/record_session.h"
#include "app/commands/training_options.h"

namespace firstsplit::app {

namespace {

struct RecordOptions {
    TrainingOptions training;
    std::string output, name, against;
    std::optional<std::int64_t> stepsAfterSplit;
    int graceSeconds = 10;
    bool events = false;

    Voice voice(const Invocation& invocation) const {
        return events ? Voice::Events : invocation.wantsJson ? Voice::Document : Voice::Person;
    }
};

int record(Invocation& invocation, const RecordOptions& options) {
    if (invocation.command.isEmpty())
        return reportError(
            invocation,
            "There is no command to record. Give it behind --: firstsplit record -o runs/a.split.h5 -- "
            "python train.py");
    const auto assignments = options.training.valuesFor({});
    if (!assignments) return reportError(invocation, assignments.error().message);
    const auto snapshots = options.training.snapshots();
    if (!snapshots) return reportError(invocation, snapshots.error().message);

    launch::RecordRequest request;
    request.source.command = invocation.command;
    request.name = QString::fromStdString(options.name);
    request.preset = QString::fromStdString(options.training.preset);
    request.assignments = *assignments;
    request.file = QString::fromLocal8Bit(options.output.c_str());
    request.against = QString::fromLocal8Bit(options.against.c_str());
    if (options.stepsAfterSplit) request.stepsAfterSplit = *options.stepsAfterSplit;
    request.snapshots = *snapshots;
    request.graceSeconds = options.graceSeconds;

    const Voice voice = options.voice(invocation);
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    const auto outcome = recordHere(request, voice);
    if (!outcome) {
        if (voice == Voice::Events) return outcome.error().exitCode;
        return reportError(invocation, outcome.error().sentence.toStdString(), outcome.error().exitCode);
    }
    if (voice == Voice::Document) std::puts(toJson(request, *outcome).c_str());
    if (voice == Voice::Person) std::fprintf(stderr, "firstsplit: %s\n", describe(*outcome).c_str());
    return outcome->recorderExitCode;
}

}  // namespace

void addRecord(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<RecordOptions>();
    CLI::App* command =
        app.add_subcommand("record", "record any training command: firstsplit record -o F -- COMMAND");
    command->add_option("-o,--output", options->output, "the run file to make (*.split.h5)")
        ->type_name("FILE")
        ->required();
    command->add_option("--name", options->name, "a name for people")->type_name("TEXT");
    options->training.addTo(*command, false);
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
        invocation.action = [&invocation, options] { return record(invocation, *options); };
    });
}

}  // namespace firstsplit::app
