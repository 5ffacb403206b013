#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>

#include "core/launch/pair_job.h"

namespace firstsplit::launch {

/// One run that is to be recorded.
struct RecordRequest {
    TrainingSource source;
    QString name;  ///< for people; empty: made from source, preset and file
    QString preset;
    settings::Values assignments;
    std::optional<qint64> steps;  ///< experiments only
    QString device = QStringLiteral("cpu");
    QString file;     ///< F.split.h5
    QString against;  ///< run file of A; empty: none
    std::optional<qint64>
        stepsAfterSplit;  ///< ends the training this many steps after its first split from A
    journal::SnapshotRequest snapshots;
    bool filesForOutput =
        false;  ///< standard output goes to a file and comes by outputWritten(); else it is inherited
    int graceSeconds = 10;  ///< between asking a training to end and killing it
};

/// Why nothing was started, with the exit code that says so: 2 bad request, 125 own failure, 126, 127 as
/// env(1).
struct RecordRefusal {
    int exitCode = 125;
    QString sentence;
};

struct RecordOutcome {
    QString file;     ///< empty when none was built
    QString journal;  ///< set when a journal was left, to recover from
    record::EndState end = record::EndState::Unknown;
    std::optional<int> exitCode;  ///< of the command
    std::optional<int> signal;
    qint64 steps = 0;
    QString sentence;          ///< what there is to say; empty when all went well
    QString lastWords;         ///< end of its standard error
    int recorderExitCode = 0;  ///< the command's, 128 + signal, or 125
};

/// Records one run: starts the command as a fresh process with its settings, follows its journal, and builds
/// the run file when the command has ended. Lives on a thread with an event loop; one run an object. Wants
/// the process to itself: it adopts orphaned descendants of the command.
class Recorder : public QObject {
    Q_OBJECT
  public:
    explicit Recorder(QObject* parent = nullptr);
    ~Recorder() override;

    /// Everything that can be checked is checked before the command is started.
    tl::expected<void, RecordRefusal> start(const RecordRequest& request);
    /// First call: asks the command to end (`forward`: by this signal; else it has the signal already) and
    /// kills it when it has not ended after the grace time. Second call: kills at once. What was recorded is
    /// kept.
    void cancel(int signal, bool forward = true);
    /// Called now and then while the file is built; true gives up (the journal stays).
    void setBuildInterruption(std::function<bool()> isWanted);

  signals:
    void started(const QString& journal, const QString& file, qint64 processId);
    void progressed(const firstsplit::launch::RunProgress& progress);
    void splitSeen(const firstsplit::launch::SplitSeen& split);
    void outputWritten(bool isError, const QByteArray& text);
    void logged(const QString& sentence);
    void building(double fraction);
    void ended(const firstsplit::launch::RecordOutcome& outcome);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Preset and assignments, over the experiment's own needs. Fails for unknown names.
Result<settings::Values> valuesOf(const TrainingSource& source, const QString& preset,
                                  const settings::Values& assignments);
/// All that can be refused about one run without looking at its files.
Result<std::vector<settings::Finding>> preflightOf(const TrainingSource& source, const QString& preset,
                                                   const settings::Values& assignments,
                                                   const QString& device);

}  // namespace firstsplit::launch
