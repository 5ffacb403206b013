#include "ui/setup/settings_view.h"

#include <QHeaderView>
#include <QKeyEvent>

#include "ui/setup/settings_delegate.h"

namespace firstsplit::ui {

SettingsView::SettingsView(SettingsModel* model, QWidget* parent)
    : TableView(QStringLiteral("settings"), SettingsModel::IsGroupRole, parent), m_model(model) {
    setItemDelegate(new SettingsDelegate(this));
    setModel(model);
    setAccessibleName(tr("Settings of A and B"));
    setAccessibleDescription(
        tr("A row a setting, with its value in run A and in run B. B shows an equals sign while it follows "
           "A; typing "
           "breaks the link, Backspace restores it."));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setAllColumnsShowFocus(false);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                    QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    setUniformRowHeights(false);
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(SettingsModel::Name, QHeaderView::Stretch);
    setTextElideMode(Qt::ElideRight);
    for (const auto& [column, widest] : {std::pair{SettingsModel::A, QStringLiteral("from seed")},
                                         {SettingsModel::B, QStringLiteral("atomic")}}) {
        header()->setSectionResizeMode(column, QHeaderView::Interactive);
        header()->resizeSection(column, fontMetrics().horizontalAdvance(widest) + 12);
    }
    openGroups();
    connect(model, &QAbstractItemModel::modelReset, this, &SettingsView::openGroups);
    connect(this, &QTreeView::expanded, this, &SettingsView::fitHeight);
    connect(this, &QTreeView::collapsed, this, &SettingsView::fitHeight);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { emit keySelected(currentKey()); });
}

void SettingsView::openGroups() {
    for (int row = 0; row < m_model->rowCount(); ++row) {
        setFirstColumnSpanned(row, {}, true);
        setExpanded(m_model->index(row, 0), !m_model->isIdleGroup(row));
    }
    fitHeight();
}

QString SettingsView::currentKey() const {
    return currentIndex().data(SettingsModel::KeyRole).toString();
}

QSize SettingsView::sizeHint() const {
    return {280, minimumHeight()};
}

void SettingsView::fitHeight() {
    int height = header()->sizeHint().height() + 2 * frameWidth();
    for (QModelIndex at = m_model->index(0, 0); at.isValid(); at = indexBelow(at)) height += rowHeight(at);
    setMaximumHeight(std::max(height, minimumHeight()));
}

void SettingsView::showEvent(QShowEvent* event) {
    TableView::showEvent(event);
    fitHeight();
}

void SettingsView::keyPressEvent(QKeyEvent* event) {
    const QModelIndex index = currentIndex();
    const bool isValue = index.isValid() && index.column() != SettingsModel::Name;
    if (isValue && (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete)) {
        m_model->reset(index);
        event->accept();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && state() != EditingState) {
        if (isValue && event->modifiers() == Qt::NoModifier) edit(index);
        if (index.data(SettingsModel::IsGroupRole).toBool()) setExpanded(index, !isExpanded(index));
        // Ctrl+Return belongs to Run.
        event->setAccepted(event->modifiers() == Qt::NoModifier);
        return;
    }
    TableView::keyPressEvent(event);
}

}  // namespace firstsplit::ui
