#include "ui/library/library_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>

#include "ui/library/bracket_delegate.h"
#include "ui/models/library_model.h"
#include "ui/widgets/window_state.h"

namespace firstsplit::ui {
namespace {

using Column = LibraryModel::Column;

QString widthKey(const QString& column) {
    return QStringLiteral("columns/library/") + column;
}

}  // namespace

LibraryView::LibraryView(LibraryModel* model, QWidget* parent)
    : TableView(QStringLiteral("library"), LibraryModel::IsGroupRole, parent), m_library(model) {
    setModel(model);
    setIndentation(6);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setItemDelegateForColumn(0, new BracketDelegate(this));
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(20);
    header()->setStretchLastSection(true);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &LibraryView::remember);
    connect(model, &QAbstractItemModel::modelReset, this, &LibraryView::restore);
    const auto noteFold = [this](const QModelIndex& index, bool isFolded) {
        const QString key = index.data(LibraryModel::GroupKeyRole).toString();
        if (isFolded)
            m_folded << key;
        else
            m_folded.remove(key);
    };
    connect(this, &QTreeView::collapsed, this, [noteFold](const QModelIndex& at) { noteFold(at, true); });
    connect(this, &QTreeView::expanded, this, [noteFold](const QModelIndex& at) { noteFold(at, false); });
    restore();
}

QString LibraryView::currentPath() const {
    return currentIndex().data(LibraryModel::PathRole).toString();
}

QStringList LibraryView::selectedPaths() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, [this](const QModelIndex& row) { return visualRect(row).top(); });
    QStringList paths;
    for (const QModelIndex& row : rows) paths << row.data(LibraryModel::PathRole).toString();
    return paths;
}

void LibraryView::select(const QString& path) {
    setCurrentIndex(m_library->indexOf(path));
}

void LibraryView::editCurrent(int section) {
    const QModelIndex cell = currentIndex().siblingAtColumn(section);
    if (!(cell.flags() & Qt::ItemIsEditable)) return;
    scrollTo(cell);
    setCurrentIndex(cell);
    QTreeView::edit(cell);
}

void LibraryView::remember() {
    if (!currentPath().isEmpty()) m_current = currentPath();
    m_selected = selectedPaths();
    m_scroll = verticalScrollBar()->value();
    noteWidths();
}

void LibraryView::restore() {
    layOutColumns();
    for (int group = 0; group < m_library->rowCount(); ++group) {
        const QModelIndex top = m_library->index(group, 0);
        setFirstColumnSpanned(group, {}, true);
        setExpanded(top, !m_folded.contains(top.data(LibraryModel::GroupKeyRole).toString()));
        for (int day = 0; day < m_library->rowCount(top); ++day) {
            const QModelIndex heading = m_library->index(day, 0, top);
            setFirstColumnSpanned(day, top, true);
            setExpanded(heading, !m_folded.contains(heading.data(LibraryModel::GroupKeyRole).toString()));
        }
    }
    using Flag = QItemSelectionModel;
    if (const QModelIndex current = m_library->indexOf(m_current); current.isValid())
        selectionModel()->setCurrentIndex(current, Flag::NoUpdate);
    for (const QString& path : std::as_const(m_selected))
        selectionModel()->select(m_library->indexOf(path), Flag::Select | Flag::Rows);
    verticalScrollBar()->setValue(m_scroll);
}

int LibraryView::widestText(int section) const {
    QSet<QString> texts{m_library->headerData(section, Qt::Horizontal).toString()};
    for (int g = 0; g < m_library->rowCount(); ++g) {
        const QModelIndex group = m_library->index(g, 0);
        for (int d = 0; d < m_library->rowCount(group); ++d) {
            const QModelIndex day = m_library->index(d, 0, group);
            for (int r = 0; r < m_library->rowCount(day); ++r)
                texts << m_library->index(r, section, day).data().toString();
        }
    }
    int widest = 0;
    for (const QString& text : texts) widest = std::max(widest, fontMetrics().horizontalAdvance(text));
    return widest;
}

int LibraryView::usualWidth(int section) const {
    const int letter = fontMetrics().averageCharWidth();
    switch (m_library->columnAt(section)) {
        case Column::Sign:
            return 44;
        case Column::Name:
            return 22 * letter;
        case Column::FirstSplit:
            return 15 * letter;
        case Column::Setting:
            return std::clamp(widestText(section) + 14, 6 * letter, 26 * letter);
        case Column::Steps:
            return 8 * letter;
        case Column::End:
            return 11 * letter;
        case Column::Date:
            return 21 * letter;
        case Column::Note:
            return 26 * letter;
    }
    return 80;
}

void LibraryView::layOutColumns() {
    const QSettings settings = windowSettings();
    m_laidOut.clear();
    for (int section = 0; section < m_library->columnCount(); ++section) {
        const QString id = m_library->columnId(section);
        const QVariant kept = settings.value(widthKey(id));
        const int wanted = kept.isValid() ? kept.toInt() : usualWidth(section);
        header()->resizeSection(section, m_widths.value(id, wanted));
        m_laidOut.push_back(header()->sectionSize(section));
    }
}

void LibraryView::noteWidths() const {
    // The last one takes the room that is left.
    for (int section = 0; section + 1 < m_library->columnCount(); ++section)
        if (const int width = header()->sectionSize(section);
            width != m_laidOut[static_cast<std::size_t>(section)])
            m_widths.insert(m_library->columnId(section), width);
}

void LibraryView::saveColumns() const {
    noteWidths();
    QSettings settings = windowSettings();
    for (auto width = m_widths.begin(); width != m_widths.end(); ++width)
        settings.setValue(widthKey(width.key()), width.value());
}

void LibraryView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const bool isDay =
        index.siblingAtColumn(0).data(LibraryModel::IsGroupRole).toBool() && index.parent().isValid();
    if (isDay)
        QTreeView::drawRow(painter, option, index);
    else
        TableView::drawRow(painter, option, index);
}

bool LibraryView::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) {
    const bool isOpen = TableView::edit(index, trigger, event);
    if (isOpen && state() == EditingState) m_library->setHeld(true);
    return isOpen;
}

void LibraryView::contextMenuEvent(QContextMenuEvent* event) {
    // By the menu key it is about the current row, wherever the mouse is.
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    emit menuWanted(isByKey ? visualRect(currentIndex()).center() : event->pos());
    event->accept();
}

void LibraryView::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    TableView::closeEditor(editor, hint);
    m_library->setHeld(false);
}

}  // namespace firstsplit::ui
