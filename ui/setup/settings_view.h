#pragma once

#include <QTimer>

#include "ui/models/settings_model.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

/// The settings of A and B. Typing over a cell edits it, Backspace and Delete take it back to the preset's
/// value or, in B, to following A.
class SettingsView : public TableView {
    Q_OBJECT
  public:
    explicit SettingsView(SettingsModel* model, QWidget* parent = nullptr);

    QString currentKey() const;
    /// A few rows; what room there is beyond, it takes up to the height of all open rows.
    QSize sizeHint() const override;

  signals:
    void keySelected(const QString& key);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void openGroups();
    void fitHeight();
    SettingsModel* m_model;
};

}  // namespace firstsplit::ui
