#include "ui/window/run_controller.h"

#include <algorithm>

namespace firstsplit::ui {

RunController::RunController(QObject* parent) : QObject(parent) {
    using launch::PairJob;
    connect(&m_job, &PairJob::runStarted, this,
            [this](int pair, QChar side, const QString& journal, const QString&) {
                runStarted(pair, side, journal);
            });
    connect(&m_job, &PairJob::progressed, this, &RunController::progress);
    connect(&m_job, &PairJob::runFinished, this, &RunController::runFinished);
    connect(&m_job, &PairJob::outputWritten, this, [this](int pair, QChar side, bool, const QString& text) {
        emit outputWritten(tr("pair %1, %2").arg(pair + 1).arg(side), text);
    });
    connect(&m_job, &PairJob::splitSeen, this, [this](int, const launch::SplitSeen& split) {
        const auto label = labelOf(split.kind);
        QString what = QString::fromUtf8(label.data(), static_cast<int>(label.size()));
        if (!split.tensor.isEmpty() && split.tensor != what) what += tr(" of %1").arg(split.tensor);
        emit splitSeen(tr("Step %1: the %2 differs.").arg(split.step).arg(what));
    });
    connect(&m_job, &PairJob::pairFinished, this, [this](int, const QString& a, const QString& b) {
        if (!a.isEmpty() && !b.isEmpty()) emit pairSaved(a, b);
    });
    connect(&m_job, &PairJob::finished, this, [this](bool wasCancelled) {
        m_state.isRunning = false;
        emit ended(wasCancelled, m_failure);
    });
    connect(&m_job, &PairJob::failed, this, [this](const QString& sentence) {
        m_state.isRunning = false;
        emit ended(false, sentence);
    });
}

void RunController::start(const launch::PairRequest& request) {
    if (m_state.isRunning) return;
    m_state = {};
    m_state.isRunning = true;
    m_state.pairs = request.pairs;
    m_state.plannedSteps = request.steps;
    m_failure.clear();
    emit started();
    m_job.start(request);
}

void RunController::stop() {
    if (!m_state.isRunning) return;
    emit noted(tr("Stopping; what was recorded is kept."));
    m_job.cancel();
}

void RunController::runStarted(int pair, QChar side, const QString& journal) {
    m_state.pair = pair;
    m_state.side = side;
    m_state.step = -1;
    m_journal = journal;
    m_isShown = false;
    if (side == u'A') m_fileA.clear();
    m_fileB.clear();
    emit progressed();
}

void RunController::progress(const launch::RunProgress& progress) {
    m_state.pair = progress.pair;
    m_state.side = progress.side;
    m_state.step = progress.step;
    if (progress.plannedSteps) m_state.plannedSteps = progress.plannedSteps;
    m_state.stage = progress.stage;
    m_state.secondsLeft = progress.secondsLeft;
    // There is something to read once a step is whole. A of a later pair trains behind the pair on screen.
    if (!m_isShown && progress.step >= 0) {
        m_isShown = true;
        if (progress.side == u'B' && !m_fileA.isEmpty())
            emit growing(m_fileA, m_journal);
        else if (progress.side == u'A' && progress.pair == 0)
            emit growing(m_journal, {});
    }
    emit progressed();
}

void RunController::runFinished(const launch::RunOutcome& outcome) {
    (outcome.side == u'A' ? m_fileA : m_fileB) = outcome.file;
    if (!outcome.sentence.isEmpty()) emit noted(outcome.sentence);
    const bool isBroken = outcome.end == record::EndState::Failed || outcome.end == record::EndState::Killed;
    if (isBroken || outcome.file.isEmpty()) m_failure = outcome.sentence;
    // The journal is gone with this: what was followed goes on as the file.
    if (!outcome.file.isEmpty() && outcome.side == u'A' && outcome.pair == 0) emit growing(outcome.file, {});
}

double RunController::fraction() const {
    if (!m_state.plannedSteps || *m_state.plannedSteps <= 0) return -1;
    const double run = std::clamp(
        static_cast<double>(m_state.step + 1) / static_cast<double>(*m_state.plannedSteps), 0.0, 1.0);
    const double runs = 2.0 * m_state.pair + (m_state.side == u'B' ? 1 : 0) + run;
    return runs / (2.0 * std::max(m_state.pairs, 1));
}

}  // namespace firstsplit::ui
