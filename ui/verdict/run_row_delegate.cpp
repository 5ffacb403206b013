#include "ui/verdict/run_row_delegate.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

#include "ui/theme.h"

namespace firstsplit::ui {

void RunRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem plain = option;
    initStyleOption(&plain, index);
    plain.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, option.widget);
    const Theme theme = Theme::of(QApplication::palette());
    const bool isSelected = option.state & QStyle::State_Selected;
    const QColor text = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QString sign = index.data(Sign).toString();
    const QRect row = option.rect.adjusted(8, 0, -8, 0);
    const QString detail =
        option.fontMetrics.elidedText(index.data(Detail).toString(), Qt::ElideMiddle, row.width() * 3 / 5);
    const int detailWidth = option.fontMetrics.horizontalAdvance(detail);
    painter->save();
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(!isSelected && sign == QStringLiteral("≠") ? theme.difference : text);
    painter->drawText(row, Qt::AlignVCenter | Qt::AlignLeft, sign);
    painter->setFont(option.font);
    painter->setPen(isSelected ? text : theme.dimText);
    painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, detail);
    const QRect middle = row.adjusted(sign.isEmpty() ? 0 : 26, 0, -detailWidth - 14, 0);
    painter->setPen(text);
    painter->drawText(middle, Qt::AlignVCenter | Qt::AlignLeft,
                      option.fontMetrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle,
                                                    middle.width()));
    painter->restore();
}

}  // namespace firstsplit::ui
