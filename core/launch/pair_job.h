#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/journal/run_request.h"
#include "core/record/run.h"
#include "core/settings/settings.h"

namespace firstsplit::launch {

/// What is trained: a built-in experiment or a command of the user's; exactly one of the two is set.
struct TrainingSource {
    QString experiment;
    QStringList command;
};

/// Everything that `firstsplit pair` takes; the window fills the same structure.
struct PairRequest {
    TrainingSource source;
    QString preset;                 ///< empty: none
    settings::Values assignmentsA;  ///< single settings of A, over the preset
    settings::Values assignmentsB;
    std::optional<qint64> steps;  ///< experiments only
    QString device = QStringLiteral("cpu");
    int pairs = 1;
    QString outputFolder = QStringLiteral("runs");
    std::optional<qint64> stepsAfterSplit;  ///< --stop-at-split N: B ends N steps after its first split
    journal::SnapshotRequest snapshots;
};

/// The command line that does what the request says, for people to copy: "firstsplit pair --experiment …".
QStringList commandLineOf(const PairRequest& request);
/// Preflight of both runs; Refused findings stop the pair before anything is started.
std::vector<settings::Finding> preflight(const PairRequest& request);

struct RunProgress {
    int pair = 0;  ///< from 0
    QChar side = u'A';
    qint64 step = -1;  ///< last whole step recorded
    std::optional<qint64> plannedSteps;
    double stepsPerSecond = 0;
    std::optional<double> secondsLeft;  ///< of the whole job
    std::optional<double> loss;
    quint64 recordedBytes = 0;
    QString stage;  ///< "starting", "training", "building the file"
};

struct SplitSeen {
    Kind kind{};
    qint64 step = 0;
    QString tensor;
};

struct RunOutcome {
    int pair = 0;
    QChar side = u'A';
    QString file;  ///< the run file; empty when none could be built
    record::EndState end = record::EndState::Unknown;
    int exitCode = 0;
    int signal = 0;
    QString sentence;  ///< what there is to say about the end
};

/// Runs pairs: A, then B, each a fresh recorder process (`firstsplit record --events …`), each alone on the
/// device. Lives on the thread of its event loop. Each start() ends in exactly one of finished() and
/// failed(). Cancel asks the recorder to end, waits a bounded time, then kills; what was recorded is kept.
class PairJob : public QObject {
    Q_OBJECT
  public:
    explicit PairJob(QObject* parent = nullptr);
    ~PairJob() override;

    void start(const PairRequest& request);
    void cancel();
    bool isRunning() const;

  signals:
    /// `journal` can be followed with record::openRun while the run lasts.
    void runStarted(int pair, QChar side, const QString& journal, const QString& file);
    void progressed(const firstsplit::launch::RunProgress& progress);
    void splitSeen(int pair, const firstsplit::launch::SplitSeen& split);
    void outputWritten(int pair, QChar side, bool isError, const QString& text);
    void runFinished(const firstsplit::launch::RunOutcome& outcome);
    void pairFinished(int pair, const QString& fileA, const QString& fileB);
    void finished(bool wasCancelled);
    void failed(const QString& sentence);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace firstsplit::launch
