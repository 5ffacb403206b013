#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "ui/models/step_report.h"

namespace firstsplit::ui {

/// The tensors of one step, grouped by kind. With only the differing ones shown, a last row says how many are
/// hidden.
class TensorModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { Name = 0, Since, Differing, MaxAbs, Ulp, ColumnCount };
    enum Role { SortRole = Qt::UserRole, IsGroupRole, IsNoteRole };

    using QAbstractItemModel::QAbstractItemModel;

    void setReport(std::shared_ptr<const StepReport> report);
    void setOnlyDifferences(bool only);
    void setFilter(const QString& text);
    std::optional<TensorKey> keyAt(const QModelIndex& index) const;
    QModelIndex indexOf(const TensorKey& key) const;
    int hiddenCount() const { return m_hidden; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    QModelIndex parent(const QModelIndex& child) const final;
    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;
    Qt::ItemFlags flags(const QModelIndex& index) const final;

  private:
    struct Group {
        Kind kind{};
        std::vector<TensorRow> rows;
    };
    void arrange();
    const TensorRow* rowAt(const QModelIndex& index) const;
    QString cellText(const TensorRow& row, int column) const;

    std::shared_ptr<const StepReport> m_report;
    std::vector<Group> m_groups;  ///< the note about hidden tensors is the row after the last group
    bool m_onlyDifferences = true;
    QString m_filter;
    int m_hidden = 0;
};

}  // namespace firstsplit::ui
