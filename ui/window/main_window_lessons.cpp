// A lesson in the window: its set-up, its dock, and what its commands say.
#include <QDockWidget>

#include "ui/lessons/lesson_panel.h"
#include "ui/library/log_panel.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/first_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/lesson_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/run_controller.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

void MainWindow::connectLessons() {
    LessonPanel* panel = m_lessons->panel();
    connect(m_centre->firstPage(), &FirstPage::lessonChosen, this, &MainWindow::startLesson);
    connect(panel, &LessonPanel::lessonChosen, this, &MainWindow::startLesson);
    connect(panel, &LessonPanel::pairChosen, m_workspace, &Workspace::place);
    connect(panel, &LessonPanel::allChosen, this, &MainWindow::leaveLesson);
    connect(m_lessons, &LessonController::opened, this, [this] {
        m_docks->setKept(WindowDocks::Side::Right, true);
        m_docks->setAvailable(m_lessonDock, true);
        m_docks->show(m_lessonDock);
    });
    connect(m_lessons, &LessonController::runWanted, this, [this](const launch::PairRequest& request) {
        m_setup->adopt(request);
        runPairs(request);
    });
    connect(m_lessons, &LessonController::commandStarted, this, [this] {
        m_centre->messages()->hide();
        m_workspace->closeRuns();
        setTraining(true);
    });
    connect(m_lessons, &LessonController::reported, this,
            [this](const VerdictView& verdict, const QString& text, double fraction) {
                m_centre->showVerdict(verdict);
                m_centre->showReport(text);
                showReading(fraction);
            });
    connect(m_lessons, &LessonController::commandEnded, this, [this] {
        setTraining(false);
        showReading(std::nullopt);
    });
    connect(m_lessons, &LessonController::failed, this, [this](const QString& sentence) {
        m_centre->messages()->showMessage(sentence);
        m_log->addMessage(sentence);
    });
}

void MainWindow::startLesson(const QString& name) {
    if (m_runs->isRunning() || m_lessons->isAtCommand()) {
        m_centre->messages()->showMessage(
            tr("Another training is at work. Wait for its end, or stop it first (Ctrl+.)."));
        return;
    }
    m_lessons->start(name, m_setup->request().outputFolder);
}

void MainWindow::leaveLesson() {
    if (m_lessons->session()->isTraining())
        stopTraining();
    else if (m_runs->isRunning())
        return m_centre->messages()->showMessage(
            tr("A training is at work. Wait for its end, or stop it first (Ctrl+.)."));
    m_lessons->session()->close();
    m_docks->setKept(WindowDocks::Side::Right, false);
    m_docks->setAvailable(m_lessonDock, false);
    m_workspace->closeRuns();
}

}  // namespace firstsplit::ui
