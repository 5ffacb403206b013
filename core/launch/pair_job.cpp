#include "core/launch/pair_job.h"

#include <signal.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTimer>

#include "core/launch/event_lines.h"
#include "core/launch/pair_plan.h"
#include "core/launch/run_paths.h"

namespace firstsplit::launch {

namespace {

/// A recorder that was asked to end waits for its training, then builds the file. Only if it stays silent for
/// this long on top is it taken for stuck.
constexpr int silenceAfterCancel = 60'000;  // ms
constexpr qsizetype longestLine = 4 << 20;  // bytes; no event is as long

}  // namespace

struct PairJob::State {
    explicit State(PairJob* job) : self(job), silenceTimer(job) {}

    PairJob* self;
    PairRequest request;
    bool isRunning = false;
    bool isCancelled = false;
    int pair = 0;
    QChar side = u'A';
    QString stem, fileA, file, journal;
    QProcess* process = nullptr;
    QByteArray pending;                    ///< a line that has not ended yet
    std::optional<RecordOutcome> outcome;  ///< of the run in progress
    std::optional<RecordRefusal> refusal;
    QByteArray strayErrors;  ///< standard error of the recorder itself
    QString nonsense;        ///< the first line that was no event
    QTimer silenceTimer;
    QElapsedTimer runClock;
    double finishedSeconds = 0;
    int finishedRuns = 0;
    std::optional<qint64> stepsOfA;

    void start() {
        QString refused;
        for (const settings::Finding& finding : preflight(request))
            if (finding.severity == settings::Finding::Severity::Refused)
                refused += (refused.isEmpty() ? QString() : QStringLiteral("\n")) +
                           QString::fromStdString(finding.sentence);
        if (!refused.isEmpty()) return fail(refused);
        if (!QFileInfo(programPath()).isExecutable())
            return fail(
                QStringLiteral(
                    "%1 is missing or cannot be executed, and it records the runs. Build it again with "
                    "packaging/setup.sh.")
                    .arg(programPath()));
        if (!QDir().mkpath(request.outputFolder))
            return fail(
                QStringLiteral(
                    "The folder %1 cannot be made. Check its permissions, or choose another with --out.")
                    .arg(request.outputFolder));
        startPair();
    }

    void startPair() {
        stem = nextPairStem(request.outputFolder,
                            stemOf(request.source.experiment, request.source.command, request.preset));
        fileA.clear();
        stepsOfA.reset();
        side = u'A';
        startRun();
    }

    void startRun() {
        const RecorderCall call = recorderCallOf(request, stem, side, fileA);
        file = call.file;
        journal.clear();
        pending.clear();
        strayErrors.clear();
        nonsense.clear();
        outcome.reset();
        refusal.reset();
        process = new QProcess(self);
        // A process group of its own: Ctrl+C in the terminal is ours to pass on, once.
        process->setChildProcessModifier([] { ::setpgid(0, 0); });
        process->setStandardInputFile(QProcess::nullDevice());
        connect(process, &QProcess::readyReadStandardOutput, self, [this] { readEvents(); });
        connect(process, &QProcess::readyReadStandardError, self,
                [this] { strayErrors = (strayErrors + process->readAllStandardError()).right(4096); });
        connect(process, &QProcess::errorOccurred, self, [this](QProcess::ProcessError error) {
            // Every other error is followed by finished(), which is where an end is told.
            if (error == QProcess::FailedToStart) recorderFailedToStart();
        });
        connect(process, &QProcess::finished, self, [this] { recorderEnded(); });
        runClock.start();
        process->start(call.command.first(), call.command.mid(1), QIODevice::ReadOnly);
    }

    void recorderFailedToStart() {
        const QString reason = process->errorString();
        dropProcess();
        fail(QStringLiteral("%1 cannot be started: %2").arg(programPath(), reason));
    }

    void dropProcess() {
        silenceTimer.stop();
        process->disconnect(self);
        process->deleteLater();  // never inside its own signal
        process = nullptr;
    }

    void readEvents() {
        pending += process->readAllStandardOutput();
        for (qsizetype end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
            const QByteArray line = pending.left(end);
            pending.remove(0, end + 1);
            takeLine(line);
        }
        if (pending.size() > longestLine) {
            nonsense = QStringLiteral("a line without end");
            pending.clear();
        }
    }

    void takeLine(const QByteArray& line) {
        auto parsed = eventFromLine(line);
        if (!parsed) {
            if (nonsense.isEmpty()) nonsense = QString::fromStdString(parsed.error().message);
            return;
        }
        if (silenceTimer.isActive()) silenceTimer.start(silenceAfterCancel);
        std::visit([this](const auto& event) { take(event); }, *parsed);
    }

    void take(const event::Started& event) {
        journal = event.journal;
        emit self->runStarted(pair, side, event.journal, event.file);
    }
    void take(const RunProgress& event) {
        RunProgress progress = event;
        progress.pair = pair;
        progress.side = side;
        if (!progress.plannedSteps) progress.plannedSteps = stepsOfA;
        progress.secondsLeft = secondsLeft(progress);
        emit self->progressed(progress);
    }
    void take(const SplitSeen& event) { emit self->splitSeen(pair, event); }
    void take(const event::Output& event) { emit self->outputWritten(pair, side, event.isError, event.text); }
    void take(const event::Log& event) { emit self->outputWritten(pair, side, true, event.sentence + u'\n'); }
    void take(const event::Building&) {}
    void take(const event::End& event) { outcome = event.outcome; }
    void take(const event::Refused& event) { refusal = event.refusal; }

    std::optional<double> secondsLeft(const RunProgress& progress) const {
        if (!progress.plannedSteps || progress.stepsPerSecond <= 0) return std::nullopt;
        const double inThisRun =
            static_cast<double>(std::max<qint64>(*progress.plannedSteps - 1 - progress.step, 0)) /
            progress.stepsPerSecond;
        const double elapsed = static_cast<double>(runClock.elapsed()) / 1000.0;
        const double aRun = finishedRuns > 0 ? finishedSeconds / finishedRuns : elapsed + inThisRun;
        const int runsBehind = 2 * pair + (side == u'A' ? 1 : 2);
        return inThisRun + aRun * (2 * request.pairs - runsBehind);
    }

    void recorderEnded() {
        readEvents();
        strayErrors = (strayErrors + process->readAllStandardError()).right(4096);
        const bool crashed = process->exitStatus() == QProcess::CrashExit;
        const int code = process->exitCode();
        dropProcess();
        if (refusal) return fail(refusal->sentence);
        if (!outcome) return recorderLost(crashed, code);

        RunOutcome run;
        run.pair = pair;
        run.side = side;
        run.file = outcome->file;
        run.end = outcome->end;
        run.exitCode = outcome->exitCode.value_or(0);
        run.signal = outcome->signal.value_or(0);
        run.sentence = outcome->sentence;
        if (!outcome->lastWords.isEmpty() && run.end != record::EndState::Finished)
            run.sentence += QStringLiteral("\nLast words:\n") + outcome->lastWords;
        finishedSeconds += static_cast<double>(runClock.elapsed()) / 1000.0;
        ++finishedRuns;
        emit self->runFinished(run);
        next(run);
    }

    void recorderLost(bool crashed, int code) {
        QString sentence =
            crashed ? QStringLiteral("The recorder of run %1 was killed.").arg(side)
                    : QStringLiteral("The recorder of run %1 ended with code %2 and without a report.")
                          .arg(side)
                          .arg(code);
        if (!nonsense.isEmpty()) sentence += u' ' + nonsense;
        if (!strayErrors.trimmed().isEmpty()) sentence += u' ' + QString::fromUtf8(strayErrors).trimmed();
        if (!journal.isEmpty() && QFileInfo::exists(journal))
            sentence += QStringLiteral(
                            " What was recorded is safe in its journal; when the training has ended: "
                            "firstsplit recover %1")
                            .arg(shellQuoted(journal));
        fail(sentence);
    }

    void next(const RunOutcome& run) {
        if (run.file.isEmpty() && !isCancelled)
            return fail(QStringLiteral("Run %1 left no file. %2").arg(side).arg(run.sentence));
        if (side == u'B' && !run.file.isEmpty()) {
            emit self->pairFinished(pair, fileA, run.file);
            if (run.end != record::EndState::Finished && !isCancelled && !request.stepsAfterSplit &&
                pair + 1 < request.pairs)
                return fail(
                    QStringLiteral("Run B of pair %1 did not finish, so no further pair was started. %2")
                        .arg(pair + 1)
                        .arg(run.sentence));
        }
        if (isCancelled) return finish();
        if (side == u'A') {
            if (run.end != record::EndState::Finished)
                return fail(
                    QStringLiteral("Run A did not finish, so B was not started; what A recorded is in %1. %2")
                        .arg(run.file, run.sentence));
            fileA = run.file;
            stepsOfA = outcome->steps;
            side = u'B';
            return startRun();
        }
        if (++pair < request.pairs) return startPair();
        finish();
    }

    void finish() {
        isRunning = false;
        emit self->finished(isCancelled);
    }

    void fail(const QString& sentence) {
        isRunning = false;
        emit self->failed(sentence);
    }

    void signalRecorder(int signal) const {
        if (process != nullptr && process->processId() > 0)
            ::kill(static_cast<pid_t>(process->processId()), signal);
    }
};

PairJob::PairJob(QObject* parent) : QObject(parent), m_state(std::make_unique<State>(this)) {
    State* state = m_state.get();
    state->silenceTimer.setSingleShot(true);
    connect(&state->silenceTimer, &QTimer::timeout, this, [state] { state->signalRecorder(SIGKILL); });
}

PairJob::~PairJob() {
    if (m_state->process == nullptr) return;
    // The recorder ends the training and builds the file; it needs nobody for that.
    m_state->process->disconnect(this);
    m_state->signalRecorder(SIGTERM);
    QProcess* process = m_state->process;
    m_state->process = nullptr;
    // QProcess would kill it in its destructor; so it is left to itself, at the price of its small object.
    process->setParent(nullptr);
    process->closeReadChannel(QProcess::StandardOutput);
    process->closeReadChannel(QProcess::StandardError);
}

void PairJob::start(const PairRequest& request) {
    State& state = *m_state;
    if (state.isRunning) return;
    state.request = request;
    state.isRunning = true;
    state.isCancelled = false;
    state.pair = 0;
    state.finishedSeconds = 0;
    state.finishedRuns = 0;
    // So that every signal comes after start() has returned.
    QTimer::singleShot(0, this, [this] {
        if (m_state->isCancelled) return m_state->finish();
        m_state->start();
    });
}

void PairJob::cancel() {
    State& state = *m_state;
    if (!state.isRunning) return;
    state.isCancelled = true;
    if (state.process == nullptr) return;
    state.signalRecorder(SIGTERM);  // a second one makes the recorder kill the training at once
    state.silenceTimer.start(silenceAfterCancel);
}

bool PairJob::isRunning() const {
    return m_state->isRunning;
}

}  // namespace firstsplit::launch
