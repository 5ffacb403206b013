#include "ui/plots/plot_stack.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

#include <qcustomplot.h>
#include "ui/plots/caption_button.h"
#include "ui/plots/plot_stack_state.h"
#include "ui/plots/plot_table_model.h"

namespace firstsplit::ui {

using compare::Comparison;

void PlotStack::State::build() {
    layout = new QVBoxLayout(stack);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    ladder = new Ladder(&view, stack);
    layout->addWidget(ladder);
    for (const PlotSpec& spec : plotTable()) {
        auto* plot = new StepPlot(spec, &view, stack);
        plot->hide();
        layout->addWidget(plot, spec.stretch);
        plots.push_back(plot);
        if (CaptionButton* button = plot->captionButton())
            QObject::connect(button, &CaptionButton::menuWanted, stack, &PlotStack::fillTensorMenu);
        hasContent[plot] = false;
        if (!spec.isShownFirst) hidden.insert(spec.id);
        input.watch(plot->canvas());
    }
    axis = new StepAxis(&view, stack);
    layout->addWidget(axis);
    layout->addSpacerItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding));
    ladder->hide();
    axis->hide();
    input.watch(ladder);
    input.watch(axis);
    QObject::connect(&input, &StepInput::clicked, stack, [this](QWidget* widget, QPoint point) {
        for (const StepPlot* plot : plots)
            if (widget->parentWidget() == plot) clickedPlot(plot, point);
    });
    QObject::connect(&view, &StepView::cursorChanged, stack, &PlotStack::cursorStepChanged);
    QObject::connect(&view, &StepView::rangeChanged, stack, [this] { updateGrid(); });
    QObject::connect(&view, &StepView::marginsChanged, stack, [this] { updateGrid(); });
}

void PlotStack::State::clickedPlot(const StepPlot* plot, const QPoint& point) {
    const auto row = plot->tensorRowAt(point);
    if (!row) return;
    if (!row->isModule) {
        emit stack->tensorActivated(plot->content().tensors->kind(), row->tensor);
    } else if (point.x() < view.leftMargin()) {
        const_cast<StepPlot*>(plot)->toggleModule(row->module);
        updateMargins();
        arrange();
    }
}

void PlotStack::State::show(std::shared_ptr<const Comparison> next, bool single) {
    const bool isSame = comparison && next && single == isSingle && comparison->a.id == next->a.id &&
                        comparison->a.file == next->a.file && comparison->b.id == next->b.id &&
                        comparison->b.file == next->b.file;
    comparison = std::move(next);
    isSingle = single;
    cells.reset();
    if (!isSame) others.clear();
    for (StepPlot* plot : plots) setContent(plot);
    ladder->setRows(comparison && !isSingle ? ladderRows(*comparison) : std::vector<LadderRow>(),
                    comparison && isRunning(*comparison));
    updateMargins();
    const auto [first, last] = comparison ? stepsOf(*comparison) : std::pair<qint64, qint64>(0, -1);
    view.setSteps(first, last, isSame);
    if (!isSame && comparison) view.setCursor(comparison->first ? comparison->first->step : 0);
    arrange();
    updateGrid();
    // The legends show the values at the cursor, which may not have moved.
    applyTheme();
}

void PlotStack::State::setContent(StepPlot* plot) {
    auto content = comparison ? plot->spec().content({*comparison, isSingle, choice, cells.get(), &others})
                              : std::nullopt;
    hasContent[plot] = content.has_value();
    const auto split =
        comparison && comparison->first ? std::optional<qint64>(comparison->first->step) : std::nullopt;
    plot->setContent(content ? std::move(*content) : PlotContent(), split);
}

void PlotStack::State::arrange() {
    shareHeight();
    ladder->setVisible(comparison && !isSingle && !ladder->rows().empty());
    axis->setVisible(comparison != nullptr && !view.isEmpty());
    for (StepPlot* plot : plots) {
        plot->setVisible(isShown(plot));
        if (plot->isFolded()) {
            plot->setFixedHeight(plot->neededHeight());
        } else {
            plot->setMinimumHeight(plot->neededHeight());
            plot->setMaximumHeight(QWIDGETSIZE_MAX);
        }
    }
}

void PlotStack::State::shareHeight() {
    // Room to spare goes to the heat map, whose rows are the thinnest of all.
    constexpr int ample = 870;
    for (StepPlot* plot : plots) {
        const bool isFavoured = plot->spec().hasChoice && stack->height() >= ample;
        layout->setStretchFactor(plot, plot->stretch() * (isFavoured ? 14 : 10));
    }
}

void PlotStack::State::updateMargins() {
    int left = ladder->neededLeftMargin();
    for (const StepPlot* plot : plots)
        if (hasContent.at(plot)) left = std::max(left, plot->neededLeftMargin());
    const int most = std::max(80, std::min(static_cast<int>(220 * textScale), stack->width() / 3));
    view.setMargins(std::min(left, most), 14);
}

void PlotStack::State::updateGrid() {
    const auto steps = stepTicks(view.scaleFor(stack->width()), view.firstStep(), view.lastStep(),
                                 stepLabelsApart(stack->font(), view.lastStep()));
    for (StepPlot* plot : plots) plot->setGridSteps(steps);
}

void PlotStack::State::applyTheme() {
    const Theme theme = forcedTheme.value_or(Theme::of(stack->palette()));
    ladder->setTheme(theme);
    for (StepPlot* plot : plots) plot->setTheme(theme);
    axis->setTheme(theme);
}

StepPlot* PlotStack::State::plotAt(const QPoint& point) const {
    for (StepPlot* plot : plots)
        if (plot->isVisible() && plot->geometry().contains(point)) return plot;
    return nullptr;
}

void PlotStack::State::fillMenu(QMenu* menu, StepPlot* plot) {
    if (plot) {
        menu->addAction(tr("Copy picture"), stack,
                        [plot] { QApplication::clipboard()->setPixmap(plot->grab()); });
        menu->addAction(tr("Copy as table"), stack, [this, plot] {
            const PlotTableModel model(plot->content());
            const StepRange range = view.range();
            QApplication::clipboard()->setText(model.text(static_cast<qint64>(std::ceil(range.from)),
                                                          static_cast<qint64>(std::floor(range.to))));
        });
        menu->addAction(tr("Show as table"), stack,
                        [this, plot] { showTable(plot->spec().label, plot->content(), stack); });
        if (plot->captionButton()) {
            QMenu* shown = menu->addMenu(tr("Tensors and measure"));
            shown->setToolTipsVisible(true);
            stack->fillTensorMenu(shown);
        }
        menu->addSeparator();
    }
    menu->addAction(tr("Whole run"), stack, &PlotStack::showWholeRun);
    menu->addAction(tr("View back"), stack, &PlotStack::viewBack);
    menu->addAction(tr("View forward"), stack, &PlotStack::viewForward);
    menu->addSeparator();
    for (const PlotInfo& info : stack->plots()) {
        QAction* action = menu->addAction(info.label);
        action->setCheckable(true);
        action->setChecked(info.isVisible);
        QObject::connect(action, &QAction::toggled, stack,
                         [this, id = info.id](bool on) { stack->setPlotVisible(id, on); });
    }
}

PlotStack::PlotStack(QWidget* parent) : QWidget(parent), m_state(new State(this)) {
    setAccessibleName(tr("Ladder and plots"));
    setMinimumWidth(320);
    m_state->build();
    m_state->applyTheme();
}

PlotStack::~PlotStack() = default;

void PlotStack::setComparison(std::shared_ptr<const Comparison> comparison) {
    m_state->show(std::move(comparison), false);
}
void PlotStack::setSingleRun(std::shared_ptr<const Comparison> onlyA) {
    m_state->show(std::move(onlyA), true);
}

qint64 PlotStack::cursorStep() const {
    return m_state->view.cursor();
}
void PlotStack::setCursorStep(qint64 step) {
    m_state->view.setCursor(step);
}
std::optional<qint64> PlotStack::secondCursorStep() const {
    return m_state->view.secondCursor();
}
void PlotStack::setSecondCursorStep(std::optional<qint64> step) {
    m_state->view.setSecondCursor(step);
}

void PlotStack::showWholeRun() {
    m_state->view.showWhole();
}
void PlotStack::zoomAtCursor(double factor) {
    m_state->view.zoom(factor, static_cast<double>(cursorStep()));
}
void PlotStack::viewBack() {
    m_state->view.back();
}
void PlotStack::viewForward() {
    m_state->view.forward();
}
qint64 PlotStack::stepsInView() const {
    return m_state->view.stepsInView();
}

QString PlotStack::wordsAtCursor() const {
    if (m_state->isSingle) return {};
    QStringList differing, equal;
    for (const LadderRow& row : m_state->ladder->rows()) {
        const Block block = row.at(cursorStep());
        if (block == Block::Different || block == Block::NotANumber) differing << row.label;
        if (block == Block::Equal) equal << row.label;
    }
    const QString comma = QStringLiteral(", ");
    QStringList parts;
    if (!differing.isEmpty()) parts << tr("different: %1").arg(differing.join(comma));
    if (!equal.isEmpty()) parts << tr("equal: %1").arg(equal.join(comma));
    return parts.join(QStringLiteral("; "));
}

QList<PlotStack::PlotInfo> PlotStack::plots() const {
    QList<PlotInfo> infos;
    for (const StepPlot* plot : m_state->plots)
        infos.append({plot->spec().id, plot->spec().label, !m_state->hidden.contains(plot->spec().id)});
    return infos;
}

void PlotStack::setPlotVisible(const QString& id, bool visible) {
    if (visible)
        m_state->hidden.erase(id);
    else
        m_state->hidden.insert(id);
    m_state->arrange();
}

void PlotStack::setTextScale(double factor) {
    m_state->textScale = factor;
    QFont scaled = QApplication::font();
    if (scaled.pointSizeF() > 0)
        scaled.setPointSizeF(scaled.pointSizeF() * factor);
    else
        scaled.setPixelSize(static_cast<int>(scaled.pixelSize() * factor));
    setFont(scaled);
    for (StepPlot* plot : m_state->plots) plot->setTextScale(factor);
    m_state->ladder->layOut();
    m_state->axis->updateGeometry();
    m_state->updateMargins();
    m_state->updateGrid();
    m_state->arrange();
}

void PlotStack::setTheme(std::optional<Theme> theme) {
    m_state->forcedTheme = std::move(theme);
    m_state->applyTheme();
}

void PlotStack::drawOn(QCPPainter* painter) {
    const Theme theme = m_state->forcedTheme.value_or(Theme::of(palette()));
    // A widget that was never shown has heard of no resize.
    m_state->updateMargins();
    m_state->layout->activate();
    m_state->updateGrid();
    painter->fillRect(rect(), theme.background);
    const auto isShown = [](const QWidget* widget) { return !widget->isHidden(); };
    if (isShown(m_state->ladder)) {
        m_state->ladder->layOut();
        m_state->ladder->drawOn(painter, m_state->ladder->geometry());
    }
    for (StepPlot* plot : m_state->plots)
        if (isShown(plot)) plot->drawOn(painter, plot->geometry());
    if (isShown(m_state->axis)) m_state->axis->drawOn(painter, m_state->axis->geometry());
}

void PlotStack::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) m_state->applyTheme();
    QWidget::changeEvent(event);
}

void PlotStack::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_state->shareHeight();
    m_state->updateMargins();
    m_state->updateGrid();
}

void PlotStack::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    m_state->fillMenu(&menu, m_state->plotAt(event->pos()));
    menu.exec(event->globalPos());
}

}  // namespace firstsplit::ui
