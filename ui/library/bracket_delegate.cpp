#include "ui/library/bracket_delegate.h"

#include <QPainter>

#include "ui/models/library_model.h"
#include "ui/theme.h"

namespace firstsplit::ui {

void BracketDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const auto position = static_cast<PairPosition>(index.data(LibraryModel::PairPositionRole).toInt());
    if (position == PairPosition::None) return;
    const bool isSelected = option.state & QStyle::State_Selected;
    const QColor colour =
        isSelected ? option.palette.color(QPalette::HighlightedText) : Theme::of(option.palette).dimText;
    const QRect rect = option.rect;
    const int right = rect.right() - 2;
    const int middle = rect.center().y();
    painter->save();
    painter->setPen(QPen(colour, 1.2));
    painter->drawLine(right - 6, middle, right, middle);
    painter->drawLine(right - 6, middle, right - 6,
                      position == PairPosition::First ? rect.bottom() + 1 : rect.top());
    painter->restore();
}

}  // namespace firstsplit::ui
