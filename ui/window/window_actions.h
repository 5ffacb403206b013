#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

class QMenu;
class QMenuBar;
class QWidget;

namespace firstsplit::ui {

/// Every command of the window with its name, keys, icon and explanation, and the menus that list them.
class WindowActions : public QObject {
    Q_OBJECT
  public:
    enum Id {
        Open,
        CloseRuns,
        Reload,
        Export,
        Quit,
        Copy,
        CopyCommand,
        Find,
        Swap,
        WholeRun,
        ZoomIn,
        ZoomOut,
        ViewBack,
        ViewForward,
        LargerText,
        SmallerText,
        Present,
        DefaultLayout,
        FirstSplit,
        LastDifference,
        NextDifference,
        PreviousDifference,
        StepForward,
        StepBack,
        PageForward,
        PageBack,
        FirstStep,
        LastStep,
        GoToStep,
        SetSecondCursor,
        ClearSecondCursor,
        LeftDock,
        Centre,
        RightDock,
        Pairs,
        NextArea,
        Run,
        Stop,
        StopReading,
        Rescan,
        Lessons,
        Help,
        Shortcuts,
        About,
        Count
    };

    /// `plots` is where keys without a modifier act (Left, Space, + …); everywhere else they are the widget's
    /// own.
    WindowActions(QWidget* window, QWidget* plots);

    QAction* operator[](Id id) const { return m_actions.value(id); }
    void addMenus(QMenuBar* bar);
    QMenu* plotMenu() const { return m_plots; }
    QMenu* dockMenu() const { return m_docks; }
    QMenu* themeMenu() const { return m_theme; }

  private:
    QHash<int, QAction*> m_actions;
    QMenu *m_plots = nullptr, *m_docks = nullptr, *m_theme = nullptr;
};

}  // namespace firstsplit::ui
