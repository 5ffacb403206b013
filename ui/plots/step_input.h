#pragma once

#include <QObject>
#include <QPoint>

#include "ui/plots/step_view.h"

class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace firstsplit::ui {

/// Mouse and wheel, the same over ladder, plots and axis: the wheel zooms at the pointer, a drag pans, a
/// click sets the cursor (with Shift the second one), a double click shows the whole run. All watched widgets
/// span the stack's width.
class StepInput : public QObject {
    Q_OBJECT
  public:
    StepInput(StepView* view, QObject* parent) : QObject(parent), m_view(view) {}
    void watch(QWidget* widget);

  signals:
    /// A click on the watched widget that was not a drag; also left of the axis, where there are no steps.
    void clicked(QWidget* widget, QPoint point);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    bool press(QWidget* widget, QMouseEvent* event);
    bool move(QWidget* widget, QMouseEvent* event);
    bool release(QWidget* widget, QMouseEvent* event);
    bool wheel(QWidget* widget, QWheelEvent* event);
    bool isOnAxis(QWidget* widget, double x) const;

    StepView* m_view;
    bool m_isPressed = false, m_isPanning = false;
    QPoint m_pressedAt;
    double m_lastX = 0;
};

}  // namespace firstsplit::ui
