#include "ui/window/window_toolbar.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <limits>

#include "ui/theme.h"
#include "ui/widgets/run_combo.h"
#include "ui/window/window_actions.h"

namespace firstsplit::ui {

WindowToolBar::WindowToolBar(const WindowActions& actions, QWidget* parent)
    : QToolBar(tr("Tools"), parent),
      m_a(new RunCombo),
      m_b(new RunCombo),
      m_labelA(new QLabel(QStringLiteral("A"))),
      m_labelB(new QLabel(QStringLiteral("B"))),
      m_step(new QSpinBox) {
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize({16, 16});
    const auto space = [this](int width) {
        auto* gap = new QWidget;
        gap->setFixedWidth(width);
        addWidget(gap);
    };
    m_a->setPlaceholderText(tr("no run"));
    m_b->setPlaceholderText(tr("no run"));
    m_a->setAccessibleName(tr("Run A"));
    m_b->setAccessibleName(tr("Run B"));
    for (auto* combo : {m_a, m_b}) {
        combo->setAccessibleDescription(tr("Choose one of the known runs"));
        combo->setMinimumHeight(26);
        combo->setMaximumWidth(300);
        combo->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    for (auto* label : {m_labelA, m_labelB}) {
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        label->setContentsMargins(4, 0, 6, 0);
        label->setForegroundRole(QPalette::WindowText);
    }
    m_step->setAccessibleName(tr("Step under the cursor"));
    m_step->setPrefix(tr("step "));
    m_step->setMinimumHeight(26);
    m_step->setMinimumWidth(126);
    m_step->setKeyboardTracking(false);

    addAction(actions[WindowActions::Open]);
    space(14);
    addWidget(m_labelA);
    addWidget(m_a);
    addAction(actions[WindowActions::Swap]);
    space(8);
    addWidget(m_labelB);
    addWidget(m_b);
    space(10);
    addAction(actions[WindowActions::FirstSplit]);
    addAction(actions[WindowActions::PreviousDifference]);
    addWidget(m_step);
    addAction(actions[WindowActions::NextDifference]);
    space(10);
    addAction(actions[WindowActions::WholeRun]);
    const std::pair<WindowActions::Id, QString> texts[] = {
        {WindowActions::Open, tr("Open")},
        {WindowActions::FirstSplit, tr("First split")},
        {WindowActions::PreviousDifference, tr("Previous")},
        {WindowActions::NextDifference, tr("Next difference")},
        {WindowActions::WholeRun, tr("Whole run")},
    };
    for (const auto& [id, text] : texts) actions[id]->setIconText(text);
    for (QAction* action : this->actions())
        if (QWidget* button = widgetForAction(action); button && button->inherits("QToolButton")) {
            button->setMinimumSize(28, 28);
            button->setAccessibleName(action->iconText());
        }
    setCompact(false);
    setSteps(0);
    applyColours();
    connect(m_step, &QSpinBox::valueChanged, this, [this](int step) { emit stepChosen(step); });
}

void WindowToolBar::setSteps(qint64 steps) {
    const QSignalBlocker blocker(m_step);
    const int last = static_cast<int>(std::clamp<qint64>(steps - 1, 0, std::numeric_limits<int>::max()));
    m_step->setEnabled(steps > 0);
    m_step->setRange(steps > 0 ? -1 : 0, last);
    m_step->setSpecialValueText(steps > 0 ? tr("before training") : QString());
    m_step->setSuffix(steps > 0 ? tr(" of %1").arg(last) : QString());
}

void WindowToolBar::setStep(qint64 step, const QString& place) {
    const QSignalBlocker blocker(m_step);
    m_step->setValue(static_cast<int>(step));
    m_step->setToolTip(place);
    m_step->setAccessibleDescription(place);
}

void WindowToolBar::setCompact(bool compact) {
    for (auto* combo : {m_a, m_b}) combo->setMinimumWidth(compact ? 150 : 232);
    setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    // Swap is a picture everywhere.
    for (QAction* action : actions())
        if (action->shortcut() == QKeySequence(QStringLiteral("Ctrl+Shift+X")))
            if (auto* button = qobject_cast<QWidget*>(widgetForAction(action)))
                button->setProperty("toolButtonStyle", static_cast<int>(Qt::ToolButtonIconOnly));
}

void WindowToolBar::applyColours() {
    const Theme theme = Theme::of(QApplication::palette());
    for (const auto& [label, colour] : {std::pair{m_labelA, theme.runA}, std::pair{m_labelB, theme.runB}}) {
        QPalette own = label->palette();
        own.setColor(QPalette::WindowText, colour);
        label->setPalette(own);
    }
}

void WindowToolBar::changeEvent(QEvent* event) {
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) applyColours();
}

}  // namespace firstsplit::ui
