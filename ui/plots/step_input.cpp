#include "ui/plots/step_input.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <cmath>

namespace firstsplit::ui {

void StepInput::watch(QWidget* widget) {
    widget->installEventFilter(this);
}

bool StepInput::isOnAxis(QWidget* widget, double x) const {
    const StepScale scale = m_view->scaleFor(widget->width());
    return x >= scale.left && x <= scale.right();
}

bool StepInput::eventFilter(QObject* watched, QEvent* event) {
    auto* widget = static_cast<QWidget*>(watched);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return press(widget, static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove:
            return move(widget, static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease:
            return release(widget, static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonDblClick:
            if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) m_view->showWhole();
            m_isPressed = false;
            return true;
        case QEvent::Wheel:
            return wheel(widget, static_cast<QWheelEvent*>(event));
        default:
            return false;
    }
}

bool StepInput::press(QWidget*, QMouseEvent* event) {
    if (event->button() == Qt::BackButton) return m_view->back(), true;
    if (event->button() == Qt::ForwardButton) return m_view->forward(), true;
    if (event->button() != Qt::LeftButton) return false;
    m_isPressed = true;
    m_isPanning = false;
    m_pressedAt = event->pos();
    m_lastX = event->position().x();
    return true;
}

bool StepInput::move(QWidget* widget, QMouseEvent* event) {
    if (!m_isPressed) return false;
    if (!m_isPanning) {
        const bool isFar =
            (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
        if (!isFar || !isOnAxis(widget, m_pressedAt.x())) return true;
        m_isPanning = true;
        m_view->beginPan();
        widget->setCursor(Qt::ClosedHandCursor);
    }
    const StepScale scale = m_view->scaleFor(widget->width());
    const double x = event->position().x();
    m_view->pan((m_lastX - x) / scale.width * scale.range.length());
    m_lastX = x;
    return true;
}

bool StepInput::release(QWidget* widget, QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_isPressed) return false;
    m_isPressed = false;
    if (m_isPanning) {
        widget->unsetCursor();
        m_isPanning = false;
        return true;
    }
    const double x = event->position().x();
    if (isOnAxis(widget, x)) {
        const auto step = static_cast<qint64>(std::llround(m_view->scaleFor(widget->width()).stepAt(x)));
        if (event->modifiers() & Qt::ShiftModifier)
            m_view->setSecondCursor(step);
        else
            m_view->setCursor(step);
    }
    emit clicked(widget, event->pos());
    return true;
}

bool StepInput::wheel(QWidget* widget, QWheelEvent* event) {
    const StepScale scale = m_view->scaleFor(widget->width());
    const QPoint turned = event->angleDelta();
    if (std::abs(turned.x()) > std::abs(turned.y())) {
        m_view->pan(-turned.x() / 120.0 * 0.1 * scale.range.length());
    } else if (turned.y() != 0) {
        const double x = std::clamp(event->position().x(), scale.left, scale.right());
        m_view->zoom(std::pow(1.25, turned.y() / 120.0), scale.stepAt(x));
    }
    event->accept();
    return true;
}

}  // namespace firstsplit::ui
