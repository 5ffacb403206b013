#include "ui/window/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QScreen>
#include <QSpinBox>
#include <QStatusBar>

#include "core/launch/own_command.h"
#include "core/launch/run_paths.h"
#include "ui/inspector/environment_panel.h"
#include "ui/inspector/samples_panel.h"
#include "ui/inspector/step_panel.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/library/library_panel.h"
#include "ui/library/log_panel.h"
#include "ui/library/pairs_panel.h"
#include "ui/plots/plot_stack.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/first_page.h"
#include "ui/verdict/partner_list.h"
#include "ui/verdict/process_bar.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/announcer.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/run_combo.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/window_state.h"
#include "ui/window/lesson_controller.h"
#include "ui/window/run_controller.h"
#include "ui/window/status_text.h"
#include "ui/window/step_navigator.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_toolbar.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

MainWindow::MainWindow(ComparisonLoader::Opener opener, QWidget* parent)
    : QMainWindow(parent),
      m_workspace(new Workspace(std::move(opener), this)),
      m_runs(new RunController(this)),
      m_centre(new CentreView(m_workspace->library())),
      m_actions(new WindowActions(this, m_centre->plots())),
      m_toolBar(new WindowToolBar(*m_actions)),
      m_docks(new WindowDocks(this)),
      m_navigator(new StepNavigator(m_workspace, m_centre->plots(), this)),
      m_lessons(new LessonController(m_workspace, m_runs, this)),
      m_cursorWords(new Announcer(m_centre->plots())),
      m_recovery(new launch::OwnCommand(launch::programPath(), this)) {
    setWindowTitle(QStringLiteral("FirstSplit"));
    setMinimumSize(1180, 680);
    setAcceptDrops(true);
    setCentralWidget(m_centre);
    m_centre->setMinimumWidth(620);
    addToolBar(m_toolBar);
    makeDocks();
    makeStatusBar();
    fillMenus();
    connectActions();
    connectWorkspace();
    connectRuns();
    connectPanels();
    connectLibrary();
    connectLessons();
    if (const auto runner = launch::checkRunner(); !runner)
        m_centre->firstPage()->setObstacle(QString::fromStdString(runner.error().message));
    showPlaces();
    restoreLayout();
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow() {
    qApp->removeEventFilter(this);
}

void MainWindow::makeDocks() {
    using Side = WindowDocks::Side;
    m_setup = new SetupPanel;
    m_library = new LibraryPanel(m_workspace->library());
    m_log = new LogPanel;
    m_pairs = new PairsPanel(m_workspace->pairs());
    m_step = new StepPanel;
    m_environment = new EnvironmentPanel;
    m_samples = new SamplesPanel;
    m_setupDock =
        m_docks->add(Side::Left, QStringLiteral("setupDock"), tr("Set-up"), QStringLiteral("setup"), m_setup);
    m_runsDock =
        m_docks->add(Side::Left, QStringLiteral("runsDock"), tr("Runs"), QStringLiteral("runs"), m_library);
    m_logDock = m_docks->add(Side::Left, QStringLiteral("logDock"), tr("Log"), QStringLiteral("log"), m_log);
    m_pairsDock =
        m_docks->add(Side::Left, QStringLiteral("pairsDock"), tr("Pairs"), QStringLiteral("pairs"), m_pairs);
    m_stepDock =
        m_docks->add(Side::Right, QStringLiteral("stepDock"), tr("Step"), QStringLiteral("step"), m_step);
    m_samplesDock = m_docks->add(Side::Right, QStringLiteral("samplesDock"), tr("Samples"),
                                 QStringLiteral("samples"), m_samples);
    m_environmentDock = m_docks->add(Side::Right, QStringLiteral("environmentDock"), tr("Environment"),
                                     QStringLiteral("environment"), m_environment);
    m_lessonDock = m_docks->add(Side::Right, QStringLiteral("lessonDock"), tr("Lesson"),
                                QStringLiteral("lesson"), m_lessons->panel());
    m_docks->setAvailable(m_samplesDock, false);
    m_docks->setAvailable(m_lessonDock, false);
    m_docks->finish();
}

void MainWindow::makeStatusBar() {
    m_compared = new ElidedLabel;
    m_device = new QLabel;
    m_progress = new QProgressBar;
    m_compared->setAccessibleName(tr("What was compared"));
    m_device->setAccessibleName(tr("Device and versions"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setFixedSize(140, 14);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_compared->setContentsMargins(6, 0, 0, 0);
    m_device->setContentsMargins(0, 0, 6, 0);
    statusBar()->addWidget(m_compared, 1);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_device);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::connectWorkspace() {
    ComparisonLoader* loader = m_workspace->loader();
    connect(m_workspace, &Workspace::placed, this, &MainWindow::showPlaces);
    connect(m_workspace, &Workspace::loadedChanged, this, &MainWindow::showLoaded);
    connect(m_workspace, &Workspace::verdictChanged, m_centre, &CentreView::showVerdict);
    connect(m_workspace, &Workspace::failed, this, [this](const QString& sentence) {
        m_centre->messages()->showMessage(sentence);
        m_log->addMessage(sentence);
    });
    connect(m_workspace, &Workspace::incomparable, this, [this](const QString& sentence) {
        m_centre->clearRuns();
        m_centre->showVerdict(verdictOfFailure(sentence));
        m_step->setReport(nullptr);
        m_environment->setComparison(nullptr, false);
        showStatus();
    });
    connect(m_workspace, &Workspace::changedOnDisk, this,
            [this](const QString& sentence) { m_centre->messages()->showMessage(sentence, tr("Reload")); });
    connect(m_workspace, &Workspace::vanishedFromDisk, m_centre->messages(),
            [this](const QString& sentence) { m_centre->messages()->showMessage(sentence); });
    connect(m_centre->messages(), &MessageBar::actionChosen, this, [this] {
        m_centre->messages()->hide();
        m_workspace->reload();
    });
    connect(m_workspace, &Workspace::closed, this, [this] {
        m_centre->clearRuns();
        m_centre->showFirstPage();
        m_step->setReport(nullptr);
        m_environment->setComparison(nullptr, false);
        m_docks->adapt(width(), false);
        showStatus();
    });
    // A read that takes no noticeable time shows no bar.
    connect(loader, &ComparisonLoader::started, this,
            [this] { m_actions->operator[](WindowActions::StopReading)->setEnabled(true); });
    connect(loader, &ComparisonLoader::progressed, this, [this](double fraction) {
        if (m_workspace->loader()->isReading()) showReading(fraction);
    });
    for (const auto signal : {&ComparisonLoader::finished, &ComparisonLoader::cancelled})
        connect(loader, signal, this, [this] { showReading(std::nullopt); });
    connect(loader, &ComparisonLoader::failed, this, [this] { showReading(std::nullopt); });
    connect(loader, &ComparisonLoader::inspected, m_step, &StepPanel::setReport);
    connect(m_workspace, &Workspace::partnersChanged, m_centre->partners(), &PartnerList::setPartners);
    connect(m_centre->partners(), &PartnerList::partnerChosen, m_workspace, &Workspace::placeBeside);
}

void MainWindow::connectPanels() {
    PlotStack* plots = m_centre->plots();
    connect(plots, &PlotStack::cursorStepChanged, this, &MainWindow::cursorMoved);
    connect(plots, &PlotStack::tensorActivated, this, [this](Kind kind, const QString& name) {
        m_docks->show(m_stepDock);
        m_step->selectTensor(kind, name);
    });
    connect(plots, &PlotStack::tensorChoiceChanged, this, &MainWindow::readCells);
    connect(m_workspace->loader(), &ComparisonLoader::othersRead, plots, &PlotStack::setOthers);
    connect(m_workspace->loader(), &ComparisonLoader::cellsRead, plots, &PlotStack::setTensorCells);
    connect(m_toolBar, &WindowToolBar::stepChosen, m_navigator, &StepNavigator::goTo);
    connect(m_toolBar->comboA(), &RunCombo::runChosen, m_workspace, &Workspace::placeA);
    connect(m_toolBar->comboB(), &RunCombo::runChosen, m_workspace, &Workspace::placeB);
    connect(m_navigator, &StepNavigator::noted, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, 4000); });
    connect(m_step, &StepPanel::stepChosen, m_navigator, &StepNavigator::goTo);
    connect(m_step, &StepPanel::tensorSelected, this,
            [this, plots] { m_workspace->inspect(plots->cursorStep(), m_step->selectedTensor()); });
    connect(m_pairs, &PairsPanel::pairChosen, m_workspace, &Workspace::place);
    FirstPage* first = m_centre->firstPage();
    connect(first, &FirstPage::pairChosen, m_workspace, &Workspace::place);
    connect(first, &FirstPage::openChosen, this, &MainWindow::chooseFiles);
    connect(first, &FirstPage::trainTwiceChosen, this, [this] {
        m_setup->chooseDefault();
        m_setup->run();
    });
    connect(first, &FirstPage::ownCommandChosen, this, [this] {
        m_docks->show(m_setupDock);
        m_setup->chooseCommand();
    });
    connect(m_workspace, &Workspace::processesCompared, this, [this](const ProcessList& list) {
        m_centre->processes()->setProcesses(list, m_workspace->loadedA());
    });
    connect(m_centre->processes(), &ProcessBar::pairChosen, m_workspace, &Workspace::place);
    connect(m_centre->verdictBar(), &VerdictBar::nextChosen, this, &MainWindow::doNext);
    connect(m_setup, &SetupPanel::changed, this, [this] {
        const bool isBusy = m_runs->isRunning() || m_lessons->isAtCommand();
        (*m_actions)[WindowActions::Run]->setEnabled(!isBusy && m_setup->obstacle().isEmpty());
    });
}

void MainWindow::chooseFiles() {
    openFiles(QFileDialog::getOpenFileNames(this, tr("Open runs: one, or two to compare"),
                                            m_setup->request().outputFolder,
                                            tr("Runs (*.split.h5 *.split.part);;All files (*)")));
}

void MainWindow::showPlaces() {
    const QString a = m_workspace->pathA();
    const QString b = m_workspace->pathB();
    m_toolBar->comboA()->showRun(a, m_workspace->nameOf(a));
    m_toolBar->comboB()->showRun(b, m_workspace->nameOf(b));
    (*m_actions)[WindowActions::Swap]->setEnabled(!b.isEmpty());
    for (const auto id : {WindowActions::CloseRuns, WindowActions::Reload})
        (*m_actions)[id]->setEnabled(!a.isEmpty());
    setWindowTitle(a.isEmpty() ? QStringLiteral("FirstSplit")
                   : b.isEmpty()
                       ? tr("%1 – FirstSplit").arg(m_workspace->nameOf(a))
                       : tr("%1 ↔ %2 – FirstSplit").arg(m_workspace->nameOf(a), m_workspace->nameOf(b)));
}

void MainWindow::showLoaded(const LoadedPointer& loaded, bool isOtherPair) {
    PlotStack* plots = m_centre->plots();
    if (isOtherPair) {
        m_centre->messages()->hide();
        showPlaces();
    }
    m_centre->showRuns(*loaded);
    m_toolBar->setSteps(m_workspace->stepCount());
    m_environment->setComparison(loaded->comparison.get(), loaded->isSingle);
    m_samples->setEpochs(loaded->comparison->measuredA.epochs, loaded->comparison->measuredB.epochs);
    m_docks->setAvailable(m_samplesDock, m_samples->hasDifferences());
    m_docks->adapt(width(), true);
    if (isOtherPair) {
        m_log->addRun(QStringLiteral("A"), loaded->comparison->a, loaded->logA);
        if (!loaded->isSingle) m_log->addRun(QStringLiteral("B"), loaded->comparison->b, loaded->logB);
        if (const auto split = m_workspace->firstSplit()) m_navigator->goTo(*split);
    }
    cursorMoved(plots->cursorStep());
    showStatus();
    readCells();
}

void MainWindow::readCells() {
    const LoadedPointer& loaded = m_workspace->loaded();
    // Before the weights are measured it is not known whether sizes will be shown in their place.
    if (!loaded || !loaded->isMeasured) return;
    if (const auto kind = m_centre->plots()->cellsNeeded()) m_workspace->loader()->readCells(*kind);
}

void MainWindow::cursorMoved(qint64 step) {
    m_toolBar->setStep(step, m_workspace->events().placeOf(step));
    const QString title = step < 0 ? tr("Before training") : tr("Step %1").arg(step);
    m_stepDock->setWindowTitle(title);
    QStringList words{title, m_workspace->events().placeOf(step), m_centre->plots()->wordsAtCursor()};
    words.removeAll(QString());
    m_cursorWords->say(words.join(QStringLiteral(". ")));
    m_workspace->inspect(step, m_step->selectedTensor());
}

void MainWindow::showReading(std::optional<double> fraction) {
    // A job in progress keeps its own bar.
    if (!fraction && m_runs->isRunning()) fraction = m_runs->fraction();
    m_centre->verdictBar()->setProgress(fraction);
    m_progress->setVisible(fraction.has_value());
    if (fraction) {
        m_progress->setRange(0, *fraction < 0 ? 0 : 1000);
        m_progress->setValue(static_cast<int>(std::max(*fraction, 0.0) * 1000));
    }
    const bool isReading = m_workspace->loader()->isReading();
    (*m_actions)[WindowActions::StopReading]->setEnabled(isReading || isFullScreen());
}

void MainWindow::showStatus() {
    const LoadedPointer& loaded = m_workspace->loaded();
    m_compared->setWords(loaded ? comparedText(*loaded) : QString(),
                         loaded ? leftOutText(*loaded) : QString());
    m_device->setText(loaded ? deviceText(loaded->comparison->a)
                             : QStringLiteral("FirstSplit ") + QStringLiteral(FIRSTSPLIT_VERSION));
    const bool isPair = loaded && !loaded->isSingle;
    for (const auto id : {WindowActions::Export, WindowActions::FirstSplit, WindowActions::LastDifference,
                          WindowActions::NextDifference, WindowActions::PreviousDifference})
        (*m_actions)[id]->setEnabled(isPair);
    for (const auto id : {WindowActions::WholeRun, WindowActions::GoToStep, WindowActions::ViewBack,
                          WindowActions::ViewForward})
        (*m_actions)[id]->setEnabled(loaded != nullptr);
}

void MainWindow::note(const QString& sentence) {
    m_log->addMessage(sentence);
    statusBar()->showMessage(sentence, 6000);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_toolBar->setCompact(width() < WindowDocks::leftFoldsBelow);
    m_docks->adapt(width(), !m_workspace->isEmpty());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) files << url.toLocalFile();
    event->acceptProposedAction();
    openFiles(files);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveLayout();
    m_runs->stop();
    QMainWindow::closeEvent(event);
}

}  // namespace firstsplit::ui
