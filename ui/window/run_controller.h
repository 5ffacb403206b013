#pragma once

#include <QObject>

#include "core/launch/pair_job.h"
#include "ui/verdict/verdict_view.h"

namespace firstsplit::ui {

/// Runs pairs, and says what there is to see of them: which journals to follow, which pairs are complete.
class RunController : public QObject {
    Q_OBJECT
  public:
    explicit RunController(QObject* parent = nullptr);

    void start(const launch::PairRequest& request);
    void stop();
    bool isRunning() const { return m_state.isRunning; }
    const RunningState& state() const { return m_state; }
    /// 0 to 1 over all pairs; negative while the end is not known.
    double fraction() const;

  signals:
    void started();
    void progressed();
    /// Runs to look at: a journal that grows, or A's file and B's journal. `b` is empty while A trains.
    void growing(const QString& a, const QString& b);
    void pairSaved(const QString& a, const QString& b);
    void outputWritten(const QString& source, const QString& text);
    void noted(const QString& sentence);
    void splitSeen(const QString& sentence);
    /// The job is over; `sentence` says what went wrong, empty when nothing did.
    void ended(bool wasCancelled, const QString& sentence);

  private:
    void runStarted(int pair, QChar side, const QString& journal);
    void progress(const launch::RunProgress& progress);
    void runFinished(const launch::RunOutcome& outcome);

    launch::PairJob m_job;
    RunningState m_state;
    QString m_journal, m_fileA, m_fileB;
    bool m_isShown = false;  ///< the run in progress has been announced by growing()
    QString m_failure;
};

}  // namespace firstsplit::ui
