#pragma once

#include <QObject>
#include <QProcessEnvironment>
#include <QStringList>
#include <memory>

#include "core/launch/recorder.h"

namespace firstsplit::launch {

/// Program and arguments that record one run (`firstsplit record --events …`).
QStringList recorderCommandOf(const RecordRequest& request);

/// One recorder in a process of its own. Lives on the thread of its event loop. Each start() ends in exactly
/// one of ended() and failed(); after that it can be started again. Destroying it while it runs asks the
/// recorder to end, which builds the file on its own.
class RecorderProcess : public QObject {
    Q_OBJECT
  public:
    explicit RecorderProcess(QObject* parent = nullptr);
    ~RecorderProcess() override;

    /// `who` stands in the sentences of failed(): "run A", "seed-3".
    void start(const QStringList& command, const QString& who);
    void setWorkingDirectory(const QString& folder);
    void setEnvironment(const QProcessEnvironment& environment);
    /// Asks the recorder to end, a second time to kill its training at once; one that stays silent for long
    /// is killed itself. What was recorded is kept.
    void cancel();
    bool isRunning() const;

  signals:
    void started(const QString& journal, const QString& file);
    void progressed(const firstsplit::launch::RunProgress& progress);
    void splitSeen(const firstsplit::launch::SplitSeen& split);
    void outputWritten(bool isError, const QString& text);
    void ended(const firstsplit::launch::RecordOutcome& outcome);
    /// Refused, not started, or lost without a report.
    void failed(const QString& sentence);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace firstsplit::launch
