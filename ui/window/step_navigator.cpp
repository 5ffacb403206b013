#include "ui/window/step_navigator.h"

#include <algorithm>

#include "ui/plots/plot_stack.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

StepNavigator::StepNavigator(Workspace* workspace, PlotStack* plots, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_plots(plots) {}

void StepNavigator::goTo(qint64 step) {
    const qint64 steps = m_workspace->stepCount();
    if (steps > 0) m_plots->setCursorStep(std::clamp<qint64>(step, -1, steps - 1));
}

void StepNavigator::firstSplit() {
    if (const auto step = m_workspace->firstSplit())
        goTo(*step);
    else
        emit noted(tr("No split"));
}

void StepNavigator::lastDifference() {
    if (const auto step = m_workspace->events().last())
        goTo(*step);
    else
        emit noted(tr("No difference"));
}

void StepNavigator::nextDifference() {
    if (const auto step = m_workspace->events().next(m_plots->cursorStep()))
        goTo(*step);
    else
        emit noted(tr("No later difference"));
}

void StepNavigator::previousDifference() {
    if (const auto step = m_workspace->events().previous(m_plots->cursorStep()))
        goTo(*step);
    else
        emit noted(tr("No earlier difference"));
}

void StepNavigator::by(qint64 steps) {
    goTo(m_plots->cursorStep() + steps);
}

void StepNavigator::byTenthsOfView(int tenths) {
    by(tenths * std::max<qint64>(1, m_plots->stepsInView() / 10));
}

void StepNavigator::toStart() {
    goTo(0);
}

void StepNavigator::toEnd() {
    goTo(m_workspace->stepCount() - 1);
}

}  // namespace firstsplit::ui
