#include "ui/window/window_actions.h"

#include <QMenu>
#include <QMenuBar>

#include "ui/widgets/icons.h"

namespace firstsplit::ui {
namespace {

using Id = WindowActions::Id;

struct Spec {
    Id id;
    const char* text;
    QStringList keys;
    const char* icon = "";
    const char* tip = "";
    bool isOfPlots = false;  ///< acts only while the plots have the focus
};

QList<Spec> specs() {
    return {
        {Id::Open, QT_TR_NOOP("&Open…"), {"Ctrl+O"}, "open", QT_TR_NOOP("Open run files")},
        {Id::CloseRuns, QT_TR_NOOP("&Close runs"), {"Ctrl+W"}, "", QT_TR_NOOP("Back to the first page")},
        {Id::Reload, QT_TR_NOOP("&Reload"), {"F5"}, "", QT_TR_NOOP("Read both runs again")},
        {Id::Export,
         QT_TR_NOOP("&Export…"),
         {"Ctrl+E"},
         "",
         QT_TR_NOOP("Save the comparison as a report, numbers or a picture")},
        {Id::Quit, QT_TR_NOOP("&Quit"), {"Ctrl+Q"}, "", ""},
        {Id::Copy,
         QT_TR_NOOP("&Copy"),
         {"Ctrl+C"},
         "copy",
         QT_TR_NOOP("Copy the selection, the verdict or the plots, by focus")},
        {Id::CopyCommand,
         QT_TR_NOOP("Copy co&mmand"),
         {"Ctrl+Shift+C"},
         "",
         QT_TR_NOOP("Copy the command that does the same as Run")},
        {Id::Find, QT_TR_NOOP("&Filter"), {"Ctrl+F"}, "", QT_TR_NOOP("Filter the current table")},
        {Id::Swap,
         QT_TR_NOOP("&Swap A and B"),
         {"Ctrl+Shift+X"},
         "swap",
         QT_TR_NOOP("Exchange A and B everywhere")},
        {Id::WholeRun, QT_TR_NOOP("&Whole run"), {"Ctrl+0"}, "whole-run", QT_TR_NOOP("Show all steps")},
        {Id::ZoomIn,
         QT_TR_NOOP("Zoom &in"),
         {"+", "="},
         "",
         QT_TR_NOOP("Show fewer steps around the cursor"),
         true},
        {Id::ZoomOut,
         QT_TR_NOOP("Zoom o&ut"),
         {"-"},
         "",
         QT_TR_NOOP("Show more steps around the cursor"),
         true},
        {Id::ViewBack, QT_TR_NOOP("Previous &view"), {"Alt+Left"}, "", ""},
        {Id::ViewForward, QT_TR_NOOP("N&ext view"), {"Alt+Right"}, "", ""},
        {Id::LargerText,
         QT_TR_NOOP("&Larger text and lines"),
         {"Ctrl++", "Ctrl+="},
         "",
         QT_TR_NOOP("For a projector: verdict, ladder and plots")},
        {Id::SmallerText, QT_TR_NOOP("S&maller text and lines"), {"Ctrl+-"}, "", ""},
        {Id::Present,
         QT_TR_NOOP("&Full screen"),
         {"F11"},
         "",
         QT_TR_NOOP("Only verdict, ladder and plots; Esc ends it")},
        {Id::DefaultLayout,
         QT_TR_NOOP("&Default layout"),
         {},
         "",
         QT_TR_NOOP("Put all docks back to where they were at first")},
        {Id::FirstSplit,
         QT_TR_NOOP("&First split"),
         {"Alt+Home"},
         "first-split",
         QT_TR_NOOP("Go to the first step at which anything differs")},
        {Id::LastDifference,
         QT_TR_NOOP("&Last difference"),
         {"Alt+End"},
         "",
         QT_TR_NOOP("Go to the last event")},
        {Id::NextDifference,
         QT_TR_NOOP("&Next difference"),
         {"F7", "Alt+Down", "Ctrl+Down"},
         "next",
         QT_TR_NOOP("Go to the next event")},
        {Id::PreviousDifference,
         QT_TR_NOOP("&Previous difference"),
         {"Shift+F7", "Alt+Up", "Ctrl+Up"},
         "previous",
         QT_TR_NOOP("Go to the previous event")},
        {Id::StepForward, QT_TR_NOOP("Step forward"), {"Right"}, "", "", true},
        {Id::StepBack, QT_TR_NOOP("Step back"), {"Left"}, "", "", true},
        {Id::PageForward, QT_TR_NOOP("A tenth of the view forward"), {"PgDown"}, "", "", true},
        {Id::PageBack, QT_TR_NOOP("A tenth of the view back"), {"PgUp"}, "", "", true},
        {Id::FirstStep, QT_TR_NOOP("First step"), {"Home"}, "", "", true},
        {Id::LastStep, QT_TR_NOOP("Last step"), {"End"}, "", "", true},
        {Id::GoToStep, QT_TR_NOOP("&Go to step…"), {"Ctrl+G"}, "", QT_TR_NOOP("Type a step number")},
        {Id::SetSecondCursor,
         QT_TR_NOOP("Set second cursor"),
         {"Space"},
         "",
         QT_TR_NOOP("Differences between the two cursors stand in every legend"),
         true},
        {Id::ClearSecondCursor, QT_TR_NOOP("Clear second cursor"), {"Shift+Space"}, "", "", true},
        {Id::LeftDock,
         QT_TR_NOOP("Left dock"),
         {"Ctrl+1"},
         "",
         QT_TR_NOOP("Set-up, runs, log: show and go there, or hide")},
        {Id::Centre, QT_TR_NOOP("Verdict and plots"), {"Ctrl+2"}, "", ""},
        {Id::RightDock,
         QT_TR_NOOP("Right dock"),
         {"Ctrl+3"},
         "",
         QT_TR_NOOP("Step, environment, samples: show and go there, or hide")},
        {Id::Pairs, QT_TR_NOOP("Pairs"), {"Ctrl+4"}, "", ""},
        {Id::NextArea, QT_TR_NOOP("Next area"), {"F6"}, "", ""},
        {Id::Run,
         QT_TR_NOOP("&Run"),
         {"Ctrl+Return", "Ctrl+Enter"},
         "run",
         QT_TR_NOOP("Run the pairs that are set up")},
        {Id::Stop,
         QT_TR_NOOP("&Stop"),
         {"Ctrl+."},
         "stop",
         QT_TR_NOOP("Stop the runs; what was recorded is kept")},
        {Id::Rescan,
         QT_TR_NOOP("&Look for new runs"),
         {},
         "",
         QT_TR_NOOP("Read the folders of the library again")},
        {Id::StopReading,
         QT_TR_NOOP("Stop &reading"),
         {"Esc"},
         "",
         QT_TR_NOOP("Stop reading files; the old picture stays")},
        {Id::Lessons,
         QT_TR_NOOP("&Lessons"),
         {},
         "lesson",
         QT_TR_NOOP("To the first page, with all lessons")},
        {Id::Help,
         QT_TR_NOOP("&What is this?"),
         {"F1"},
         "",
         QT_TR_NOOP("Explains the thing that has the focus")},
        {Id::Shortcuts, QT_TR_NOOP("&Keyboard shortcuts"), {"Ctrl+?"}, "", ""},
        {Id::About, QT_TR_NOOP("&About FirstSplit"), {}, "", ""},
    };
}

}  // namespace

WindowActions::WindowActions(QWidget* window, QWidget* plots) : QObject(window) {
    for (const Spec& spec : specs()) {
        auto* action = new QAction(tr(spec.text), this);
        QList<QKeySequence> keys;
        for (const QString& key : spec.keys) keys << QKeySequence(key);
        action->setShortcuts(keys);
        if (*spec.icon) action->setIcon(icon(QString::fromLatin1(spec.icon)));
        QString tip = *spec.tip ? tr(spec.tip) : QString(action->text()).remove(QLatin1Char('&'));
        action->setStatusTip(tip);
        if (!keys.isEmpty())
            tip += QStringLiteral(" (%1)").arg(keys.front().toString(QKeySequence::NativeText));
        action->setToolTip(tip);
        action->setMenuRole(QAction::NoRole);
        if (spec.isOfPlots) {
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
            plots->addAction(action);
        } else {
            window->addAction(action);
        }
        m_actions.insert(spec.id, action);
    }
}

void WindowActions::addMenus(QMenuBar* bar) {
    const auto add = [this](QMenu* menu, std::initializer_list<int> ids) {
        for (const int id : ids) {
            if (id < 0)
                menu->addSeparator();
            else
                menu->addAction(m_actions.value(id));
        }
    };
    add(bar->addMenu(tr("&File")), {Open, Reload, CloseRuns, -1, Export, -1, Quit});
    add(bar->addMenu(tr("&Edit")), {Copy, CopyCommand, -1, Find, Swap});
    QMenu* view = bar->addMenu(tr("&View"));
    m_plots = view->addMenu(tr("&Plots"));
    m_docks = view->addMenu(tr("D&ocks"));
    m_theme = view->addMenu(tr("&Theme"));
    view->addSeparator();
    add(view, {WholeRun, ZoomIn, ZoomOut, ViewBack, ViewForward, -1, LargerText, SmallerText, Present, -1,
               DefaultLayout});
    add(bar->addMenu(tr("&Go")), {FirstSplit,
                                  PreviousDifference,
                                  NextDifference,
                                  LastDifference,
                                  -1,
                                  StepBack,
                                  StepForward,
                                  PageBack,
                                  PageForward,
                                  FirstStep,
                                  LastStep,
                                  GoToStep,
                                  -1,
                                  SetSecondCursor,
                                  ClearSecondCursor,
                                  -1,
                                  LeftDock,
                                  Centre,
                                  RightDock,
                                  Pairs,
                                  NextArea});
    add(bar->addMenu(tr("&Run")), {Run, Stop, -1, StopReading});
    add(bar->addMenu(tr("&Tools")), {CopyCommand, Rescan});
    add(bar->addMenu(tr("&Help")), {Help, Shortcuts, -1, Lessons, -1, About});
}

}  // namespace firstsplit::ui
