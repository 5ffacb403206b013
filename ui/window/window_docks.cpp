#include "ui/window/window_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QTabBar>
#include <QToolBar>

#include "ui/widgets/icons.h"

namespace firstsplit::ui {
namespace {

/// What stands above a dock: nothing when its tab says its name already, else a single tab of the same look.
class DockTitle : public QWidget {
  public:
    explicit DockTitle(QDockWidget* dock) : QWidget(dock), m_tabs(new QTabBar) {
        m_tabs->addTab(dock->windowTitle());
        // A press reaches the dock, which then can be dragged.
        m_tabs->setAttribute(Qt::WA_TransparentForMouseEvents);
        m_tabs->setFocusPolicy(Qt::NoFocus);
        m_tabs->setDrawBase(true);
        m_tabs->setExpanding(false);
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_tabs, 1);
    }
    void setTabbed(bool tabbed) { m_tabs->setVisible(!tabbed); }

  private:
    QTabBar* m_tabs;
};

/// Pairs has a place of its own, below the tabs.
bool isBelow(const QDockWidget* dock) {
    return dock->objectName() == QStringLiteral("pairsDock");
}

int at(WindowDocks::Side side) {
    return side == WindowDocks::Side::Left ? 0 : 1;
}

}  // namespace

WindowDocks::WindowDocks(QMainWindow* window)
    : QObject(window),
      m_window(window),
      m_leftStrip(new QToolBar(tr("Left dock, folded"))),
      m_rightStrip(new QToolBar(tr("Right dock, folded"))) {
    window->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks |
                           QMainWindow::AllowNestedDocks | QMainWindow::GroupedDragging);
    window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    for (const auto& [area, other] : {std::pair{Qt::TopLeftCorner, Qt::LeftDockWidgetArea},
                                      std::pair{Qt::BottomLeftCorner, Qt::LeftDockWidgetArea},
                                      std::pair{Qt::TopRightCorner, Qt::RightDockWidgetArea},
                                      std::pair{Qt::BottomRightCorner, Qt::RightDockWidgetArea}})
        window->setCorner(area, other);
    for (QToolBar* strip : {m_leftStrip, m_rightStrip}) {
        strip->setMovable(false);
        strip->setContextMenuPolicy(Qt::PreventContextMenu);
        strip->setIconSize({18, 18});
        strip->setObjectName(strip == m_leftStrip ? QStringLiteral("leftStrip")
                                                  : QStringLiteral("rightStrip"));
        strip->hide();
    }
    window->addToolBar(Qt::LeftToolBarArea, m_leftStrip);
    window->addToolBar(Qt::RightToolBarArea, m_rightStrip);
    m_titleTimer.setSingleShot(true);
    m_titleTimer.setInterval(0);
    connect(&m_titleTimer, &QTimer::timeout, this, &WindowDocks::styleTitles);
}

QDockWidget* WindowDocks::add(Side side, const QString& name, const QString& title, const QString& iconName,
                              QWidget* widget) {
    auto* dock = new QDockWidget(title, m_window);
    dock->setObjectName(name);
    dock->setAccessibleName(title);
    dock->setWidget(widget);
    dock->setTitleBarWidget(new DockTitle(dock));
    (side == Side::Left ? m_left : m_right) << dock;
    m_available.insert(dock, true);
    auto* action = new QAction(icon(iconName), title, this);
    action->setToolTip(title);
    connect(action, &QAction::triggered, this, [this, dock] { show(dock); });
    connect(dock, &QDockWidget::windowTitleChanged, action, &QAction::setToolTip);
    strip(side)->addAction(action);
    m_stripActions.insert(dock, action);
    if (QWidget* button = strip(side)->widgetForAction(action)) {
        button->setMinimumSize(30, 30);
        button->setAccessibleName(title);
    }
    connect(dock, &QDockWidget::topLevelChanged, this, [this, dock](bool isFloating) {
        // A floating dock has the frame of a window.
        QWidget* old = dock->titleBarWidget();
        if (isFloating) {
            dock->setTitleBarWidget(nullptr);
            if (old) old->deleteLater();
        } else if (!old) {
            dock->setTitleBarWidget(new DockTitle(dock));
        }
        m_titleTimer.start();
    });
    connect(dock, &QDockWidget::dockLocationChanged, &m_titleTimer, qOverload<>(&QTimer::start));
    connect(dock, &QDockWidget::visibilityChanged, &m_titleTimer, qOverload<>(&QTimer::start));
    return dock;
}

void WindowDocks::finish() {
    arrangeDefault();
    styleTitles();
}

void WindowDocks::styleTitles() {
    for (QDockWidget* dock : m_left + m_right) {
        auto* title = dynamic_cast<DockTitle*>(dock->titleBarWidget());
        if (!title) continue;
        bool isTabbed = false;
        for (const QDockWidget* other : m_window->tabifiedDockWidgets(dock))
            isTabbed |= other->isVisibleTo(m_window) || !other->isHidden();
        title->setTabbed(isTabbed);
    }
    for (QTabBar* bar : m_window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setExpanding(false);
        bar->setAccessibleName(tr("Tabs of a dock"));
    }
}

void WindowDocks::arrangeDefault() {
    m_isFolded[0] = m_isFolded[1] = false;
    for (const Side side : {Side::Left, Side::Right}) {
        const auto area = side == Side::Left ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea;
        const QList<QDockWidget*> all = docks(side);
        for (QDockWidget* dock : all) {
            dock->setFloating(false);
            m_window->addDockWidget(area, dock);
            dock->setVisible(m_available.value(dock));
        }
        // Below first: a dock that is split off a tab would become a tab itself.
        for (int i = 1; i < all.size(); ++i)
            if (isBelow(all[i])) m_window->splitDockWidget(all[0], all[i], Qt::Vertical);
        for (int i = 1; i < all.size(); ++i)
            if (!isBelow(all[i])) m_window->tabifyDockWidget(all[0], all[i]);
        all.front()->raise();
        strip(side)->hide();
    }
    m_window->resizeDocks({m_left.front(), m_right.front()}, {leftWidth, rightWidth}, Qt::Horizontal);
    for (QDockWidget* dock : m_left)
        if (isBelow(dock)) m_window->resizeDocks({m_left.front(), dock}, {760, 165}, Qt::Vertical);
    m_titleTimer.start();
}

bool WindowDocks::isFolded(Side side) const {
    return m_isFolded[at(side)];
}

void WindowDocks::setFolded(Side side, bool folded) {
    if (m_isFolded[at(side)] == folded) return;
    m_isFolded[at(side)] = folded;
    QDockWidget* front = docks(side).front();
    if (folded && front->isVisible() && !front->isFloating() && front->width() >= m_width[at(side)])
        m_width[at(side)] = front->width();
    if (folded)
        for (QDockWidget* dock : docks(side))
            // The one in front of its tabs comes back in front.
            if (dock->isVisible() && !dock->visibleRegion().isEmpty() &&
                !m_window->tabifiedDockWidgets(dock).isEmpty())
                m_current[at(side)] = dock;
    for (QDockWidget* dock : docks(side))
        if (!dock->isFloating()) dock->setVisible(!folded && m_available.value(dock));
    if (!folded && m_current[at(side)]) m_current[at(side)]->raise();
    if (!folded) m_window->resizeDocks({front}, {m_width[at(side)]}, Qt::Horizontal);
    strip(side)->setVisible(folded);
    m_titleTimer.start();
}

void WindowDocks::adapt(int width, bool hasRuns) {
    if (m_isHidden) return;
    const bool isNarrow[2] = {width < leftFoldsBelow, width < rightFoldsBelow};
    for (const Side side : {Side::Left, Side::Right}) {
        const int i = at(side);
        // The set-up is of use until there is something to look at; the inspector has nothing to show before.
        const bool hasChanged = isNarrow[i] != m_wasNarrow[i] || hasRuns != m_hadRuns;
        if (hasChanged && !m_isKept[i])
            setFolded(side, isNarrow[i] && (hasRuns || side == Side::Right || width < rightFoldsBelow));
        m_wasNarrow[i] = isNarrow[i];
    }
    m_hadRuns = hasRuns;
}

void WindowDocks::setKept(Side side, bool kept) {
    m_isKept[at(side)] = kept;
}

void WindowDocks::show(QDockWidget* dock) {
    const Side side = m_left.contains(dock) ? Side::Left : Side::Right;
    setFolded(side, false);
    dock->show();
    dock->raise();
}

void WindowDocks::setAvailable(QDockWidget* dock, bool available) {
    if (m_available.value(dock) == available) return;
    m_available[dock] = available;
    m_stripActions.value(dock)->setVisible(available);
    const Side side = m_left.contains(dock) ? Side::Left : Side::Right;
    dock->setVisible(available && !isFolded(side) && !m_isHidden);
    m_titleTimer.start();
}

void WindowDocks::syncAfterRestore() {
    for (const Side side : {Side::Left, Side::Right}) {
        bool isAnyShown = false;
        for (QDockWidget* dock : docks(side)) {
            if (!m_available.value(dock)) dock->hide();
            isAnyShown |= !dock->isHidden();
        }
        m_isFolded[at(side)] = !isAnyShown;
        strip(side)->setVisible(!isAnyShown);
    }
    m_titleTimer.start();
}

void WindowDocks::hideAll() {
    m_isHidden = true;
    for (QDockWidget* dock : m_left + m_right) dock->hide();
    m_leftStrip->hide();
    m_rightStrip->hide();
}

void WindowDocks::showAll() {
    m_isHidden = false;
    for (const Side side : {Side::Left, Side::Right}) {
        for (QDockWidget* dock : docks(side)) dock->setVisible(!isFolded(side) && m_available.value(dock));
        strip(side)->setVisible(isFolded(side));
    }
}

}  // namespace firstsplit::ui
