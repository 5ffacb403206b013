// The library in the window: its panel, the boxes of A and B, what is kept of it from one start to the next.
#include <QFileInfo>

#include "ui/library/library_panel.h"
#include "ui/plots/plot_stack.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/widgets/run_combo.h"
#include "ui/widgets/window_state.h"
#include "ui/window/known_folders.h"
#include "ui/window/main_window.h"
#include "ui/window/status_text.h"
#include "ui/window/window_toolbar.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

void MainWindow::openFiles(const QStringList& files) {
    for (const QString& file : files) {
        const QFileInfo info(file);
        if (info.exists()) KnownFolders::add(info.isDir() ? info.absoluteFilePath() : info.absolutePath());
    }
    m_workspace->openFiles(files);
}

void MainWindow::connectLibrary() {
    PlotStack* plots = m_centre->plots();
    const QString baselineKey = QStringLiteral("library/baseline");
    m_workspace->library()->pinBaseline(windowSettings().value(baselineKey).toString());
    connect(m_workspace->library(), &RunLibrary::baselineChanged, this,
            [baselineKey](const QString& path) { windowSettings().setValue(baselineKey, path); });
    connect(m_library, &LibraryPanel::pairChosen, m_workspace, &Workspace::place);
    connect(m_library, &LibraryPanel::manyChosen, m_workspace, &Workspace::placeMany);
    connect(m_library, &LibraryPanel::entered, plots, [plots] { plots->setFocus(Qt::OtherFocusReason); });
    connect(m_library, &LibraryPanel::placedAsA, m_workspace, &Workspace::placeA);
    connect(m_library, &LibraryPanel::placedAsB, m_workspace, &Workspace::placeB);
    connect(m_library, &LibraryPanel::forgetChosen, this, [this](const QString& folder) {
        KnownFolders::forget(folder);
        m_workspace->forgetFolder(folder);
    });
    connect(m_workspace->library(), &RunLibrary::runsChanged, this, [this] {
        QList<std::pair<QString, QString>> runs;
        for (const RunEntry& run : m_workspace->library()->runs())
            if (run.isReadable() && !run.isMissing) runs.push_back({run.path, run.label()});
        m_toolBar->comboA()->setRuns(runs);
        m_toolBar->comboB()->setRuns(runs);
        const auto [seconds, bytes] =
            costAStep(m_workspace->library()->runs(), m_setup->request().source.experiment);
        m_setup->setEstimate(seconds, bytes);
        showPlaces();
    });
    m_workspace->addFolder(m_setup->request().outputFolder);
    for (const QString& folder : KnownFolders::all()) m_workspace->addFolder(folder);
}

}  // namespace firstsplit::ui
