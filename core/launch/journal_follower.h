#pragma once

#include <QElapsedTimer>
#include <QString>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "core/record/run.h"

namespace firstsplit::launch {

/// How far a training has come, read from the journal that it appends to. One thread at a time.
class JournalFollower {
  public:
    explicit JournalFollower(const QString& journal);

    /// Reads what was appended; true when whole steps were added. A journal that is not there yet, or holds
    /// no whole hello, is simply not open yet.
    bool update();

    record::Run* run() const { return m_run.get(); }
    /// The last whole step; −1: none yet.
    qint64 step() const { return m_run ? m_run->stepCount() - 1 : -1; }
    /// Its writer lives (as far as can be seen from here) and has not said that it ended.
    bool isBeingWritten() const { return m_run && m_run->info().end == record::EndState::Running; }
    quint64 bytes() const;
    std::optional<double> loss() const;
    /// Over the last few seconds; 0 while unknown.
    double stepsPerSecond() const;
    /// Why following stopped early (a damaged frame); empty while all is well.
    const QString& trouble() const { return m_trouble; }

  private:
    QString m_journal;
    std::unique_ptr<record::Run> m_run;
    QString m_trouble;
    QElapsedTimer m_clock;
    std::deque<std::pair<qint64, qint64>> m_samples;  ///< (milliseconds, step)
};

}  // namespace firstsplit::launch
