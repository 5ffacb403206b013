#include "core/launch/series_job.h"

#include <QElapsedTimer>
#include <QTimer>

#include "core/launch/recorder_process.h"

namespace firstsplit::launch {

struct SeriesJob::State {
    explicit State(SeriesJob* job) : self(job), recorder(job) {
        connect(&recorder, &RecorderProcess::progressed, job,
                [this](const RunProgress& progress) { take(progress); });
        connect(&recorder, &RecorderProcess::outputWritten, job, [this](bool isError, const QString& text) {
            emit self->outputWritten(current().name, isError, text);
        });
        connect(&recorder, &RecorderProcess::ended, job,
                [this](const RecordOutcome& outcome) { runEnded(outcome); });
        connect(&recorder, &RecorderProcess::failed, job,
                [this](const QString& sentence) { fail(sentence); });
    }

    SeriesJob* self;
    Series* series = nullptr;
    SeriesPlan plan;
    RecorderProcess recorder;
    int run = 0;
    bool isRunning = false, isCancelled = false;
    QElapsedTimer runClock;
    double spentSeconds = 0;
    int trained = 0;  ///< runs of this call, so far
    std::optional<qint64> stepsOfLast;

    int count() const { return static_cast<int>(plan.runs.size()); }
    const RecordRequest& current() const { return plan.runs[static_cast<std::size_t>(run)]; }

    void next() {
        for (; run < count() && !isCancelled; ++run) {
            const QString file = series->finishedFile(current().name);
            if (file.isEmpty()) return startRun();
            emit self->runFinished(run, file, true);
        }
        isRunning = false;
        emit self->finished(isCancelled);
    }

    void startRun() {
        RecordRequest request = current();
        request.file = series->fileForAttempt(request.name);
        runClock.start();
        recorder.start(recorderCommandOf(request), request.name);
    }

    void take(const RunProgress& progress) {
        SeriesProgress whole{run, count(), current().name, progress};
        if (!whole.inRun.plannedSteps) whole.inRun.plannedSteps = stepsOfLast;
        whole.inRun.secondsLeft = secondsLeft(whole.inRun);
        emit self->progressed(whole);
    }

    std::optional<double> secondsLeft(const RunProgress& progress) const {
        const double elapsed = static_cast<double>(runClock.elapsed()) / 1000.0;
        std::optional<double> inThisRun;
        if (progress.plannedSteps && progress.stepsPerSecond > 0)
            inThisRun = static_cast<double>(std::max<qint64>(*progress.plannedSteps - 1 - progress.step, 0)) /
                        progress.stepsPerSecond;
        if (trained > 0) {
            const double aRun = spentSeconds / trained;
            return inThisRun.value_or(std::max(aRun - elapsed, 0.0)) + aRun * left();
        }
        if (!inThisRun) return std::nullopt;
        return *inThisRun + (elapsed + *inThisRun) * left();
    }

    /// Runs behind the one at work that still have to be trained.
    int left() const {
        int runs = 0;
        for (int i = run + 1; i < count(); ++i)
            if (series->finishedFile(plan.runs[static_cast<std::size_t>(i)].name).isEmpty()) ++runs;
        return runs;
    }

    void runEnded(const RecordOutcome& outcome) {
        const QString name = current().name;
        if (!outcome.file.isEmpty())
            if (const auto noted = series->note(name, outcome.file, outcome.end); !noted)
                return fail(QString::fromStdString(noted.error().message));
        if (isCancelled) return next();
        if (outcome.end != record::EndState::Finished || outcome.file.isEmpty()) {
            QString sentence = QStringLiteral("The run %1 did not finish, so the series ends here. %2")
                                   .arg(name, outcome.sentence);
            if (!outcome.lastWords.isEmpty())
                sentence += QStringLiteral("\nLast words:\n") + outcome.lastWords;
            return fail(sentence.trimmed());
        }
        spentSeconds += static_cast<double>(runClock.elapsed()) / 1000.0;
        ++trained;
        stepsOfLast = outcome.steps;
        emit self->runFinished(run, outcome.file, false);
        ++run;
        next();
    }

    void fail(const QString& sentence) {
        isRunning = false;
        emit self->failed(sentence);
    }
};

SeriesJob::SeriesJob(QObject* parent) : QObject(parent), m_state(std::make_unique<State>(this)) {}

SeriesJob::~SeriesJob() = default;

void SeriesJob::start(Series& series, const SeriesPlan& plan) {
    State& state = *m_state;
    if (state.isRunning) return;
    state.series = &series;
    state.plan = plan;
    state.run = state.trained = 0;
    state.spentSeconds = 0;
    state.stepsOfLast.reset();
    state.isRunning = true;
    state.isCancelled = false;
    // So that every signal comes after start() has returned.
    QTimer::singleShot(0, this, [this] {
        if (const auto begun = m_state->series->begin(); !begun)
            return m_state->fail(QString::fromStdString(begun.error().message));
        m_state->next();
    });
}

void SeriesJob::cancel() {
    if (!m_state->isRunning) return;
    m_state->isCancelled = true;
    m_state->recorder.cancel();
}

Result<> checkPlan(const SeriesPlan& plan) {
    // Runs of a series mostly have the same settings, and the same finding is told once.
    std::vector<std::string> sentences;
    for (const RecordRequest& run : plan.runs) {
        const auto findings = preflightOf(run.source, run.preset, run.assignments, run.device);
        if (!findings) return tl::unexpected(findings.error());
        for (const settings::Finding& finding : *findings)
            if (finding.severity == settings::Finding::Severity::Refused &&
                std::find(sentences.begin(), sentences.end(), finding.sentence) == sentences.end())
                sentences.push_back(finding.sentence);
    }
    if (sentences.empty()) return {};
    std::string all;
    for (const std::string& sentence : sentences) all += (all.empty() ? "" : "\n") + sentence;
    return firstsplit::fail(all);
}

}  // namespace firstsplit::launch
