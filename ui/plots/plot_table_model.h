#pragma once

#include <QAbstractTableModel>

#include "ui/plots/plot_content.h"

namespace firstsplit::ui {

/// A plot's numbers, a row a step: for those who read better than they see, and for spreadsheets.
class PlotTableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    explicit PlotTableModel(PlotContent content, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    qint64 stepAt(int row) const { return m_steps[static_cast<std::size_t>(row)]; }
    /// Tab separated, with a header line; steps from `first` to `last`.
    QString text(qint64 first, qint64 last) const;

  private:
    QString cellText(std::size_t row, std::size_t column) const;

    PlotContent m_content;
    std::vector<TensorTable::Row> m_tensors;  ///< of a heat map, without the rows of modules
    std::vector<qint64> m_steps;
};

/// Opens the numbers in a window of their own, beside the plot; Ctrl+C copies the selected rows, or all.
void showTable(const QString& title, PlotContent content, QWidget* parent);

}  // namespace firstsplit::ui
