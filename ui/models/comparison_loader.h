#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

#include "core/compare/comparison.h"
#include "ui/models/io_thread.h"
#include "ui/models/job_number.h"
#include "ui/models/other_run.h"
#include "ui/models/step_report.h"
#include "ui/models/tensor_cells.h"

namespace firstsplit::ui {

using ComparisonPointer = std::shared_ptr<const compare::Comparison>;

/// What was read of one or two runs; never changes once it is handed over.
struct LoadedRuns {
    ComparisonPointer comparison;
    bool isSingle = false;    ///< A alone, nothing compared
    bool isMeasured = false;  ///< the weights have been read too
    std::vector<record::LogEntry> logA, logB;
};
using LoadedPointer = std::shared_ptr<const LoadedRuns>;

/// Opens runs and compares them on the I/O thread. The newest request wins: an older one stops at its next
/// check and its results are dropped, so nothing that arrives here is out of date. Each load() ends in
/// exactly one of finished(), failed() and cancelled(), unless another load() takes its place. Lives on the
/// window's thread.
class ComparisonLoader : public QObject {
    Q_OBJECT
  public:
    using Opener = std::function<Result<std::unique_ptr<record::Run>>(const std::string&)>;

    explicit ComparisonLoader(IoThread& io, Opener opener = record::openRun, QObject* parent = nullptr);
    ~ComparisonLoader() override;

    /// Compares two runs; an empty `b` reads A alone. `follow`: looks for new steps until the next load.
    void load(const QString& a, const QString& b, bool follow = false);
    /// Stops reading; what was shown before stays.
    void cancel();
    /// Forgets both runs.
    void clear();
    bool isReading() const { return m_isReading; }

    /// Asks for a step of what was loaded last.
    void inspect(qint64 step, const std::optional<TensorKey>& tensor);

    /// Asks which tensors of a kind are equal at which step of what was loaded last; cellsRead() answers,
    /// unless they cannot be read.
    void readCells(Kind kind);

    /// Asks for the losses of runs beside those that are loaded; othersRead() answers, without those that
    /// cannot be read.
    void readOthers(const QStringList& paths);

  signals:
    void started();
    void progressed(double fraction);
    /// Comes twice: first by the fingerprints alone, then with the weights measured; and again when a run has
    /// grown.
    void compared(const firstsplit::ui::LoadedPointer& loaded);
    void finished();
    /// `areReadable`: both runs were opened, and it is their comparison that is impossible.
    void failed(const QString& sentence, bool areReadable);
    void cancelled();
    void inspected(const std::shared_ptr<const firstsplit::ui::StepReport>& report);
    void othersRead(const std::vector<firstsplit::ui::OtherRun>& others);
    void cellsRead(const std::shared_ptr<const firstsplit::ui::TensorCells>& cells);

  private:
    struct OpenRuns;
    void open(const std::shared_ptr<OpenRuns>& runs, const std::string& a, const std::string& b,
              const JobNumber::Ticket& ticket);
    void publish(const OpenRuns& runs, compare::Comparison comparison, bool isMeasured,
                 const JobNumber::Ticket& ticket);
    void giveUp(const Error& error, const JobNumber::Ticket& ticket, bool areReadable);
    bool compareOpen(OpenRuns& runs, const JobNumber::Ticket& ticket);
    void readMoreCells(const std::shared_ptr<OpenRuns>& runs,
                       const std::shared_ptr<TensorCellsReader>& reader, const JobNumber::Ticket& ticket);
    void refresh();
    void scheduleRefresh(qint64 costMs);
    void deliver(const JobNumber::Ticket& ticket, std::function<void()> action);
    void release();

    IoThread& m_io;
    Opener m_opener;
    JobNumber m_jobs, m_inspections, m_cellReads, m_otherReads;
    std::shared_ptr<OpenRuns> m_runs;  ///< its contents belong to the I/O thread
    ComparisonPointer m_comparison;
    bool m_isReading = false;
    bool m_isFollowing = false;
    QTimer m_refreshTimer;
};

}  // namespace firstsplit::ui
