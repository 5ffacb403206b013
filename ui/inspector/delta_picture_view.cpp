#include "ui/inspector/delta_picture_view.h"

#include <QEvent>
#include <QPainter>

#include "core/compare/words.h"
#include "ui/models/number_text.h"
#include "ui/plots/heat_map.h"
#include "ui/theme.h"

namespace firstsplit::ui {

DeltaPictureView::DeltaPictureView(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Picture of the differences"));
    setMinimumHeight(90);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void DeltaPictureView::setPicture(const DeltaPicture& picture) {
    m_picture = picture;
    m_image = image();
    setAccessibleDescription(caption());
    setToolTip(tr("Rows are the first dimension, columns all others."));
    update();
}

QString DeltaPictureView::caption() const {
    if (m_picture.isEmpty()) return {};
    QString words =
        tr("|Δ| of %1 rows × %2 columns").arg(countText(m_picture.rows()), countText(m_picture.columns()));
    if (m_picture.largest() > 0)
        words += tr(": %1 to %2")
                     .arg(QString::fromStdString(compare::differenceText(m_picture.smallest())),
                          QString::fromStdString(compare::differenceText(m_picture.largest())));
    return words;
}

QImage DeltaPictureView::image() const {
    if (m_picture.isEmpty()) return {};
    const Theme theme = Theme::of(palette());
    const Decades decades = Decades::around(m_picture.smallest(), m_picture.largest());
    QImage image(static_cast<int>(m_picture.cellColumns()), static_cast<int>(m_picture.cellRows()),
                 QImage::Format_RGB32);
    for (int row = 0; row < image.height(); ++row)
        for (int column = 0; column < image.width(); ++column) {
            const auto& cell = m_picture.at(row, column);
            const double delta = static_cast<double>(cell.delta);
            const QColor colour = cell.show == DeltaPicture::Show::Equal        ? theme.equal
                                  : cell.show == DeltaPicture::Show::NotANumber ? theme.notANumber
                                  : delta > 0 ? decadeColour(theme, decades, delta)
                                              : theme.scaleTiny;
            image.setPixelColor(column, row, colour);
        }
    return image;
}

void DeltaPictureView::paintEvent(QPaintEvent*) {
    if (m_image.isNull()) return;
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    const int line = fontMetrics().height() + 3;
    painter.setPen(theme.dimText);
    painter.drawText(QRect(0, 0, width(), line), Qt::AlignLeft | Qt::AlignTop,
                     fontMetrics().elidedText(caption(), Qt::ElideRight, width()));
    const QRect area(0, line, width(), height() - line);
    // More cells than pixels: no cell that differs may fall between them, so each is drawn as at least one
    // pixel, equal ones first.
    painter.fillRect(area, theme.equal);
    const double cellWidth = area.width() / static_cast<double>(m_image.width());
    const double cellHeight = area.height() / static_cast<double>(m_image.height());
    for (int row = 0; row < m_image.height(); ++row)
        for (int column = 0; column < m_image.width(); ++column) {
            if (m_picture.at(row, column).show == DeltaPicture::Show::Equal) continue;
            const int left = area.left() + static_cast<int>(column * cellWidth);
            const int top = area.top() + static_cast<int>(row * cellHeight);
            const int right = area.left() + static_cast<int>((column + 1) * cellWidth);
            const int bottom = area.top() + static_cast<int>((row + 1) * cellHeight);
            painter.fillRect(left, top, std::max(2, right - left), std::max(2, bottom - top),
                             m_image.pixelColor(column, row));
        }
}

void DeltaPictureView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    m_image = image();
    update();
}

}  // namespace firstsplit::ui
