#pragma once

#include <QHash>
#include <QObject>
#include <QTimer>
#include <vector>

#include "ui/models/pairs_model.h"
#include "ui/models/run_entry.h"

namespace firstsplit::ui {

/// All runs that are known, what is known of their pairs, and the run that all others are held against when
/// one is pinned. Lives on the window's thread.
class RunLibrary : public QObject {
    Q_OBJECT
  public:
    explicit RunLibrary(QObject* parent = nullptr);

    void addRun(const RunEntry& entry);
    void removeRun(const QString& path);
    void setMissing(const QString& path, bool missing);
    void setSummary(const PairRow& summary);
    /// A name or note that a person wrote; noteEdited() asks for it to be saved.
    void editNote(const QString& path, const launch::RunNote& note);
    /// What is saved beside the run, as after a failed save.
    void takeNote(const QString& path, const launch::RunNote& note);
    /// Empty: none. A pair's sign is its own again.
    void pinBaseline(const QString& path);
    const QString& baseline() const { return m_baseline; }

    /// Newest first, the two of a pair below each other.
    const std::vector<RunEntry>& runs();
    const RunEntry* find(const QString& path) const;
    /// The other run of the same pair; empty when there is none.
    QString partnerOf(const QString& path) const;
    /// The runs to compare with, likeliest first: of the same pair, the same set-up, the same experiment or
    /// command and seed, the same experiment or command; the newest first of each.
    QStringList likelyPartnersOf(const QString& path);
    /// Null until the two were compared.
    const PairRow* summaryOf(const QString& fileA, const QString& fileB) const;
    /// "=", "≠", "?"; empty until the two were compared.
    QString signOf(const QString& fileA, const QString& fileB) const;
    /// Pairs (file A, file B), newest first.
    std::vector<std::pair<QString, QString>> pairs();
    /// Pairs with the same set-up as this one, itself included, oldest first.
    std::vector<std::pair<QString, QString>> repeatsOf(const QString& fileA, const QString& fileB);

  signals:
    /// Runs joined, went, were read anew or compared; of many at once it speaks once.
    void runsChanged();
    void pairCompleted(const QString& fileA, const QString& fileB);
    void noteEdited(const QString& path, const firstsplit::launch::RunNote& note);
    void baselineChanged(const QString& path);

  private:
    void sort();
    void changed() { m_changeTimer.start(); }

    std::vector<RunEntry> m_runs;
    QHash<QString, std::size_t> m_at;      ///< where in m_runs, by path
    QHash<QString, QStringList> m_byPair;  ///< paths, by RunEntry::pairKey
    QHash<QString, PairRow> m_summaries;   ///< by the paths of A and B
    bool m_isSorted = true;
    QString m_baseline;
    QTimer m_changeTimer;
};

/// The sign of a comparison: "=", "≠", "?".
QString signOf(const PairRow& summary);

/// When it started; of a run that does not say, when its file was written.
QDateTime dateOf(const RunEntry& run);

}  // namespace firstsplit::ui
