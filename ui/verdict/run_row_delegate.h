#pragma once

#include <QStyledItemDelegate>

namespace firstsplit::ui {

/// A row of a list of runs or pairs: sign, name, and at the right a detail in small ink.
class RunRowDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    enum Role { Sign = Qt::UserRole + 100, Detail };
    static constexpr int rowHeight = 26;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const final;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const final { return {0, rowHeight}; }
};

}  // namespace firstsplit::ui
