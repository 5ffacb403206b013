#pragma once

#include <QWidget>

#include "core/compare/comparison.h"

class QCheckBox;
class QLabel;

namespace firstsplit::ui {

class EnvironmentModel;
class TableView;

/// What differs around the runs: settings, versions, device.
class EnvironmentPanel : public QWidget {
    Q_OBJECT
  public:
    explicit EnvironmentPanel(QWidget* parent = nullptr);
    void setComparison(const compare::Comparison* comparison, bool isSingle);
    EnvironmentModel* model() const { return m_model; }
    TableView* view() const { return m_view; }

  private:
    EnvironmentModel* m_model;
    TableView* m_view;
    QLabel* m_headline;
    QCheckBox* m_showEqual;
};

}  // namespace firstsplit::ui
