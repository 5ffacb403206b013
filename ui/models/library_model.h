#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <vector>

#include "ui/models/pairs_model.h"
#include "ui/models/run_entry.h"

namespace firstsplit::ui {

/// All runs that are known, newest first, the two of a pair below each other.
class LibraryModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Sign = 0, Name, Differs, Steps, End, Date, ColumnCount };
    enum Role { PathRole = Qt::UserRole, PartnerRole, PairPositionRole, SortRole };
    enum class PairPosition { None, First, Second };

    using QAbstractTableModel::QAbstractTableModel;

    void addRun(const RunEntry& entry);
    void removeRun(const QString& path);
    void setSummary(const PairRow& summary);

    const std::vector<RunEntry>& runs() const { return m_runs; }
    const RunEntry* find(const QString& path) const;
    /// The other run of the same pair; empty when there is none.
    QString partnerOf(const QString& path) const;
    /// The run to compare with first: of the same pair, else of the same experiment and seed, else of the
    /// experiment.
    QString likelyPartnerOf(const QString& path) const;
    QString signOf(const QString& fileA, const QString& fileB) const;
    /// Pairs (file A, file B), newest first.
    std::vector<std::pair<QString, QString>> pairs() const;
    /// Pairs with the same set-up as this one, itself included, oldest first.
    std::vector<std::pair<QString, QString>> repeatsOf(const QString& fileA, const QString& fileB) const;

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

  signals:
    /// A run joined, went or was read anew.
    void runsChanged();
    void pairCompleted(const QString& fileA, const QString& fileB);

  private:
    PairPosition positionOf(std::size_t row) const;
    QString differsText(std::size_t row) const;
    QString endText(const RunEntry& run) const;

    std::vector<RunEntry> m_runs;     ///< in the order of the rows
    QHash<QString, QString> m_signs;  ///< by the path of A and B
};

}  // namespace firstsplit::ui
