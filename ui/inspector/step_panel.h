#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/models/step_report.h"

class QCheckBox;
class QLineEdit;

namespace firstsplit::ui {

class StepValues;
class TableView;
class TensorDetailView;
class TensorModel;

/// The step under the cursor: its numbers, its tensors, the selected tensor's elements.
class StepPanel : public QWidget {
    Q_OBJECT
  public:
    explicit StepPanel(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setReport(const std::shared_ptr<const StepReport>& report);
    std::optional<TensorKey> selectedTensor() const { return m_selected; }
    /// Whether or not it is shown now.
    void selectTensor(Kind kind, const QString& name);
    void focusFilter();

    TensorModel* model() const { return m_model; }
    TableView* view() const { return m_view; }
    StepValues* values() const { return m_values; }
    TensorDetailView* detail() const { return m_detail; }

  signals:
    void tensorSelected();
    void stepChosen(qint64 step);

  private:
    void arrangeRows();
    void showSelection();

    StepValues* m_values;
    QLineEdit* m_filter;
    QCheckBox* m_only;
    TensorModel* m_model;
    TableView* m_view;
    TensorDetailView* m_detail;
    std::shared_ptr<const StepReport> m_report;
    std::optional<TensorKey> m_selected;
};

}  // namespace firstsplit::ui
