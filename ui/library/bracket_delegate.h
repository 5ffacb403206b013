#pragma once

#include <QStyledItemDelegate>

namespace firstsplit::ui {

/// Draws the verdict's sign, and the bracket that joins the two runs of a pair.
class BracketDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

}  // namespace firstsplit::ui
