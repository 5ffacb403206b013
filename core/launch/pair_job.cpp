#include "core/launch/pair_job.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTimer>

#include "core/launch/pair_plan.h"
#include "core/launch/recorder_process.h"
#include "core/launch/run_paths.h"

namespace firstsplit::launch {

struct PairJob::State {
    explicit State(PairJob* job) : self(job), recorder(job) {
        connect(&recorder, &RecorderProcess::started, job,
                [this](const QString& journal, const QString& runFile) {
                    emit self->runStarted(pair, side, journal, runFile);
                });
        connect(&recorder, &RecorderProcess::progressed, job,
                [this](const RunProgress& progress) { take(progress); });
        connect(&recorder, &RecorderProcess::splitSeen, job,
                [this](const SplitSeen& split) { emit self->splitSeen(pair, split); });
        connect(&recorder, &RecorderProcess::outputWritten, job, [this](bool isError, const QString& text) {
            emit self->outputWritten(pair, side, isError, text);
        });
        connect(&recorder, &RecorderProcess::ended, job,
                [this](const RecordOutcome& outcome) { runEnded(outcome); });
        connect(&recorder, &RecorderProcess::failed, job,
                [this](const QString& sentence) { fail(sentence); });
    }

    PairJob* self;
    PairRequest request;
    bool isRunning = false;
    bool isCancelled = false;
    int pair = 0;
    QChar side = u'A';
    QString stem, fileA;
    RecorderProcess recorder;
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
        if (const QFileInfo place(request.outputFolder); place.exists() && !place.isDir())
            return fail(QStringLiteral("%1 is a file, and the runs need a folder. Choose another with --out.")
                            .arg(request.outputFolder));
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
        runClock.start();
        recorder.start(recorderCallOf(request, stem, side, fileA).command, QStringLiteral("run ") + side);
    }

    void take(RunProgress progress) {
        progress.pair = pair;
        progress.side = side;
        if (!progress.plannedSteps) progress.plannedSteps = stepsOfA;
        progress.secondsLeft = secondsLeft(progress);
        emit self->progressed(progress);
    }

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

    void runEnded(const RecordOutcome& outcome) {
        RunOutcome run;
        run.pair = pair;
        run.side = side;
        run.file = outcome.file;
        run.end = outcome.end;
        run.exitCode = outcome.exitCode.value_or(0);
        run.signal = outcome.signal.value_or(0);
        run.sentence = outcome.sentence;
        if (!outcome.lastWords.isEmpty() && run.end != record::EndState::Finished)
            run.sentence += QStringLiteral("\nLast words:\n") + outcome.lastWords;
        finishedSeconds += static_cast<double>(runClock.elapsed()) / 1000.0;
        ++finishedRuns;
        emit self->runFinished(run);
        next(run, outcome.steps);
    }

    void next(const RunOutcome& run, qint64 steps) {
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
            stepsOfA = steps;
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
};

PairJob::PairJob(QObject* parent) : QObject(parent), m_state(std::make_unique<State>(this)) {}

PairJob::~PairJob() = default;

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
    state.recorder.cancel();
}

bool PairJob::isRunning() const {
    return m_state->isRunning;
}

}  // namespace firstsplit::launch
