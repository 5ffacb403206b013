#include "ui/library/library_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/library/bracket_delegate.h"
#include "ui/models/library_model.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

LibraryPanel::LibraryPanel(LibraryModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_filtered(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit),
      m_view(new TableView(QStringLiteral("library"))) {
    m_filtered->setSourceModel(model);
    m_filtered->setFilterKeyColumn(-1);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter runs"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumHeight(26);
    m_view->setModel(m_filtered);
    m_view->setItemDelegateForColumn(LibraryModel::Sign, new BracketDelegate(this));
    m_view->setAccessibleName(tr("Runs"));
    m_view->setAccessibleDescription(tr(
        "Return opens a run with its partner; the keys A and B place the selected run; two selected rows and "
        "Return compare them."));
    const int widths[] = {34, 190, 110, 50, 80, 120};
    m_view->header()->setMinimumSectionSize(20);
    for (int column = 0; column < LibraryModel::ColumnCount; ++column)
        m_view->header()->resizeSection(column, widths[column]);
    m_view->restoreColumns();
    auto* hint = new QLabel(tr("Return opens, A and B place a run"));
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->addWidget(m_filter);
    layout->addWidget(m_view, 1);
    layout->addWidget(hint);

    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        m_view->setFocus();
        if (!m_view->currentIndex().isValid()) m_view->setCurrentIndex(m_filtered->index(0, 0));
    });
    connect(m_view, &QTreeView::doubleClicked, this, &LibraryPanel::openCurrent);
    connect(m_view, &TableView::keyPressed, this, &LibraryPanel::keyPressed);
}

QString LibraryPanel::currentPath() const {
    return m_view->currentIndex().data(LibraryModel::PathRole).toString();
}

void LibraryPanel::openCurrent() {
    const auto rows = m_view->selectionModel()->selectedRows();
    if (rows.size() == 2) {
        emit pairChosen(rows[0].data(LibraryModel::PathRole).toString(),
                        rows[1].data(LibraryModel::PathRole).toString());
        return;
    }
    const QString path = currentPath();
    if (path.isEmpty()) return;
    const QString partner = m_model->partnerOf(path);
    const RunEntry* run = m_model->find(path);
    if (run && run->side() == u'B' && !partner.isEmpty())
        emit pairChosen(partner, path);
    else
        emit pairChosen(path, partner);
}

void LibraryPanel::keyPressed(QKeyEvent* event) {
    const QString path = currentPath();
    if (path.isEmpty() || event->modifiers() != Qt::NoModifier) return;
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            openCurrent();
            break;
        case Qt::Key_A:
            emit placedAsA(path);
            break;
        case Qt::Key_B:
            emit placedAsB(path);
            break;
        default:
            return;
    }
    event->accept();
}

void LibraryPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

}  // namespace firstsplit::ui
