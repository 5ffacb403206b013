#include "ui/models/comparison_loader.h"

#include <algorithm>

#include "core/compare/columns.h"
#include "core/compare/hints.h"
#include "ui/models/followed_run.h"
#include "ui/models/single_run.h"

namespace firstsplit::ui {

struct ComparisonLoader::OpenRuns {
    std::unique_ptr<record::Run> a, b;
    bool areFollowed = false;
};

ComparisonLoader::ComparisonLoader(IoThread& io, Opener opener, QObject* parent)
    : QObject(parent), m_io(io), m_opener(std::move(opener)) {
    m_refreshTimer.setSingleShot(true);
    connect(&m_refreshTimer, &QTimer::timeout, this, &ComparisonLoader::refresh);
}

ComparisonLoader::~ComparisonLoader() {
    m_jobs.cancel();
    m_inspections.cancel();
    m_cellReads.cancel();
    m_otherReads.cancel();
    release();
    // The task that is running uses this; those after it look at their ticket first.
    m_io.waitForRunning();
}

void ComparisonLoader::release() {
    // The last reference dies where the files were opened.
    if (m_runs) m_io.post(IoThread::Urgency::Load, [runs = std::move(m_runs)]() mutable { runs.reset(); });
    m_runs.reset();
}

void ComparisonLoader::deliver(const JobNumber::Ticket& ticket, std::function<void()> action) {
    QMetaObject::invokeMethod(
        this,
        [ticket, action = std::move(action)] {
            if (!ticket.isStale()) action();
        },
        Qt::QueuedConnection);
}

void ComparisonLoader::load(const QString& a, const QString& b, bool follow) {
    m_refreshTimer.stop();
    m_inspections.cancel();
    m_cellReads.cancel();
    m_otherReads.cancel();
    release();
    const auto ticket = m_jobs.next();
    m_runs = std::make_shared<OpenRuns>();
    m_runs->areFollowed = follow;
    m_isReading = true;
    m_isFollowing = follow;
    emit started();
    m_io.post(IoThread::Urgency::Load,
              [this, runs = m_runs, pathA = a.toStdString(), pathB = b.toStdString(), ticket] {
                  if (!ticket.isStale()) open(runs, pathA, pathB, ticket);
              });
}

void ComparisonLoader::giveUp(const Error& error, const JobNumber::Ticket& ticket, bool areReadable) {
    deliver(ticket, [this, areReadable, sentence = QString::fromStdString(error.message)] {
        m_isReading = false;
        m_isFollowing = false;
        emit failed(sentence, areReadable);
    });
}

void ComparisonLoader::publish(const OpenRuns& runs, compare::Comparison comparison, bool isMeasured,
                               const JobNumber::Ticket& ticket) {
    auto loaded = std::make_shared<LoadedRuns>();
    loaded->comparison = std::make_shared<const compare::Comparison>(std::move(comparison));
    loaded->isSingle = !runs.b;
    loaded->isMeasured = isMeasured;
    loaded->logA = runs.a->log();
    if (runs.b) loaded->logB = runs.b->log();
    deliver(ticket, [this, loaded] {
        m_comparison = loaded->comparison;
        emit compared(loaded);
    });
}

void ComparisonLoader::open(const std::shared_ptr<OpenRuns>& runs, const std::string& a, const std::string& b,
                            const JobNumber::Ticket& ticket) {
    for (const auto& [path, run] : {std::pair{a, &runs->a}, std::pair{b, &runs->b}}) {
        if (path.empty()) continue;
        auto opened = m_opener(path);
        if (!opened) return giveUp(opened.error(), ticket, false);
        *run = runs->areFollowed ? std::make_unique<FollowedRun>(std::move(*opened)) : std::move(*opened);
    }
    QElapsedTimer timer;
    timer.start();
    if (!compareOpen(*runs, ticket)) return;
    deliver(ticket, [this, cost = timer.elapsed()] {
        m_isReading = false;
        emit finished();
        scheduleRefresh(cost);
    });
}

bool ComparisonLoader::compareOpen(OpenRuns& runs, const JobNumber::Ticket& ticket) {
    // At most 20 reports a second: each is an event for the window.
    QElapsedTimer sinceReport;
    const auto progress = [&](double from, double to) {
        return [&, from, to](double fraction) {
            if (ticket.isStale()) return false;
            if (!sinceReport.isValid() || sinceReport.elapsed() >= 50) {
                sinceReport.start();
                deliver(ticket, [this, done = from + (to - from) * fraction] { emit progressed(done); });
            }
            return true;
        };
    };

    if (!runs.b) {
        auto single = readSingleRun(*runs.a, progress(0, 1));
        if (ticket.isStale()) return false;
        if (!single) return giveUp(single.error(), ticket, true), false;
        publish(runs, std::move(*single), true, ticket);
        return true;
    }
    auto comparison = compare::compareRuns(*runs.a, *runs.b, progress(0, 0.3));
    if (ticket.isStale()) return false;
    if (!comparison) return giveUp(comparison.error(), ticket, true), false;
    publish(runs, *comparison, false, ticket);
    auto measuredA = compare::readMeasurements(*runs.a), measuredB = compare::readMeasurements(*runs.b);
    for (const auto* read : {&measuredA, &measuredB})
        if (!*read) return giveUp(read->error(), ticket, true), false;
    comparison->measuredA = std::move(*measuredA);
    comparison->measuredB = std::move(*measuredB);
    const auto measured = compare::compareWeights(*runs.a, *runs.b, *comparison, progress(0.3, 1));
    if (ticket.isStale()) return false;
    if (!measured) return giveUp(measured.error(), ticket, true), false;
    // Of a run in progress a hint would come and go.
    const bool isGrowing =
        comparison->a.end == record::EndState::Running || comparison->b.end == record::EndState::Running;
    if (!runs.areFollowed || !isGrowing) {
        auto hints = compare::hintsOf(*runs.a, *comparison);
        if (!hints) return giveUp(hints.error(), ticket, true), false;
        comparison->hints = std::move(*hints);
    }
    publish(runs, std::move(*comparison), true, ticket);
    return true;
}

void ComparisonLoader::scheduleRefresh(qint64 costMs) {
    // Four times a second, and never more than a quarter of the I/O thread's time.
    if (m_isFollowing) m_refreshTimer.start(static_cast<int>(std::clamp<qint64>(3 * costMs, 250, 30'000)));
}

void ComparisonLoader::refresh() {
    if (!m_runs || !m_isFollowing) return;
    const auto ticket = m_jobs.next();
    m_io.post(IoThread::Urgency::Load, [this, runs = m_runs, ticket] {
        if (ticket.isStale() || !runs->a) return;
        QElapsedTimer timer;
        timer.start();
        bool hasGrown = false;
        for (record::Run* run : {runs->a.get(), runs->b.get()}) {
            if (!run) continue;
            // A journal that has become a run file meanwhile is opened anew by whoever follows it.
            if (const auto grown = run->refresh(); grown && *grown) hasGrown = true;
        }
        if (hasGrown && !compareOpen(*runs, ticket)) return;
        deliver(ticket, [this, cost = timer.elapsed()] { scheduleRefresh(cost); });
    });
}

void ComparisonLoader::cancel() {
    if (!m_isReading) return;
    m_jobs.cancel();
    m_isReading = false;
    m_isFollowing = false;
    m_refreshTimer.stop();
    emit cancelled();
}

void ComparisonLoader::clear() {
    m_jobs.cancel();
    m_inspections.cancel();
    m_cellReads.cancel();
    m_otherReads.cancel();
    m_isReading = false;
    m_isFollowing = false;
    m_refreshTimer.stop();
    m_comparison.reset();
    release();
}

void ComparisonLoader::inspect(qint64 step, const std::optional<TensorKey>& tensor) {
    if (!m_runs || !m_comparison) return;
    const auto ticket = m_inspections.next();
    m_io.post(IoThread::Urgency::Inspect, [this, runs = m_runs, comparison = m_comparison, step, tensor,
                                           ticket] {
        if (ticket.isStale() || !runs->a) return;
        auto report =
            std::make_shared<const StepReport>(readStep(*runs->a, runs->b.get(), *comparison, step, tensor));
        deliver(ticket, [this, report] { emit inspected(report); });
    });
}

void ComparisonLoader::readCells(Kind kind) {
    if (!m_runs) return;
    const auto ticket = m_cellReads.next();
    m_io.post(IoThread::Urgency::Background, [this, runs = m_runs, kind, ticket] {
        if (ticket.isStale() || !runs->a || !runs->b) return;
        readMoreCells(runs, std::make_shared<TensorCellsReader>(*runs->a, *runs->b, kind), ticket);
    });
}

void ComparisonLoader::readMoreCells(const std::shared_ptr<OpenRuns>& runs,
                                     const std::shared_ptr<TensorCellsReader>& reader,
                                     const JobNumber::Ticket& ticket) {
    // What can be said without them is shown already, so a failure is no news.
    if (ticket.isStale() || !reader->advance()) return;
    if (reader->isDone())
        deliver(ticket, [this, cells = std::make_shared<const TensorCells>(reader->take())] {
            emit cellsRead(cells);
        });
    else
        // Of a long run this takes a while, in which a step may be looked at.
        m_io.post(IoThread::Urgency::Background,
                  [this, runs, reader, ticket] { readMoreCells(runs, reader, ticket); });
}

void ComparisonLoader::readOthers(const QStringList& paths) {
    const auto ticket = m_otherReads.next();
    m_io.post(IoThread::Urgency::Load, [this, paths, ticket] {
        std::vector<OtherRun> others;
        for (const QString& path : paths) {
            if (ticket.isStale()) return;
            const auto run = m_opener(path.toStdString());
            if (!run) continue;
            OtherRun other{path, QString::fromStdString((*run)->info().name), {}};
            if (compare::readColumn(**run, record::Column::Loss, other.loss))
                others.push_back(std::move(other));
        }
        deliver(ticket, [this, others = std::move(others)] { emit othersRead(others); });
    });
}

}  // namespace firstsplit::ui
