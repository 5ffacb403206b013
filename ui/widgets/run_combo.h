#pragma once

#include <QComboBox>

namespace firstsplit::ui {

/// A combo box of runs. Names differ at their ends ("…, pair 2, A"), so they are shortened in the middle.
class RunCombo : public QComboBox {
    Q_OBJECT
  public:
    explicit RunCombo(QWidget* parent = nullptr);

    void setRuns(const QList<std::pair<QString, QString>>& pathsAndNames);
    /// Shows the run without telling anyone; adds it when it is not there.
    void showRun(const QString& path, const QString& name);

  signals:
    void runChosen(const QString& path);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QList<std::pair<QString, QString>> m_runs;
};

}  // namespace firstsplit::ui
