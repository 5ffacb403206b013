#pragma once

#include <QObject>
#include <memory>

#include "core/launch/series.h"

namespace firstsplit::launch {

struct SeriesProgress {
    int run = 0;   ///< from 0
    int runs = 0;  ///< of the whole series
    QString name;
    RunProgress inRun;  ///< its secondsLeft is that of the whole series
};

/// Runs what is left of a series, one run after the other, each in a recorder process of its own. Lives on
/// the thread of its event loop. Each start() ends in exactly one of finished() and failed(). A run that does
/// not finish ends the series: those that follow would most likely end alike. Whatever finished is in the
/// manifest and is not trained again.
class SeriesJob : public QObject {
    Q_OBJECT
  public:
    explicit SeriesJob(QObject* parent = nullptr);
    ~SeriesJob() override;

    /// `series` outlives the job.
    void start(Series& series, const SeriesPlan& plan);
    void cancel();

  signals:
    void progressed(const firstsplit::launch::SeriesProgress& progress);
    void outputWritten(const QString& run, bool isError, const QString& text);
    /// Also for a run that was there already; `wasThere` tells.
    void runFinished(int run, const QString& file, bool wasThere);
    void finished(bool wasCancelled);
    void failed(const QString& sentence);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Everything that can be refused before the first run: settings, device, runner. Warnings are left out.
Result<> checkPlan(const SeriesPlan& plan);

}  // namespace firstsplit::launch
