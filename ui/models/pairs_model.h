#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "core/compare/words.h"

namespace firstsplit::ui {

/// One pair of an experiment that was repeated.
struct PairRow {
    QString fileA{}, fileB{};
    bool isCompared = false;  ///< everything below is known
    compare::Verdict verdict = compare::Verdict::Incomplete;
    std::optional<qint64> gradient{}, weight{}, loss{};  ///< first differing steps
    std::optional<qint64> first{};                       ///< the split: the first step of all
    QString firstKind{};                                 ///< "gradient"
    std::optional<double> maxAbsWeight{};                ///< at the last stored step
    QString error{};
};

PairRow summaryOf(const QString& fileA, const QString& fileB, const compare::Comparison& comparison);

/// A row a pair. A verdict about an experiment speaks of all pairs, never of the one on screen: headline().
class PairsModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Pair = 0, Gradient, Weight, Loss, MaxAbs, ColumnCount };
    enum Role { SortRole = Qt::UserRole, IsCurrentRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setPairs(const std::vector<std::pair<QString, QString>>& files);
    void addPair(const QString& fileA, const QString& fileB);
    /// Fills in the row of these files; ignored when there is none.
    void setSummary(const PairRow& summary);
    void setCurrent(const QString& fileA, const QString& fileB);
    const std::vector<PairRow>& pairs() const { return m_rows; }
    int currentRow() const { return m_current; }
    /// Of the pairs that have been compared.
    compare::Repeats repeats() const;
    QString headline() const;

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

  signals:
    void headlineChanged();

  private:
    int rowOf(const QString& fileA, const QString& fileB) const;
    std::vector<PairRow> m_rows;
    int m_current = -1;
};

}  // namespace firstsplit::ui
