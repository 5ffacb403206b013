#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "ui/widgets/window_state.h"

namespace firstsplit::ui {
namespace {

/// Rows of one height, whatever the font of a cell.
class RowDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(std::max(18, option.fontMetrics.height() + 1));
        return size;
    }
};

}  // namespace

TableView::TableView(const QString& name, int groupRole, QWidget* parent)
    : QTreeView(parent), m_groupRole(groupRole) {
    setObjectName(name);
    setItemDelegate(new RowDelegate(this));
    setRootIsDecorated(false);
    setIndentation(groupRole < 0 ? 0 : 10);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setExpandsOnDoubleClick(false);
    header()->setHighlightSections(false);
    header()->setSectionsMovable(true);
    header()->setMinimumSectionSize(28);
    header()->setTextElideMode(Qt::ElideRight);
    if (groupRole < 0) return;
    // Headings fold at a click, as they have no expander.
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        const QModelIndex first = index.siblingAtColumn(0);
        if (first.data(m_groupRole).toBool()) setExpanded(first, !isExpanded(first));
    });
}

QString TableView::selectedText() const {
    QModelIndexList rows = selectionModel() ? selectionModel()->selectedRows(0) : QModelIndexList();
    if (rows.isEmpty())
        for (QModelIndex at = model() ? model()->index(0, 0) : QModelIndex(); at.isValid();
             at = indexBelow(at))
            rows << at;
    std::ranges::sort(rows, [this](const QModelIndex& a, const QModelIndex& b) {
        return visualRect(a).top() < visualRect(b).top();
    });
    const auto lineOf = [this](auto&& textOfColumn) {
        QStringList cells;
        for (int visual = 0; visual < header()->count(); ++visual) {
            const int column = header()->logicalIndex(visual);
            if (!isColumnHidden(column)) cells << textOfColumn(column);
        }
        return cells.join(QLatin1Char('\t'));
    };
    QStringList lines;
    lines << lineOf([this](int column) { return model()->headerData(column, Qt::Horizontal).toString(); });
    for (const QModelIndex& row : rows)
        lines << lineOf([&](int column) { return row.siblingAtColumn(column).data().toString(); });
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void TableView::copySelection() const {
    QGuiApplication::clipboard()->setText(selectedText());
}

void TableView::saveColumns() const {
    windowSettings().setValue(QStringLiteral("columns/") + objectName(), header()->saveState());
}

bool TableView::restoreColumns() {
    const QByteArray state = windowSettings().value(QStringLiteral("columns/") + objectName()).toByteArray();
    return !state.isEmpty() && header()->restoreState(state);
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    // What an editor leaves, such as the Return that ends it, is no key of the table.
    if (state() == EditingState) return QTreeView::keyPressEvent(event);
    event->ignore();
    emit keyPressed(event);
    if (!event->isAccepted()) QTreeView::keyPressEvent(event);
}

void TableView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    if (m_groupRole >= 0 && index.siblingAtColumn(0).data(m_groupRole).toBool())
        painter->fillRect(option.rect.adjusted(0, 0, 0, -1), palette().alternateBase());
    QTreeView::drawRow(painter, option, index);
}

}  // namespace firstsplit::ui
