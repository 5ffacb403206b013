// The commands of the window's menus: what each does.
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolTip>

#include "ui/inspector/step_panel.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/library/library_panel.h"
#include "ui/library/library_view.h"
#include "ui/library/log_panel.h"
#include "ui/library/pairs_panel.h"
#include "ui/plots/plot_stack.h"
#include "ui/setup/settings_view.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/window_state.h"
#include "ui/window/application_style.h"
#include "ui/window/export_command.h"
#include "ui/window/lesson_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/run_controller.h"
#include "ui/window/shortcuts_page.h"
#include "ui/window/step_navigator.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_toolbar.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

void MainWindow::connectActions() {
    using A = WindowActions;
    const auto on = [this](A::Id id, auto action) {
        connect((*m_actions)[id], &QAction::triggered, this, action);
    };
    PlotStack* plots = m_centre->plots();
    StepNavigator* go = m_navigator;
    on(A::Open, [this] { chooseFiles(); });
    on(A::CloseRuns, [this] { m_workspace->closeRuns(); });
    on(A::Reload, [this] { m_workspace->reload(); });
    on(A::Quit, [this] { close(); });
    on(A::Copy, [this] { copy(); });
    on(A::CopyCommand, [this] {
        m_setup->copyCommand();
        statusBar()->showMessage(tr("Command copied"), 3000);
    });
    on(A::Find, [this] { find(); });
    on(A::Export, [this] {
        const LoadedPointer loaded = m_workspace->loaded();
        if (!loaded || loaded->isSingle) return;
        const QString path = chooseExportPath(this);
        if (path.isEmpty()) return;
        const auto written = exportTo(path, loaded->comparison, windowTitle());
        if (written)
            note(tr("Saved as %1.").arg(path));
        else
            m_centre->messages()->showMessage(QString::fromStdString(written.error().message));
    });
    on(A::Rescan, [this] { m_workspace->rescan(); });
    on(A::Swap, [this] { m_workspace->swap(); });
    on(A::WholeRun, [plots] { plots->showWholeRun(); });
    on(A::ZoomIn, [plots] { plots->zoomAtCursor(1.5); });
    on(A::ZoomOut, [plots] { plots->zoomAtCursor(1 / 1.5); });
    on(A::ViewBack, [plots] { plots->viewBack(); });
    on(A::ViewForward, [plots] { plots->viewForward(); });
    on(A::LargerText, [this] { m_centre->setTextScale(m_centre->textScale() * 1.12); });
    on(A::SmallerText, [this] { m_centre->setTextScale(m_centre->textScale() / 1.12); });
    on(A::Present, [this] { present(!isFullScreen()); });
    on(A::DefaultLayout, [this] {
        m_docks->arrangeDefault();
        m_docks->adapt(width(), !m_workspace->isEmpty());
        m_centre->setTextScale(1);
    });
    on(A::FirstSplit, [go] { go->firstSplit(); });
    on(A::LastDifference, [go] { go->lastDifference(); });
    on(A::NextDifference, [go] { go->nextDifference(); });
    on(A::PreviousDifference, [go] { go->previousDifference(); });
    on(A::StepForward, [go] { go->by(1); });
    on(A::StepBack, [go] { go->by(-1); });
    on(A::PageForward, [go] { go->byTenthsOfView(1); });
    on(A::PageBack, [go] { go->byTenthsOfView(-1); });
    on(A::FirstStep, [go] { go->toStart(); });
    on(A::LastStep, [go] { go->toEnd(); });
    on(A::GoToStep, [this] {
        m_toolBar->stepBox()->setFocus(Qt::ShortcutFocusReason);
        m_toolBar->stepBox()->selectAll();
    });
    on(A::SetSecondCursor, [plots] { plots->setSecondCursorStep(plots->cursorStep()); });
    on(A::ClearSecondCursor, [plots] { plots->setSecondCursorStep(std::nullopt); });
    on(A::LeftDock, [this] { toggleSide(WindowDocks::Side::Left); });
    on(A::RightDock, [this] { toggleSide(WindowDocks::Side::Right); });
    on(A::Centre, [plots] { plots->setFocus(Qt::ShortcutFocusReason); });
    on(A::Pairs, [this] {
        m_docks->show(m_pairsDock);
        m_pairs->view()->setFocus(Qt::ShortcutFocusReason);
    });
    on(A::NextArea, [this] { focusNextArea(); });
    on(A::Run, [this] {
        if (!m_runs->isRunning() && !m_lessons->isAtCommand()) m_setup->run();
    });
    on(A::Stop, [this] { stopTraining(); });
    on(A::Lessons, [this] { leaveLesson(); });
    on(A::StopReading, [this] {
        if (m_workspace->loader()->isReading())
            m_workspace->stopReading();
        else if (isFullScreen())
            present(false);
    });
    on(A::Help, [this] { explainFocus(); });
    on(A::Shortcuts, [this] {
        auto* page = new ShortcutsPage(*m_actions, this);
        page->setAttribute(Qt::WA_DeleteOnClose);
        page->show();
    });
    on(A::About, [this] {
        m_centre->messages()->showMessage(
            tr("FirstSplit %1, git diff for training runs. GPL-3.0-or-later. Qt %2, QCustomPlot 2.1.")
                .arg(QStringLiteral(FIRSTSPLIT_VERSION), QString::fromLatin1(qVersion())));
    });
    (*m_actions)[A::Stop]->setEnabled(false);
    (*m_actions)[A::StopReading]->setEnabled(false);
}

void MainWindow::fillMenus() {
    m_actions->addMenus(menuBar());
    for (const auto side : {WindowDocks::Side::Left, WindowDocks::Side::Right})
        for (QDockWidget* dock : m_docks->docks(side))
            m_actions->dockMenu()->addAction(dock->toggleViewAction());
    connect(m_actions->plotMenu(), &QMenu::aboutToShow, this, [this] {
        QMenu* menu = m_actions->plotMenu();
        menu->clear();
        for (const PlotStack::PlotInfo& plot : m_centre->plots()->plots()) {
            QAction* action = menu->addAction(plot.label);
            action->setCheckable(true);
            action->setChecked(plot.isVisible);
            connect(action, &QAction::toggled, this,
                    [this, id = plot.id](bool visible) { m_centre->plots()->setPlotVisible(id, visible); });
        }
    });
    auto* group = new QActionGroup(this);
    const std::pair<ThemeChoice, QString> themes[] = {{ThemeChoice::System, tr("&System")},
                                                      {ThemeChoice::Light, tr("&Light")},
                                                      {ThemeChoice::Dark, tr("&Dark")}};
    for (const auto& [choice, name] : themes) {
        QAction* action = m_actions->themeMenu()->addAction(name);
        action->setCheckable(true);
        action->setChecked(choice == ApplicationStyle::theme());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [theme = choice] { ApplicationStyle::setTheme(theme); });
    }
}

void MainWindow::copy() {
    const QWidget* focus = QApplication::focusWidget();
    if (const auto* table = qobject_cast<const TableView*>(focus)) return table->copySelection();
    if (focus && (focus == m_centre->plots() || m_centre->plots()->isAncestorOf(focus))) {
        QApplication::clipboard()->setPixmap(m_centre->plots()->grab());
        statusBar()->showMessage(tr("Picture of the plots copied"), 3000);
        return;
    }
    if (m_centre->isOnFirstPage()) return;
    m_centre->verdictBar()->copy();
    statusBar()->showMessage(tr("Verdict copied"), 3000);
}

void MainWindow::find() {
    const QWidget* focus = QApplication::focusWidget();
    const bool isLeft = focus && (m_library->isAncestorOf(focus) || m_setup->isAncestorOf(focus) ||
                                  m_log->isAncestorOf(focus) || m_pairs->isAncestorOf(focus));
    if (isLeft || m_workspace->isEmpty()) {
        m_docks->show(m_runsDock);
        m_library->focusFilter();
    } else {
        m_docks->show(m_stepDock);
        m_step->focusFilter();
    }
}

void MainWindow::present(bool full) {
    menuBar()->setVisible(!full);
    m_toolBar->setVisible(!full);
    statusBar()->setVisible(!full);
    if (full) {
        m_docks->hideAll();
        showFullScreen();
    } else {
        showNormal();
        m_docks->showAll();
    }
    (*m_actions)[WindowActions::StopReading]->setEnabled(full || m_workspace->loader()->isReading());
}

void MainWindow::toggleSide(WindowDocks::Side side) {
    const bool isLeft = side == WindowDocks::Side::Left;
    QWidget* main = isLeft ? static_cast<QWidget*>(m_setup->view()) : m_step->view();
    const QWidget* focus = QApplication::focusWidget();
    bool isInside = false;
    for (const QDockWidget* dock : m_docks->docks(side)) isInside |= focus && dock->isAncestorOf(focus);
    if (isInside) {
        m_docks->setFolded(side, true);
        m_centre->plots()->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    m_docks->setFolded(side, false);
    main->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::focusNextArea() {
    const QList<QWidget*> areas{m_setup->view(), m_library->view(),      m_log,
                                m_pairs->view(), m_centre->verdictBar(), m_centre->plots(),
                                m_step->view(),  m_lessons->panel(),     m_toolBar->stepBox()};
    const QWidget* focus = QApplication::focusWidget();
    int current = -1;
    for (int i = 0; i < areas.size(); ++i)
        if (focus && (areas[i] == focus || areas[i]->isAncestorOf(focus))) current = i;
    for (int i = 1; i <= areas.size(); ++i) {
        QWidget* area = areas[(current + i) % static_cast<int>(areas.size())];
        if (!area->isVisible() || !area->isEnabled() || area->visibleRegion().isEmpty()) continue;
        area->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

void MainWindow::explainFocus() {
    const QWidget* at = QApplication::focusWidget();
    while (at && at->accessibleName().isEmpty()) at = at->parentWidget();
    if (!at) at = m_centre;
    const QString name = at->accessibleName().isEmpty() ? windowTitle() : at->accessibleName();
    const QString words = at->accessibleDescription().isEmpty() ? at->toolTip() : at->accessibleDescription();
    QToolTip::showText(
        at->mapToGlobal(QPoint(12, 12)),
        QStringLiteral("<p><b>%1</b><br>%2</p>").arg(name.toHtmlEscaped(), words.toHtmlEscaped()),
        const_cast<QWidget*>(at), {}, 12'000);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    // Alt+Down opens the list of a combo box that has the focus, as everywhere; only elsewhere it moves the
    // cursor.
    if (event->type() == QEvent::ShortcutOverride && qobject_cast<QComboBox*>(watched)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up))
            event->accept();
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::saveLayout() {
    QSettings settings = windowSettings();
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    if (!isFullScreen()) settings.setValue(QStringLiteral("docks"), saveState(1));
    for (const TableView* table : findChildren<TableView*>()) table->saveColumns();
}

void MainWindow::restoreLayout() {
    const QSettings settings = windowSettings();
    const QSize room = screen() ? screen()->availableSize() : QSize(1600, 1000);
    resize(QSize(1600, 1000).boundedTo(room).expandedTo(minimumSize()));
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("docks")).toByteArray(), 1);
    m_docks->syncAfterRestore();
    showStatus();
}

}  // namespace firstsplit::ui
