#pragma once

#include <map>
#include <set>

#include "ui/plots/ladder.h"
#include "ui/plots/plot_stack.h"
#include "ui/plots/step_input.h"
#include "ui/plots/step_plot.h"

class QVBoxLayout;

/// What is inside a PlotStack; for its own source files.
namespace firstsplit::ui {

struct PlotStack::State {
    explicit State(PlotStack* owner) : stack(owner), view(owner), input(&view, owner) {}

    void build();
    void show(std::shared_ptr<const compare::Comparison> next, bool single);
    void setContent(StepPlot* plot);
    void showTensors();
    void arrange();
    void shareHeight();
    void updateMargins();
    void updateGrid();
    void applyTheme();
    StepPlot* plotAt(const QPoint& point) const;
    void clickedPlot(const StepPlot* plot, const QPoint& point);
    void fillMenu(QMenu* menu, StepPlot* plot);
    bool isShown(const StepPlot* plot) const {
        return !hidden.contains(plot->spec().id) && hasContent.at(plot);
    }

    PlotStack* stack;
    StepView view;
    StepInput input;
    QVBoxLayout* layout = nullptr;
    Ladder* ladder = nullptr;
    StepAxis* axis = nullptr;
    std::vector<StepPlot*> plots;
    std::map<const StepPlot*, bool> hasContent;
    std::set<QString> hidden;
    std::shared_ptr<const compare::Comparison> comparison;
    TensorChoice choice;
    std::shared_ptr<const TensorCells> cells;
    std::vector<OtherRun> others;
    std::optional<Theme> forcedTheme;
    double textScale = 1;
    bool isSingle = false;
};

}  // namespace firstsplit::ui
