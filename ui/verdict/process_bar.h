#pragma once

#include <QWidget>

#include "ui/models/process_list.h"

class QComboBox;
class QLabel;

namespace firstsplit::ui {

/// For runs of several training processes (ranks): which one split first, and which one is on screen.
class ProcessBar : public QWidget {
    Q_OBJECT
  public:
    explicit ProcessBar(QWidget* parent = nullptr);

    /// Hidden for runs of one process. `fileA`: what is on screen.
    void setProcesses(const ProcessList& list, const QString& fileA);
    QComboBox* box() const { return m_box; }
    QString headline() const;

  signals:
    void pairChosen(const QString& a, const QString& b);

  private:
    ProcessList m_list;
    QLabel* m_headline;
    QComboBox* m_box;
};

}  // namespace firstsplit::ui
