// Runs that the window starts: pairs, what a verdict offers next, journals that are recovered.
#include <QAction>
#include <QDockWidget>
#include <QFileInfo>

#include "core/launch/own_command.h"
#include "ui/library/library_panel.h"
#include "ui/library/library_view.h"
#include "ui/library/log_panel.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/table_view.h"
#include "ui/window/known_folders.h"
#include "ui/window/lesson_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/run_controller.h"
#include "ui/window/window_actions.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

void MainWindow::connectRuns() {
    connect(m_library, &LibraryPanel::recoverChosen, this, &MainWindow::recover);
    const auto showSentence = [this](const QString& sentence) {
        m_centre->messages()->showMessage(sentence);
        m_log->addMessage(sentence);
    };
    connect(m_recovery, &launch::OwnCommand::lineWritten, this, showSentence);
    connect(m_recovery, &launch::OwnCommand::failed, this, showSentence);
    connect(m_recovery, &launch::OwnCommand::finished, this,
            [this, showSentence](int, const QString& output) {
                if (!output.isEmpty()) showSentence(output.trimmed());
                m_workspace->rescan();
            });
    connect(m_setup, &SetupPanel::runRequested, this, &MainWindow::runPairs);
    connect(m_setup, &SetupPanel::stopRequested, this, &MainWindow::stopTraining);
    connect(m_runs, &RunController::growing, m_workspace, &Workspace::follow);
    connect(m_runs, &RunController::pairSaved, this, [this](const QString& a, const QString& b) {
        m_workspace->addPair(a, b);
        KnownFolders::add(QFileInfo(a).absolutePath());
        if (!m_workspace->isFollowing()) return;
        m_workspace->place(a, b);
        m_workspace->beginFollowing();
    });
    connect(m_runs, &RunController::outputWritten, m_log, &LogPanel::addOutput);
    connect(m_runs, &RunController::noted, this, &MainWindow::note);
    connect(m_runs, &RunController::splitSeen, this, &MainWindow::note);
    connect(m_runs, &RunController::progressed, this, [this] {
        m_workspace->setRunning(m_runs->state());
        showReading(m_runs->fraction());
    });
    connect(m_runs, &RunController::ended, this, [this](bool, const QString& sentence) {
        setTraining(false);
        m_workspace->setRunning(std::nullopt);
        m_workspace->rescan();
        showReading(std::nullopt);
        if (sentence.isEmpty()) return;
        m_centre->messages()->showMessage(sentence);
        m_log->addMessage(sentence);
        if (!m_workspace->loaded()) m_centre->showFirstPage();
    });
}

void MainWindow::runPairs(const launch::PairRequest& request) {
    m_centre->messages()->hide();
    setTraining(true);
    m_workspace->closeRuns();
    m_workspace->beginFollowing();
    m_log->addMessage(m_setup->commandLine());
    m_runs->start(request);
    if (m_runs->isRunning()) m_workspace->setRunning(m_runs->state());
}

void MainWindow::setTraining(bool training) {
    m_setup->setRunning(training);
    (*m_actions)[WindowActions::Stop]->setEnabled(training);
    (*m_actions)[WindowActions::Run]->setEnabled(!training && m_setup->obstacle().isEmpty());
}

void MainWindow::runMorePairs() {
    const auto* a = m_workspace->library()->find(m_workspace->pathA());
    const auto* b = m_workspace->library()->find(m_workspace->pathB());
    if (a) m_setup->adopt(*a, b ? *b : *a);
    m_setup->run();
}

void MainWindow::doNext(NextStep step) {
    switch (step) {
        case NextStep::OpenPartner:
            return m_workspace->placePartner();
        case NextStep::RunMorePairs:
        case NextStep::RunAgain:
            return runMorePairs();
        case NextStep::ShowSettings:
        case NextStep::ShowEnvironment:
        case NextStep::ShowDetails:
            return m_docks->show(m_environmentDock);
        case NextStep::ChooseAnotherRun:
            m_docks->show(m_runsDock);
            return m_library->view()->setFocus();
        case NextStep::ShowLog:
            return m_docks->show(m_logDock);
        case NextStep::ShowLastWords:
            m_docks->show(m_logDock);
            return m_log->showLastWords();
        case NextStep::Stop:
            return stopTraining();
    }
}

void MainWindow::recover(const QString& journal) {
    if (!m_recovery->isRunning()) m_recovery->start({QStringLiteral("recover"), journal});
}

void MainWindow::stopTraining() {
    if (m_lessons->isAtCommand())
        m_lessons->session()->stop();
    else
        m_runs->stop();
}

}  // namespace firstsplit::ui
