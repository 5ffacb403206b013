#pragma once

#include <QMainWindow>

#include "ui/models/comparison_loader.h"
#include "ui/verdict/verdict_view.h"
#include "ui/window/window_docks.h"

class QLabel;
class QProgressBar;

namespace firstsplit::launch {
class OwnCommand;
struct PairRequest;
}

namespace firstsplit::ui {

class Announcer;
class CentreView;
class ElidedLabel;
class EnvironmentPanel;
class LessonController;
class LibraryPanel;
class LogPanel;
class PairsPanel;
class RunController;
class SamplesPanel;
class SetupPanel;
class StepNavigator;
class StepPanel;
class WindowActions;
class WindowToolBar;
class Workspace;

/// The window: puts docks, models and actions together, and leaves the work to them.
class MainWindow : public QMainWindow {
    Q_OBJECT
  public:
    /// `opener` reads runs, on the I/O thread; tests give their own.
    explicit MainWindow(ComparisonLoader::Opener opener = record::openRun, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens run files; the first two become A and B.
    void openFiles(const QStringList& files);

    Workspace* workspace() const { return m_workspace; }
    WindowActions* actionTable() const { return m_actions; }
    WindowDocks* docks() const { return m_docks; }
    WindowToolBar* toolBar() const { return m_toolBar; }
    CentreView* centre() const { return m_centre; }
    SetupPanel* setup() const { return m_setup; }
    StepPanel* stepPanel() const { return m_step; }
    StepNavigator* navigator() const { return m_navigator; }
    LessonController* lessons() const { return m_lessons; }

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void makeDocks();
    void makeStatusBar();
    void connectActions();
    void connectWorkspace();
    void connectRuns();
    void connectPanels();
    void connectLibrary();
    void connectLessons();
    void fillMenus();

    void chooseFiles();
    void showLoaded(const LoadedPointer& loaded, bool isOtherPair);
    void showPlaces();
    void readCells();
    void showReading(std::optional<double> fraction);
    void showStatus();
    void cursorMoved(qint64 step);
    void doNext(NextStep step);
    void runPairs(const launch::PairRequest& request);
    void runMorePairs();
    void startLesson(const QString& name);
    void leaveLesson();
    void recover(const QString& journal);
    void stopTraining();
    void setTraining(bool training);
    void note(const QString& sentence);
    void copy();
    void find();
    void present(bool full);
    void toggleSide(WindowDocks::Side side);
    void focusNextArea();
    void explainFocus();
    void saveLayout();
    void restoreLayout();

    Workspace* m_workspace;
    RunController* m_runs;
    CentreView* m_centre;
    WindowActions* m_actions;
    WindowToolBar* m_toolBar;
    WindowDocks* m_docks;
    StepNavigator* m_navigator;
    LessonController* m_lessons;
    Announcer* m_cursorWords;
    launch::OwnCommand* m_recovery;
    SetupPanel* m_setup;
    LibraryPanel* m_library;
    LogPanel* m_log;
    PairsPanel* m_pairs;
    StepPanel* m_step;
    EnvironmentPanel* m_environment;
    SamplesPanel* m_samples;
    QDockWidget *m_setupDock, *m_runsDock, *m_logDock, *m_pairsDock, *m_stepDock, *m_samplesDock,
        *m_environmentDock, *m_lessonDock;
    ElidedLabel* m_compared;
    QLabel* m_device;
    QProgressBar* m_progress;
};

}  // namespace firstsplit::ui
