#include <fmt/format.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <cstdio>
#include <memory>

#include "app/commands/comparison_text.h"
#include "app/commands/invocation.h"
#include "app/commands/progress_line.h"
#include "app/commands/text_table.h"
#include "core/compare/words.h"
#include "core/launch/recorder_process.h"
#include "core/launch/rerun_plan.h"
#include "core/launch/run_paths.h"
#include "core/launch/signal_watch.h"
#include "ui/setup/command_words.h"

namespace firstsplit::app {

namespace {

struct RerunOptions {
    std::string file, folder;
    bool anyway = false;
};

/// "a-rerun-001.split.h5", beside the saved run or in the folder that was named.
Result<QString> fileFor(const RerunOptions& options) {
    const QFileInfo saved(QString::fromLocal8Bit(options.file.c_str()));
    const QString folder =
        options.folder.empty() ? saved.absolutePath() : QString::fromLocal8Bit(options.folder.c_str());
    if (!QDir().mkpath(folder))
        return fail("The folder " + folder.toStdString() +
                    " cannot be made. Check its permissions, or choose another with --out.");
    QString stem = saved.fileName();
    for (const char* suffix : {".h5", ".part", ".split"})
        if (stem.endsWith(QLatin1String(suffix))) stem.chop(static_cast<qsizetype>(std::strlen(suffix)));
    return QDir(folder).absoluteFilePath(launch::nextPairStem(folder, stem + QStringLiteral("-rerun")) +
                                         QStringLiteral(".split.h5"));
}

std::string changesText(const std::vector<compare::Differing>& changes) {
    std::vector<std::vector<std::string>> rows = {{"", "then", "here"}};
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("–") : value; };
    for (const compare::Differing& change : changes)
        rows.push_back({compare::environmentLabel(change.key), shown(change.a), shown(change.b)});
    return textTable(rows, "  ");
}

/// Trains the run again and waits for its end.
class RerunSession {
  public:
    RerunSession(const launch::RerunPlan& plan, launch::SignalWatch& signalWatch) : m_plan(plan) {
        using launch::RecorderProcess;
        m_recorder.setWorkingDirectory(plan.workingDirectory);
        m_recorder.setEnvironment(plan.environment);
        QObject::connect(&m_recorder, &RecorderProcess::progressed,
                         [this](const launch::RunProgress& progress) { m_line.show(textOf(progress, 0)); });
        QObject::connect(&m_recorder, &RecorderProcess::splitSeen,
                         [this](const launch::SplitSeen& split) { m_line.print(textOf(split) + '\n'); });
        QObject::connect(&m_recorder, &RecorderProcess::outputWritten,
                         [this](bool isError, const QString& text) {
                             if (isError || m_plan.run.source.experiment.isEmpty())
                                 m_line.print(text.toStdString());
                         });
        QObject::connect(&m_recorder, &RecorderProcess::ended, [this](const launch::RecordOutcome& outcome) {
            m_outcome = outcome;
            QCoreApplication::quit();
        });
        QObject::connect(&m_recorder, &RecorderProcess::failed, [this](const QString& sentence) {
            m_failure = sentence.toStdString();
            QCoreApplication::quit();
        });
        QObject::connect(&signalWatch, &launch::SignalWatch::caught, &m_recorder,
                         [this] { m_recorder.cancel(); });
    }

    Result<launch::RecordOutcome> run() {
        m_recorder.start(launch::recorderCommandOf(m_plan.run), QStringLiteral("the rerun"));
        QCoreApplication::exec();
        m_line.clear();
        if (!m_failure.empty()) return fail(m_failure);
        if (m_outcome.file.isEmpty())
            return fail("The rerun left no file. " + m_outcome.sentence.toStdString());
        return m_outcome;
    }

  private:
    const launch::RerunPlan& m_plan;
    launch::RecorderProcess m_recorder;
    ProgressLine m_line;
    launch::RecordOutcome m_outcome;
    std::string m_failure;
};

/// Says what is not as it was; true when that does not forbid the rerun.
Result<> checkChanges(const RerunOptions& options, const record::RunInfo& saved, const QStringList& command) {
    const auto changes = launch::changesSince(saved, launch::environmentHere(saved, command));
    const auto dirty = saved.environment.find("git.dirty");
    if (saved.experiment.empty() && dirty != saved.environment.end() && dirty->second == "true")
        std::fprintf(stderr,
                     "The code had uncommitted changes when this was recorded; whether it has the same now, "
                     "nobody can tell.\n");
    if (changes.empty()) return {};
    if (options.anyway) {
        std::fprintf(stderr, "Not as it was when this was recorded:\n%s", changesText(changes).c_str());
        return {};
    }
    return fail(options.file +
                " was recorded under other circumstances, so a difference would prove nothing about the "
                "training:\n" +
                changesText(changes) +
                "Bring them back, or train it here as it is: firstsplit rerun --anyway " +
                launch::shellQuoted(QString::fromLocal8Bit(options.file.c_str())).toStdString());
}

int rerun(Invocation& invocation, const RerunOptions& options) {
    if (const int refused = refuseCommand(invocation, "rerun")) return refused;
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    // Finding out what is here takes seconds, in which nothing but this hears of Ctrl+C.
    launch::SignalWatch signalWatch;
    bool isStopped = false;
    QObject::connect(&signalWatch, &launch::SignalWatch::caught, [&isStopped] { isStopped = true; });
    const auto saved = record::openRun(options.file);
    if (!saved) return reportError(invocation, saved.error().message);
    const record::RunInfo& info = (*saved)->info();
    if (info.end == record::EndState::Running)
        return reportError(invocation, options.file + " is still being recorded. Wait for its end.");
    QStringList command;
    if (info.experiment.empty()) {
        const auto words = ui::commandWords(QString::fromStdString(info.commandLine));
        if (!words) return reportError(invocation, words.error().message);
        command = *words;
    }
    auto plan = launch::rerunPlanOf(**saved, command, {});
    if (!plan) return reportError(invocation, plan.error().message);
    // Refused before anything is made.
    const auto findings =
        launch::preflightOf(plan->run.source, plan->run.preset, plan->run.assignments, plan->run.device);
    if (!findings) return reportError(invocation, findings.error().message);
    const auto checked = checkChanges(options, info, command);
    signalWatch.poll();
    if (isStopped) return reportError(invocation, "Stopped before the training: there is nothing to save.");
    if (!checked) return reportError(invocation, checked.error().message);
    const auto file = fileFor(options);
    if (!file) return reportError(invocation, file.error().message);
    plan->run.file = *file;
    const auto outcome = RerunSession(*plan, signalWatch).run();
    if (!outcome) return reportError(invocation, outcome.error().message);

    ProgressLine line;
    const auto comparison =
        compareFiles(options.file, outcome->file.toLocal8Bit().toStdString(), [&line](double done) {
            line.showFraction("comparing", done);
            return true;
        });
    line.clear();
    if (!comparison) return reportError(invocation, comparison.error().message);
    std::fputs(invocation.wantsJson ? (comparisonDocument(*comparison) + '\n').c_str()
                                    : comparisonText(*comparison).c_str(),
               stdout);
    return compare::exitCodeOf(*comparison);
}

}  // namespace

void addRerun(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<RerunOptions>();
    CLI::App* command = app.add_subcommand(
        "rerun", "train a saved run again from its own record, and compare (exit as diff)");
    command->add_option("FILE", options->file, "run file")->type_name("FILE")->required();
    command->add_flag("--anyway", options->anyway,
                      "also when libraries, device, code or machine are not as they were");
    command->add_option("--out", options->folder, "folder for the new run (default: beside FILE)")
        ->type_name("DIR");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return rerun(invocation, *options); };
    });
}

}  // namespace firstsplit::app
