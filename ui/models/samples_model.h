#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/journal/journal_writer.h"

namespace firstsplit::ui {

/// The first sample ids of each epoch that both runs recorded, the differing ones only.
class SamplesModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Epoch = 0, Position, A, B, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setEpochs(const std::vector<journal::EpochRecord>& a, const std::vector<journal::EpochRecord>& b);
    qint64 comparedCount() const { return m_compared; }

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

  private:
    struct Row {
        qint64 epoch, position, a, b;
    };
    std::vector<Row> m_rows;
    qint64 m_compared = 0;
};

}  // namespace firstsplit::ui
