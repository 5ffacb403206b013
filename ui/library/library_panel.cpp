#include "ui/library/library_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
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
    m_view->setAccessibleDescription(
        tr("Return opens a run with its partner, Space shows it and stays in the list; the keys A and B "
           "place the selected run; two selected rows and "
           "Return compare them."));
    const int widths[] = {34, 190, 110, 50, 80, 120};
    m_view->header()->setMinimumSectionSize(20);
    for (int column = 0; column < LibraryModel::ColumnCount; ++column)
        m_view->header()->resizeSection(column, widths[column]);
    m_view->restoreColumns();
    auto* hint = new QLabel(tr("Return opens, Space previews, A and B place a run"));
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setWordWrap(true);
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
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &LibraryPanel::showMenu);
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
            emit entered();
            break;
        case Qt::Key_Space:
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

QMenu* LibraryPanel::menuFor(const QString& path) {
    auto* menu = new QMenu(this);
    const RunEntry* run = m_model->find(path);
    if (!run) return menu;
    if (run->isReadable()) {
        menu->addAction(tr("Open"), this, [this] {
            openCurrent();
            emit entered();
        });
        menu->addAction(tr("Place as A"), this, [this, path] { emit placedAsA(path); });
        menu->addAction(tr("Place as B"), this, [this, path] { emit placedAsB(path); });
    }
    const bool isLeftBehind =
        path.endsWith(QStringLiteral(".split.part")) && run->end != record::EndState::Running;
    if (isLeftBehind)
        menu->addAction(tr("Recover"), this, [this, path] { emit recoverChosen(path); })
            ->setToolTip(tr("Builds the run file that its recorder could not build any more"));
    menu->addSeparator();
    menu->addAction(tr("Copy path"), this, [path] { QGuiApplication::clipboard()->setText(path); });
    menu->setToolTipsVisible(true);
    return menu;
}

void LibraryPanel::showMenu(const QPoint& at) {
    const QString path = m_view->indexAt(at).data(LibraryModel::PathRole).toString();
    if (path.isEmpty()) return;
    QMenu* menu = menuFor(path);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

void LibraryPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

}  // namespace firstsplit::ui
