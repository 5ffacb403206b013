// What the stack shows beside the comparison itself: the tensors and measure of the heat map, further runs.
#include <QActionGroup>
#include <QMenu>

#include "ui/plots/ladder_rows.h"
#include "ui/plots/plot_stack_state.h"

namespace firstsplit::ui {

void PlotStack::State::showTensors() {
    for (StepPlot* plot : plots)
        if (plot->spec().hasChoice) setContent(plot);
    updateMargins();
    arrange();
}

TensorChoice PlotStack::tensorChoice() const {
    return m_state->choice;
}

void PlotStack::setTensorChoice(TensorChoice choice) {
    if (choice == m_state->choice) return;
    m_state->choice = choice;
    m_state->showTensors();
    emit tensorChoiceChanged();
}

std::optional<Kind> PlotStack::cellsNeeded() const {
    const auto& comparison = m_state->comparison;
    // Of a run in progress they would be read anew with every step.
    if (!comparison || m_state->isSingle || isRunning(*comparison)) return std::nullopt;
    const TensorChoice shown = possible(*comparison, m_state->choice);
    if (shown.measure != Measure::EqualOrNot || !obstacleOf(*comparison, shown).isEmpty())
        return std::nullopt;
    if (m_state->cells && m_state->cells->kind == shown.kind) return std::nullopt;
    return shown.kind;
}

void PlotStack::setTensorCells(std::shared_ptr<const TensorCells> cells) {
    m_state->cells = std::move(cells);
    m_state->showTensors();
}

void PlotStack::fillTensorMenu(QMenu* menu) {
    const auto& comparison = m_state->comparison;
    if (!comparison) return;
    const TensorChoice shown = possible(*comparison, m_state->choice);
    const auto add = [&](const QString& label, TensorChoice choice, bool isShown, const QString& obstacle) {
        QAction* action = menu->addAction(label, this, [this, choice] { setTensorChoice(choice); });
        action->setCheckable(true);
        action->setChecked(isShown);
        action->setEnabled(obstacle.isEmpty());
        action->setToolTip(obstacle.isEmpty() ? label : obstacle);
        return action;
    };
    auto* kinds = new QActionGroup(menu);
    for (const Kind kind : tensorKinds) {
        const auto label = labelOf(kind);
        QString title = QString::fromLatin1(label.data(), static_cast<qsizetype>(label.size()));
        title[0] = title[0].toUpper();
        kinds->addAction(add(title, {kind, m_state->choice.measure}, shown.kind == kind,
                             obstacleOf(*comparison, {kind, Measure::EqualOrNot})));
    }
    menu->addSeparator();
    auto* byMeasure = new QActionGroup(menu);
    for (const Measure measure : measures)
        byMeasure->addAction(add(labelOf(measure), {shown.kind, measure}, shown.measure == measure,
                                 obstacleOf(*comparison, {shown.kind, measure})));
}

void PlotStack::setOthers(std::vector<OtherRun> others) {
    m_state->others = std::move(others);
    for (StepPlot* plot : m_state->plots) m_state->setContent(plot);
    m_state->updateMargins();
    m_state->arrange();
}

}  // namespace firstsplit::ui
