#include "ui/plots/caption_button.h"

#include <QMenu>
#include <QPainter>

namespace firstsplit::ui {

CaptionButton::CaptionButton(QWidget* parent) : QToolButton(parent) {
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    setAutoRaise(true);
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        emit menuWanted(menu);
    });
}

void CaptionButton::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

void CaptionButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isHot = underMouse() || isDown() || hasFocus();
    if (isHot) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 2) : QPen(m_theme.dimText, 1));
        painter.drawRoundedRect(QRectF(0, 0, width(), m_frameHeight).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    const double x = width() - arrowRoom + 5, y = m_frameHeight / 2.0;
    painter.setPen(QPen(isHot ? m_theme.text : m_theme.dimText, 1.5));
    painter.drawPolyline(QPolygonF({{x, y - 2}, {x + 4, y + 2}, {x + 8, y - 2}}));
}

}  // namespace firstsplit::ui
