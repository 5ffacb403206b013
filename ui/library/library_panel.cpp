#include "ui/library/library_panel.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/library/library_view.h"
#include "ui/models/library_model.h"
#include "ui/widgets/icons.h"

namespace firstsplit::ui {

using Column = LibraryModel::Column;

LibraryPanel::LibraryPanel(RunLibrary* library, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_model(new LibraryModel(library, this)),
      m_filter(new QLineEdit),
      m_view(new LibraryView(m_model)),
      m_empty(new QLabel),
      m_hint(new QLabel(tr("Return opens, Space previews, A and B place a run, F2 renames it; a right click offers more"))),
      m_baseline(new QLabel),
      m_unpin(new QToolButton) {
    m_filter->setPlaceholderText(tr("Filter runs"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumHeight(26);
    m_view->setAccessibleName(tr("Runs"));
    m_view->setAccessibleDescription(
        tr("Return opens a run with its partner, Space shows it and stays in the list; the keys A and B "
           "place the selected run; selected rows and Return compare them, "
           "the first of them as A, the second as B; F2 renames a run."));
    for (QLabel* label : {m_empty, m_hint, m_baseline}) label->setWordWrap(true);
    for (QLabel* label : {m_empty, m_hint}) label->setForegroundRole(QPalette::PlaceholderText);
    m_unpin->setIcon(icon(QStringLiteral("close")));
    m_unpin->setAutoRaise(true);
    m_unpin->setMinimumSize(24, 24);
    m_unpin->setToolTip(tr("Unpin the baseline"));
    m_unpin->setAccessibleName(m_unpin->toolTip());
    auto* pinned = new QHBoxLayout;
    pinned->addWidget(m_baseline, 1);
    pinned->addWidget(m_unpin);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->addWidget(m_filter);
    layout->addLayout(pinned);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_empty);
    layout->addWidget(m_hint);

    connect(m_filter, &QLineEdit::textChanged, m_model, &LibraryModel::setFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        m_view->setFocus();
        if (!m_view->currentPath().isEmpty()) return;
        const QModelIndex day = m_model->index(0, 0, m_model->index(0, 0));
        m_view->setCurrentIndex(m_model->index(0, 0, day));
    });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& at) {
        if (!at.data(LibraryModel::PathRole).toString().isEmpty()) openCurrent();
    });
    connect(m_view, &LibraryView::menuWanted, this, &LibraryPanel::showMenu);
    connect(m_view, &TableView::keyPressed, this, &LibraryPanel::keyPressed);
    connect(m_unpin, &QToolButton::clicked, this, [this] { m_library->pinBaseline({}); });
    connect(library, &RunLibrary::baselineChanged, this, &LibraryPanel::showBaseline);
    const auto showEmpty = [this] {
        const bool isFiltered = m_model->shownRuns() == 0 && !m_library->runs().empty();
        m_empty->setText(isFiltered ? tr("No run contains this text.")
                                    : tr("No runs in the folders known yet."));
        m_empty->setVisible(m_model->shownRuns() == 0);
        m_hint->setVisible(m_model->shownRuns() > 0);
        showBaseline();
    };
    connect(m_model, &QAbstractItemModel::modelReset, this, showEmpty);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &LibraryPanel::showBaseline);
    showEmpty();
}

void LibraryPanel::showBaseline() {
    const RunEntry* run = m_library->find(m_library->baseline());
    const bool isPinned = !m_library->baseline().isEmpty();
    m_baseline->setVisible(isPinned);
    m_unpin->setVisible(isPinned);
    if (isPinned) m_baseline->setText(tr("Held against %1").arg(run ? run->label() : m_library->baseline()));
}

void LibraryPanel::openCurrent() {
    const QStringList selected = m_view->selectedPaths();
    if (selected.size() > 2) return emit manyChosen(selected);
    if (selected.size() == 2) return emit pairChosen(selected[0], selected[1]);
    const QString path = m_view->currentPath();
    if (path.isEmpty()) return;
    const QString partner = m_library->partnerOf(path);
    const RunEntry* run = m_library->find(path);
    if (run && run->side() == u'B' && !partner.isEmpty())
        emit pairChosen(partner, path);
    else
        emit pairChosen(path, partner);
}

void LibraryPanel::keyPressed(QKeyEvent* event) {
    const QString path = m_view->currentPath();
    const bool isLetter = !event->text().isEmpty() && event->text().front().isLetterOrNumber();
    const bool isCommand = event->key() == Qt::Key_A || event->key() == Qt::Key_B;
    if (isLetter && !isCommand && !(event->modifiers() & ~Qt::ShiftModifier)) {
        m_filter->setText(event->text());
        m_filter->setFocus();
        m_filter->end(false);
        return event->accept();
    }
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
        case Qt::Key_F2: {
            const int section = m_view->currentIndex().column();
            const bool isNote = m_model->columnAt(section) == Column::Note;
            m_view->editCurrent(isNote ? section : m_model->sectionOf(Column::Name));
            break;
        }
        default:
            return;
    }
    event->accept();
}

QMenu* LibraryPanel::menuFor(const QString& path) {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    const RunEntry* run = m_library->find(path);
    if (!run) return menu;
    const QStringList selected = m_view->selectedPaths();
    const QString baseline = m_library->baseline();
    if (run->isReadable() && !run->isMissing) {
        const QString words = selected.size() > 2    ? tr("Compare these %1").arg(selected.size())
                              : selected.size() == 2 ? tr("Compare these two")
                                                     : tr("Open");
        menu->addAction(words, this, [this] {
            openCurrent();
            emit entered();
        });
        menu->addAction(tr("Place as A"), this, [this, path] { emit placedAsA(path); });
        menu->addAction(tr("Place as B"), this, [this, path] { emit placedAsB(path); });
        if (!baseline.isEmpty() && baseline != path)
            menu->addAction(tr("Compare with the baseline"), this, [this, baseline, path] {
                emit pairChosen(baseline, path);
                emit entered();
            });
        menu->addSeparator();
        if (baseline == path)
            menu->addAction(tr("Unpin the baseline"), this, [this] { m_library->pinBaseline({}); });
        else
            menu->addAction(tr("Pin as baseline"), this, [this, path] { m_library->pinBaseline(path); })
                ->setToolTip(tr("Sign and first split of every row are then against this run"));
    }
    const bool isLeftBehind =
        path.endsWith(QStringLiteral(".split.part")) && run->end != record::EndState::Running;
    if (isLeftBehind)
        menu->addAction(tr("Recover"), this, [this, path] { emit recoverChosen(path); })
            ->setToolTip(tr("Builds the run file that its recorder could not build any more"));
    if (!run->isMissing) {
        menu->addSeparator();
        for (const auto& [words, column] :
             {std::pair{tr("Rename"), Column::Name}, std::pair{tr("Edit note"), Column::Note}})
            menu->addAction(words, this,
                            [this, path, column = column] {
                                m_view->select(path);
                                m_view->editCurrent(m_model->sectionOf(column));
                            })
                ->setToolTip(tr("Kept beside the run's file, not in it"));
    }
    menu->addSeparator();
    menu->addAction(tr("Copy path"), this, [path] { QGuiApplication::clipboard()->setText(path); });
    const QString folder = QFileInfo(path).absolutePath();
    menu->addAction(tr("Forget this folder"), this, [this, folder] { emit forgetChosen(folder); })
        ->setToolTip(tr("Takes %1 out of the library; no file is touched").arg(folder));
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
