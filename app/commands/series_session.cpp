#include "app/commands/series_session.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <algorithm>

#include "app/commands/progress_line.h"
#include "app/commands/short_path.h"
#include "core/compare/environment.h"
#include "core/launch/series_job.h"
#include "core/launch/signal_watch.h"

namespace firstsplit::app {

namespace {

class SeriesSession {
  public:
    SeriesSession(launch::Series& series, const launch::SeriesPlan& plan, const RunTold& tell)
        : m_series(series), m_plan(plan), m_tell(tell) {
        using launch::SeriesJob;
        QObject::connect(&m_job, &SeriesJob::progressed, [this](const launch::SeriesProgress& progress) {
            m_line.show(fmt::format("run {} of {}, {}: {}", progress.run + 1, progress.runs,
                                    progress.name.toStdString(), textOf(progress.inRun, 0)));
        });
        QObject::connect(&m_job, &SeriesJob::outputWritten,
                         [this](const QString&, bool isError, const QString& text) {
                             // The built-in runner's figures stand in the run file.
                             if (isError || !m_plan.runs.front().source.command.isEmpty())
                                 m_line.print(text.toStdString());
                         });
        QObject::connect(&m_job, &SeriesJob::runFinished,
                         [this](int run, const QString& file, bool wasThere) { take(run, file, wasThere); });
        QObject::connect(&m_job, &SeriesJob::finished, [this](bool wasCancelled) {
            if (wasCancelled && m_runs.runs.size() < m_plan.runs.size()) m_failure = "Stopped.";
            QCoreApplication::quit();
        });
        QObject::connect(&m_job, &SeriesJob::failed, [this](const QString& sentence) {
            m_failure = sentence.toStdString();
            QCoreApplication::quit();
        });
        QObject::connect(&m_signals, &launch::SignalWatch::caught, [this] { m_job.cancel(); });
    }

    Result<SeriesRuns> run() {
        for (const launch::RecordRequest& run : m_plan.runs)
            if (!m_series.finishedFile(run.name).isEmpty()) ++m_thereAtStart;
        if (m_thereAtStart > 0 && m_thereAtStart < m_plan.runs.size())
            m_line.print(
                fmt::format("{} of {} runs are there already.\n", m_thereAtStart, m_plan.runs.size()));
        m_job.start(m_series, m_plan);
        QCoreApplication::exec();
        m_line.clear();
        if (m_failure.empty()) {
            m_runs.folder = m_series.folder();
            noteChanges();
            return std::move(m_runs);
        }
        if (m_runs.runs.empty()) return fail(m_failure);
        return fail(
            fmt::format("{}\n{} of {} runs have finished and are kept in {}. The same command again goes "
                        "on from there.",
                        m_failure, m_runs.runs.size(), m_plan.runs.size(), shortPath(m_series.folder())));
    }

  private:
    void take(int run, const QString& file, bool wasThere) {
        if (!m_failure.empty()) return;
        auto opened = record::openRun(file.toLocal8Bit().toStdString());
        if (!opened) {
            m_failure = opened.error().message;
            m_job.cancel();
            return;
        }
        if (wasThere)
            ++m_runs.alreadyThere;
        else
            m_line.print(m_tell(static_cast<std::size_t>(run), **opened) + '\n');
        m_runs.runs.push_back(std::move(*opened));
    }

    /// Runs of different days can have different code under them.
    void noteChanges() {
        std::vector<std::string> known;
        const record::RunInfo& first = m_runs.runs.front()->info();
        for (const auto& run : m_runs.runs)
            for (const compare::Differing& one : compare::environmentThatDiffers(first, run->info(), {})) {
                const std::string label = compare::environmentLabel(one.key);
                // Variables that follow from a setting differ on purpose between the sides.
                if (one.key.starts_with("env.") || one.key.starts_with("threads.") || one.key == "memory" ||
                    // The code of a built-in experiment is this program's.
                    (one.key.starts_with("git.") && !first.experiment.empty()) ||
                    std::ranges::count(known, label) > 0)
                    continue;
                known.push_back(label);
                m_runs.warnings.push_back(
                    "Not all runs of this series were trained alike: " + compare::differsText(one) + ".");
            }
    }

    launch::Series& m_series;
    const launch::SeriesPlan& m_plan;
    const RunTold& m_tell;
    launch::SignalWatch m_signals;
    launch::SeriesJob m_job;
    ProgressLine m_line;
    SeriesRuns m_runs;
    std::size_t m_thereAtStart = 0;
    std::string m_failure;
};

}  // namespace

Result<SeriesRuns> trainSeries(Invocation& invocation, const launch::SeriesPlan& plan,
                               const std::string& folder, const RunTold& tell) {
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    if (const auto checked = launch::checkPlan(plan); !checked) return tl::unexpected(checked.error());
    const QString place = folder.empty() ? launch::seriesFolderIn(QStringLiteral("runs"), plan)
                                         : QString::fromLocal8Bit(folder.c_str());
    auto series = launch::Series::open(place, plan);
    if (!series) return tl::unexpected(series.error());
    auto runs = SeriesSession(*series, plan, tell).run();
    if (runs && runs->alreadyThere == static_cast<int>(plan.runs.size()))
        std::fprintf(stderr,
                     "All %zu runs are in %s already, so nothing was trained. For new ones, choose another "
                     "folder with --out.\n",
                     plan.runs.size(), shortPath(runs->folder).c_str());
    return runs;
}

}  // namespace firstsplit::app
