#pragma once

#include <QAbstractItemModel>
#include <map>
#include <string>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::ui {

/// Settings and environment of two runs: what differs first, as candidate causes; then what changed while a
/// run lasted; equal values are hidden and counted, and can be shown.
class EnvironmentModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { Name = 0, A, B, ColumnCount };
    enum Role { IsGroupRole = Qt::UserRole, IsNoteRole };

    using QAbstractItemModel::QAbstractItemModel;

    /// A null comparison empties the model.
    void setComparison(const compare::Comparison* comparison, bool isSingle);
    void setShowEqual(bool show);
    int equalCount() const { return static_cast<int>(m_equal.size()); }
    int candidateCount() const { return static_cast<int>(m_candidates.size()); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    QModelIndex parent(const QModelIndex& child) const final;
    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

  private:
    struct Row {
        QString name, a, b;
        bool differs = false;
    };
    struct Group {
        QString title;
        std::vector<Row> rows;
    };
    void arrange();

    std::vector<Row> m_candidates, m_idle, m_effects, m_equal;
    std::vector<Group> m_groups;  ///< a group without rows is a note
    bool m_showEqual = false;
    bool m_isSingle = false;
};

}  // namespace firstsplit::ui
