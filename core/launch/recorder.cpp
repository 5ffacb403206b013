#include "core/launch/recorder.h"

#include <signal.h>

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include "core/compare/live.h"
#include "core/launch/child_process.h"
#include "core/launch/end_words.h"
#include "core/launch/file_tail.h"
#include "core/launch/journal_follower.h"
#include "core/launch/record_plan.h"
#include "core/launch/run_processes.h"

namespace firstsplit::launch {

namespace {

constexpr int pollInterval = 50;  // ms: 20 times a second at most
constexpr qint64 orphanStartTime = 10'000;  // ms in which a process left behind must open its journal
constexpr qsizetype outputPerPoll =
    64 << 10;  // bytes; so that a child that floods its output cannot hold up progress
constexpr qint64 outputBacklog = 1 << 20;  // bytes; more than this is left out of the copy

std::string local(const QString& path) {
    return path.toLocal8Bit().toStdString();
}

}  // namespace

struct Recorder::State {
    explicit State(Recorder* recorder)
        : self(recorder), child(recorder), pollTimer(recorder), killTimer(recorder) {}

    Recorder* self;
    RecordRequest request;
    RecordPlan plan;
    ChildProcess child;
    QTimer pollTimer, killTimer;
    std::unique_ptr<JournalFollower> follower;
    std::unique_ptr<record::Run> runA;
    std::optional<compare::LadderFollower> live;
    std::optional<ChildEnd> commandEnd;  ///< set while a process of the command's still trains
    QElapsedTimer sinceCommandEnd;
    std::unique_ptr<FileTail> errors, output;
    std::function<bool()> isBuildUnwanted;
    int cancelCalls = 0;
    bool stoppedAfterSplit = false;
    bool troubleTold = false;
    QStringList remarks;  ///< what the outcome has to say

    void remark(const QString& sentence) {
        remarks << sentence;
        emit self->logged(sentence);
    }

    void poll() {
        copyOutput(outputPerPoll);
        if (follower->update()) {
            compareLive();
            emitProgress(QStringLiteral("training"));
        }
        if (commandEnd && !isStillTrained()) return settle();
        if (!follower->trouble().isEmpty() && !troubleTold) {
            troubleTold = true;
            remark(QStringLiteral("The journal can be read up to step %1 only: %2")
                       .arg(follower->step())
                       .arg(follower->trouble()));
        }
    }

    void emitProgress(const QString& stage) {
        RunProgress progress;
        progress.step = follower->step();
        if (const auto& planned = plan.run.plannedSteps) progress.plannedSteps = *planned;
        progress.stepsPerSecond = follower->stepsPerSecond();
        progress.loss = follower->loss();
        progress.recordedBytes = follower->bytes();
        progress.stage = stage;
        emit self->progressed(progress);
    }

    void compareLive() {
        if (!runA || follower->run() == nullptr) return;
        if (!live) live.emplace(*runA, *follower->run());
        const auto seen = live->update();
        if (!seen) {
            remark(QStringLiteral("The comparison while training stopped: %1")
                       .arg(QString::fromStdString(seen.error().message)));
            live.reset();
            runA.reset();
            return;
        }
        for (const compare::Event& split : *seen)
            emit self->splitSeen({split.kind, split.step, QString::fromStdString(split.member)});
        const auto first = live->split();
        if (!first || !request.stepsAfterSplit || stoppedAfterSplit) return;
        if (follower->step() < first->step + *request.stepsAfterSplit) return;
        stoppedAfterSplit = true;
        remark(QStringLiteral("Stopped %1 steps after the first split (step %2), as asked.")
                   .arg(*request.stepsAfterSplit)
                   .arg(first->step));
        askToEnd(SIGTERM);
    }

    void copyOutput(qsizetype limit) {
        for (auto& [tail, isError] : {std::pair{&errors, true}, std::pair{&output, false}}) {
            if (!*tail) continue;
            if ((*tail)->waiting() > outputBacklog) {
                const qint64 skipped = (*tail)->skipTo(limit);
                emit self->outputWritten(
                    isError, QByteArray("\n[… ") + QByteArray::number(skipped) + " bytes left out]\n");
            }
            if (const QByteArray text = (*tail)->read(limit); !text.isEmpty())
                emit self->outputWritten(isError, text);
        }
    }

    /// The command, or what it left behind to train on.
    void signalTraining(int signal) {
        child.sendSignal(signal);
        if (commandEnd)
            for (pid_t orphan : livingOrphans()) ::kill(orphan, signal);
    }

    void askToEnd(int signal) {
        signalTraining(signal);
        killTimer.start(request.graceSeconds * 1000);
    }

    void kill() {
        killTimer.stop();
        signalTraining(SIGKILL);
    }

    void graceOver() {
        remark(QStringLiteral("The training did not end within %1 s of being asked to, so it was killed "
                              "(--grace sets the time).")
                   .arg(request.graceSeconds));
        kill();
    }

    bool wasStopped() const { return cancelCalls > 0 || stoppedAfterSplit; }

    void commandEnded(const ChildEnd& end) {
        commandEnd = end;
        sinceCommandEnd.start();
        follower->update();
        if (isStillTrained()) {
            emit self->logged(QStringLiteral(
                "The command ended, but a process that it started still trains; its end is waited for."));
            if (wasStopped()) signalTraining(SIGTERM);
            return;
        }
        settle();
    }

    /// A wrapper may end before the training that it started in the background.
    /// The training may not have opened its journal yet when the wrapper ends, so that is waited for a while.
    bool isStillTrained() const {
        if (livingOrphans().isEmpty()) return false;
        return follower->isBeingWritten() ||
               (follower->run() == nullptr && sinceCommandEnd.elapsed() < orphanStartTime);
    }

    void settle() {
        pollTimer.stop();
        killTimer.stop();
        settleOrphans();
        copyOutput(outputBacklog);
        follower->update();
        compareLive();
        const ChildEnd& end = *commandEnd;

        RecordOutcome outcome;
        outcome.exitCode = end.exitCode;
        outcome.signal = end.signal;
        outcome.lastWords = lastWordsOf(plan.paths.errors);
        outcome.steps = follower->step() + 1;
        outcome.recorderExitCode = end.signal ? 128 + *end.signal : end.exitCode.value_or(0);
        outcome.end = endStateOf(end);
        if (!QFile::exists(plan.paths.journal) || follower->run() == nullptr)
            endWithoutJournal(end, outcome);
        else
            build(outcome);
        emit self->ended(outcome);
    }

    void settleOrphans() {
        const QList<pid_t> orphans = livingOrphans();
        if (orphans.isEmpty()) return;
        QStringList numbers;
        for (pid_t orphan : orphans) {
            numbers << QString::number(orphan);
            if (wasStopped()) ::kill(orphan, SIGKILL);
        }
        const QString what = orphans.size() == 1
                                 ? QStringLiteral("A process that the command started outlived it (%1)")
                                 : QStringLiteral("Processes that the command started outlived it (%1)");
        remark(what.arg(numbers.join(QStringLiteral(", "))) +
               (wasStopped()
                    ? QStringLiteral(" and was killed.")
                    : QStringLiteral("; the file holds what was recorded until the command's end.")));
    }

    record::EndState endStateOf(const ChildEnd& end) {
        using record::EndState;
        if (wasStopped()) return EndState::Cancelled;
        if (end.signal) {
            remark(
                QStringLiteral("The command was %1%2.")
                    .arg(describeEnd(end), *end.signal == SIGKILL
                                               ? QStringLiteral(": often the system's out-of-memory killer")
                                               : QString()));
            return EndState::Killed;
        }
        if (end.exitCode != 0) {
            remark(QStringLiteral("The command %1.").arg(describeEnd(end)));
            return EndState::Failed;
        }
        return EndState::Finished;
    }

    void endWithoutJournal(const ChildEnd& end, RecordOutcome& outcome) {
        if (QFile::exists(plan.paths.journal)) {
            outcome.journal = plan.paths.journal;
            outcome.sentence =
                QStringLiteral(
                    "%1 holds nothing that can be read as a journal, so no file was built. It was left "
                    "as it is; the training process wrote something else to it, or was killed at "
                    "its start.")
                    .arg(plan.paths.journal);
        } else if (cancelCalls > 0) {
            outcome.sentence = QStringLiteral("Stopped before the first step: there is nothing to save.");
        } else {
            outcome.sentence = reasonsForNoJournal(plan.command, end, !request.source.experiment.isEmpty());
        }
        if (outcome.recorderExitCode == 0) outcome.recorderExitCode = 125;
        if (outcome.end == record::EndState::Finished) outcome.end = record::EndState::Failed;
        removeOutputs();
    }

    void build(RecordOutcome& outcome) {
        if (outcome.steps == 0 && outcome.recorderExitCode == 0) {
            outcome.end = record::EndState::Failed;
            outcome.recorderExitCode = 125;
            remark(QStringLiteral("The command returned 0 without having recorded a single step."));
        }
        emitProgress(QStringLiteral("building the file"));
        emit self->building(0);
        record::ObservedEnd observed{
            .state = outcome.end,
            .exitCode = outcome.exitCode,
            .signal = outcome.signal,
            .reason = remarks.join(u' ').toStdString(),
            .lastWords = outcome.lastWords.toStdString(),
            .endTime = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString()};
        if (outcome.end == record::EndState::Failed)
            observed.finding = findingIn(observed.lastWords, outcome.steps);
        const auto built = record::buildRunFile(local(plan.paths.journal), local(plan.paths.file), observed,
                                                [this](double done) {
                                                    emit self->building(done);
                                                    return !isBuildUnwanted || !isBuildUnwanted();
                                                });
        if (!built) return keepJournal(built.error(), outcome);
        outcome.file = plan.paths.file;
        readBack(outcome);
        QFile::remove(plan.paths.journal);
        for (const QString& sentence : buildFurtherFiles(plan.paths, observed))
            outcome.sentence += (outcome.sentence.isEmpty() ? QString() : QStringLiteral(" ")) + sentence;
        removeOutputs();
    }

    void keepJournal(const Error& error, RecordOutcome& outcome) {
        outcome.journal = plan.paths.journal;
        outcome.recorderExitCode = 125;
        outcome.sentence =
            QStringLiteral("The run file could not be built: ") + QString::fromStdString(error.message);
        const QString remedy = QStringLiteral("firstsplit recover ") + shellQuoted(plan.paths.journal);
        if (!outcome.sentence.contains(remedy))
            outcome.sentence +=
                QStringLiteral(" Nothing is lost: the journal stays. When the reason is gone: ") + remedy;
    }

    /// The file has the last word: a command that returned 0 may still have left a journal that is not whole.
    void readBack(RecordOutcome& outcome) {
        outcome.sentence = remarks.join(u' ');
        const auto run = record::openRun(local(plan.paths.file));
        if (!run) return;
        const record::RunInfo& info = (*run)->info();
        const bool isLessThanSeen = outcome.end == record::EndState::Finished && info.end != outcome.end;
        outcome.end = info.end;
        if (!info.endReason.empty()) outcome.sentence = QString::fromStdString(info.endReason);
        if (!info.damaged.empty())
            outcome.sentence += (outcome.sentence.isEmpty() ? QString() : QStringLiteral(" ")) +
                                QString::fromStdString(info.damaged.front());
        if ((isLessThanSeen || !info.damaged.empty()) && outcome.recorderExitCode == 0)
            outcome.recorderExitCode = 125;
    }

    void removeOutputs() {
        QFile::remove(plan.paths.errors);
        if (request.filesForOutput) QFile::remove(plan.paths.output);
    }
};

Recorder::Recorder(QObject* parent) : QObject(parent), m_state(std::make_unique<State>(this)) {
    State* state = m_state.get();
    state->killTimer.setSingleShot(true);
    connect(&state->pollTimer, &QTimer::timeout, this, [state] { state->poll(); });
    connect(&state->killTimer, &QTimer::timeout, this, [state] { state->graceOver(); });
    connect(&state->child, &ChildProcess::ended, this,
            [state](const ChildEnd& end) { state->commandEnded(end); });
}

Recorder::~Recorder() = default;

void Recorder::setBuildInterruption(std::function<bool()> isWanted) {
    m_state->isBuildUnwanted = std::move(isWanted);
}

tl::expected<void, RecordRefusal> Recorder::start(const RecordRequest& request) {
    State& state = *m_state;
    state.request = request;
    auto plan = planOf(request);
    if (!plan) return tl::unexpected(plan.error());
    state.plan = std::move(*plan);
    if (!request.against.isEmpty()) {
        auto opened = record::openRun(local(request.against));
        if (!opened) return tl::unexpected(RecordRefusal{2, QString::fromStdString(opened.error().message)});
        state.runA = std::move(*opened);
    }
    const RunPaths& paths = state.plan.paths;
    adoptOrphans();
    ChildProcess::Start start{state.plan.command, state.plan.environment,
                              request.filesForOutput ? paths.output : QString(), paths.errors};
    if (auto begun = state.child.start(start); !begun) {
        using Failure = ChildProcess::Failure;
        const Failure failure = begun.error().failure;
        return tl::unexpected(RecordRefusal{failure == Failure::NotFound        ? 127
                                            : failure == Failure::NotExecutable ? 126
                                                                                : 125,
                                            begun.error().sentence});
    }
    state.follower = std::make_unique<JournalFollower>(paths.journal);
    state.errors = std::make_unique<FileTail>(paths.errors);
    if (request.filesForOutput) state.output = std::make_unique<FileTail>(paths.output);
    emit started(paths.journal, paths.file, state.child.pid());
    // Of a preset, much does nothing on any one machine; what was asked for by hand was meant to act.
    for (const settings::Finding& finding : state.plan.findings)
        if (finding.severity != settings::Finding::Severity::NoEffect ||
            request.assignments.contains(finding.key))
            emit logged(QString::fromStdString(finding.sentence));
    state.pollTimer.start(pollInterval);
    return {};
}

void Recorder::cancel(int signal, bool forward) {
    State& state = *m_state;
    if (!state.child.isRunning() && !state.commandEnd) return;
    if (++state.cancelCalls > 1) {
        state.kill();
        return;
    }
    emit logged(QStringLiteral(
                    "Stopping: the training was asked to end and has %1 s for it (again: kills it at once).")
                    .arg(state.request.graceSeconds));
    if (forward)
        state.askToEnd(signal);
    else
        state.killTimer.start(state.request.graceSeconds * 1000);
}

}  // namespace firstsplit::launch
