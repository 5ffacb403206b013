#pragma once

#include <QToolBar>

class QLabel;
class QSpinBox;

namespace firstsplit::ui {

class RunCombo;
class WindowActions;

/// Which runs, and where in them.
class WindowToolBar : public QToolBar {
    Q_OBJECT
  public:
    WindowToolBar(const WindowActions& actions, QWidget* parent = nullptr);

    RunCombo* comboA() const { return m_a; }
    RunCombo* comboB() const { return m_b; }
    QSpinBox* stepBox() const { return m_step; }
    /// `steps` is how many there are; 0 disables the field.
    void setSteps(qint64 steps);
    void setStep(qint64 step, const QString& place);
    /// On narrow windows buttons are icons only.
    void setCompact(bool compact);

  signals:
    void stepChosen(qint64 step);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void applyColours();
    RunCombo *m_a, *m_b;
    QLabel *m_labelA, *m_labelB;
    QSpinBox* m_step;
};

}  // namespace firstsplit::ui
