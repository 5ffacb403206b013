#include "ui/plots/step_plot.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/plots/caption_button.h"
#include "ui/plots/heat_map.h"
#include "ui/plots/step_plot_parts.h"

namespace firstsplit::ui {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

QCPItemLine* verticalLine(QCustomPlot* plot, const QString& layer) {
    auto* line = new QCPItemLine(plot);
    line->setLayer(layer);
    line->setSelectable(false);
    line->setAntialiased(false);
    for (QCPItemPosition* end : {line->start, line->end}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    return line;
}
void placeLine(QCPItemLine* line, double step) {
    line->start->setCoords(step, 0);
    line->end->setCoords(step, 1);
}
}  // namespace

StepPlot::StepPlot(const PlotSpec& spec, StepView* view, QWidget* parent)
    : QWidget(parent),
      m_spec(spec),
      m_view(view),
      m_plot(new QCustomPlot(this)),
      m_header(new PlotHeader(view, this)),
      m_items(new Items) {
    setAccessibleName(spec.label);
    m_header->setCaption(spec.label);
    m_header->setAttribute(Qt::WA_TransparentForMouseEvents);
    if (spec.hasChoice) {
        m_captionButton = new CaptionButton(this);
        m_captionButton->setAccessibleName(tr("What the plot shows"));
        m_captionButton->setToolTip(tr("Choose the kind of tensor and the measure"));
        m_header->setCaptionRoom(CaptionButton::arrowRoom);
    }
    m_plot->setAccessibleName(spec.label);
    m_plot->setNoAntialiasingOnDrag(false);
    m_plot->setPlottingHint(QCP::phFastPolylines);
    m_plot->setInteractions(QCP::iNone);
    // QCustomPlot keeps what it does not use to itself: the menu of a right click would never open.
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false);
    m_plot->setAutoAddPlottableToLegend(false);
    m_plot->addLayer(QStringLiteral("band"), m_plot->layer(QStringLiteral("background")));
    m_plot->addLayer(QStringLiteral("cursor"), m_plot->layer(QStringLiteral("overlay")),
                     QCustomPlot::limBelow);
    m_plot->layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);

    QCPAxisRect* rect = m_plot->axisRect();
    rect->setAutoMargins(QCP::msNone);
    rect->setMinimumMargins(QMargins());
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->xAxis->setTicker(m_items->steps);
    m_plot->xAxis->setTickLabels(false);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTickLength(0, 0);
        axis->setSubTicks(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_plot->yAxis->setTickLabelPadding(8);

    m_items->band = new QCPItemRect(m_plot);
    m_items->band->setLayer(QStringLiteral("band"));
    m_items->band->setPen(Qt::NoPen);
    for (QCPItemPosition* corner : {m_items->band->topLeft, m_items->band->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptAxisRectRatio);
        corner->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    m_items->split = verticalLine(m_plot, QStringLiteral("axes"));
    m_items->cursor = verticalLine(m_plot, QStringLiteral("cursor"));
    m_items->second = verticalLine(m_plot, QStringLiteral("cursor"));
    for (QCPItemText*& note : m_items->notes) note = new QCPItemText(m_plot);
    m_items->bad = new QCPItemText(m_plot);
    m_items->bad->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_items->bad->position->setTypeY(QCPItemPosition::ptAxisRectRatio);

    connect(view, &StepView::rangeChanged, this, &StepPlot::markDirty);
    connect(view, &StepView::marginsChanged, this, &StepPlot::layOut);
    connect(view, &StepView::cursorChanged, this, &StepPlot::updateCursor);
    connect(view, &StepView::secondCursorChanged, this, &StepPlot::updateCursor);
    connect(m_plot, &QCustomPlot::beforeReplot, this, &StepPlot::prepare);
}

StepPlot::~StepPlot() = default;

QColor StepPlot::inkOf(Curve::Ink ink) const {
    switch (ink) {
        case Curve::Ink::A:
            return m_theme.runA;
        case Curve::Ink::B:
            return m_theme.runB;
        case Curve::Ink::Other:
            return m_theme.dimText;
        case Curve::Ink::Difference:
            break;
    }
    return m_theme.difference;
}

double StepPlot::lineWidth(const Curve& curve) const {
    if (curve.ink == Curve::Ink::Other) return 0.8 * m_textScale;
    if (curve.shape == Curve::Shape::ThinDashes) return m_textScale;
    return (curve.series->stride() > 1 ? 0.8 : 1.6) * m_textScale;  // thin where it only joins stored steps
}

void StepPlot::setContent(PlotContent content, std::optional<qint64> split) {
    m_content = std::move(content);
    m_split = split;
    m_header->setCaption(m_content.caption.isEmpty() ? m_spec.label : m_content.caption);
    m_header->setRemark(m_content.remark);
    rebuild();
    layOut();
}

void StepPlot::rebuild() {
    m_plot->clearPlottables();
    m_drawn.clear();
    m_heatMap = nullptr;
    m_rows.clear();
    for (std::size_t i = 0; i < m_content.curves.size() && !isFolded(); ++i) {
        auto drawn = std::make_unique<Drawn>();
        for (QCPGraph** graph : {&drawn->line, &drawn->dots, &drawn->zeros, &drawn->bads}) {
            *graph = m_plot->addGraph();
            (*graph)->setSelectable(QCP::stNone);
            (*graph)->setAdaptiveSampling(false);
        }
        m_drawn.push_back(std::move(drawn));
    }
    if (m_content.tensors && !isFolded()) {
        m_heatMap = new HeatMap(m_plot->xAxis, m_plot->yAxis);
        m_heatMap->setAntialiased(false);
        m_rows = m_content.tensors->rows(m_openModules);
    }
    m_plot->yAxis->setRangeReversed(m_heatMap != nullptr);
    m_plot->yAxis->grid()->setVisible(m_heatMap == nullptr);
    if (m_heatMap)
        m_plot->yAxis->setTicker(m_items->tensors);
    else if (m_content.isLogarithmic)
        m_plot->yAxis->setTicker(m_items->decades);
    else
        m_plot->yAxis->setTicker(m_items->values);
    m_items->band->setVisible(m_content.isLogarithmic);
    m_plot->setVisible(!isFolded());
    applyTheme();
    updateCursor();
    describe();
}

void StepPlot::setTheme(const Theme& theme) {
    m_theme = theme;
    m_header->setTheme(theme);
    if (m_captionButton) m_captionButton->setTheme(theme);
    applyTheme();
    updateLegend();
}

void StepPlot::setTextScale(double factor) {
    m_textScale = factor;
    applyTheme();
    layOut();
}

void StepPlot::applyTheme() {
    const double width = m_textScale;
    m_plot->setBackground(QBrush(m_theme.background));
    m_plot->axisRect()->setBackground(QBrush(m_theme.plotBackground));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(m_theme.grid, 1));
        axis->setTickPen(QPen(m_theme.grid, 1));  // of no length: invisible on the base line
        axis->setTickLabelColor(m_heatMap ? m_theme.text : m_theme.dimText);
        axis->setTickLabelFont(font());
        axis->grid()->setPen(QPen(m_theme.grid, 1, Qt::DotLine));
    }
    m_items->band->setBrush(m_theme.zeroBand);
    m_items->split->setPen(QPen(m_theme.difference, 1 * width, Qt::DashLine));
    m_items->cursor->setPen(QPen(m_theme.text, 1 * width));
    m_items->second->setPen(QPen(m_theme.text, 1 * width, Qt::DashLine));
    for (QCPItemText* text : m_items->notes) {
        text->setFont(font());
        text->setColor(m_theme.dimText);
    }
    m_items->bad->setFont(font());
    m_items->bad->setColor(m_theme.notANumber);
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const Curve& curve = m_content.curves[i];
        const Drawn& drawn = *m_drawn[i];
        const QColor ink = inkOf(curve.ink);
        QPen pen(ink, lineWidth(curve));
        pen.setCapStyle(Qt::FlatCap);
        pen.setJoinStyle(Qt::BevelJoin);
        if (curve.shape == Curve::Shape::DashedLine) pen.setDashPattern({4, 3});
        if (curve.shape == Curve::Shape::ThinDashes) {
            pen.setDashPattern({2.5, 2});
        }
        drawn.line->setPen(pen);
        drawn.line->setLineStyle(curve.shape == Curve::Shape::Points ? QCPGraph::lsNone : QCPGraph::lsLine);
        drawn.dots->setLineStyle(QCPGraph::lsNone);
        drawn.dots->setScatterStyle(
            {QCPScatterStyle::ssDisc, ink, (curve.shape == Curve::Shape::ThinDashes ? 3 : 4) * width});
        drawn.zeros->setLineStyle(QCPGraph::lsNone);
        drawn.zeros->setScatterStyle({QCPScatterStyle::ssCircle, m_theme.dimText, 4.5 * width});
        drawn.bads->setLineStyle(QCPGraph::lsNone);
        drawn.bads->setScatterStyle({QCPScatterStyle::ssTriangleInverted, QPen(m_theme.notANumber),
                                     QBrush(m_theme.notANumber), 8 * width});
    }
    if (m_heatMap) m_heatMap->setTheme(m_theme);
    updateLegend();
    markDirty();
}

void StepPlot::setGridSteps(const std::vector<qint64>& steps) {
    m_items->steps->setSteps(steps);
    markDirty();
}

void StepPlot::markDirty() {
    m_isDirty = true;
    // A hidden plot costs nothing until it is shown.
    if (!isFolded() && !isHidden()) m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void StepPlot::layOut() {
    const int headerHeight = m_header->sizeHint().height();
    m_header->setGeometry(0, 0, width(), headerHeight);
    m_plot->setGeometry(0, 0, width(), height());
    placeCaptionButton();
    const int below = m_heatMap ? 1 : 3;
    m_plot->axisRect()->setMargins(
        QMargins(m_view->leftMargin(), headerHeight, m_view->rightMargin(), below));
    markDirty();
}

void StepPlot::placeCaptionButton() {
    if (!m_captionButton) return;
    constexpr int beside = 4, leastToHit = 24;
    const int headerHeight = m_header->sizeHint().height();
    m_captionButton->setGeometry(m_view->leftMargin() - beside, 0,
                                 m_header->captionWidth() + CaptionButton::arrowRoom + beside,
                                 std::max(headerHeight, leastToHit));
    m_captionButton->setFrameHeight(headerHeight);
    m_captionButton->raise();
    m_captionButton->setAccessibleDescription(m_header->caption());
}

void StepPlot::resizeEvent(QResizeEvent*) {
    layOut();
}

void StepPlot::showEvent(QShowEvent*) {
    layOut();
}

int StepPlot::columns() const {
    return std::max(1, width() - m_view->leftMargin() - m_view->rightMargin());
}

int StepPlot::neededLeftMargin() const {
    const QFontMetrics metrics(font());
    int text = metrics.horizontalAdvance(QStringLiteral("10⁻¹²"));
    for (const TensorTable::Row& row : m_rows) text = std::max(text, metrics.horizontalAdvance(row.label));
    return text + 12;
}

int StepPlot::stretch() const {
    constexpr int usualRows = 5, mostMore = 9;
    return m_spec.stretch + std::clamp(static_cast<int>(m_rows.size()) - usualRows, 0, mostMore);
}

int StepPlot::neededHeight() const {
    const int line = m_header->sizeHint().height();
    if (isFolded()) return line;
    if (m_heatMap) return line + 4 + std::clamp(static_cast<int>(m_rows.size()), 2, 8) * 9;
    return line + QFontMetrics(font()).height() * 3;
}

/// Brings everything that depends on view and size up to date, just before it is drawn.
void StepPlot::prepare() {
    if (!m_isDirty || isFolded()) return;
    m_isDirty = false;
    const StepRange range = m_view->range();
    m_plot->xAxis->setRange(range.from, range.to);
    const int headerHeight = m_header->sizeHint().height();
    const double axisHeight = std::max(1, height() - headerHeight - m_plot->axisRect()->margins().bottom());
    m_belowMarks = 12 * m_textScale / axisHeight;
    if (m_heatMap) {
        prepareTensors();
    } else if (m_content.isLogarithmic) {
        double smallest = nan, largest = nan;
        for (const Curve& curve : m_content.curves) {
            smallest = std::fmin(smallest, curve.series->smallestNonZero());
            largest = std::fmax(largest, curve.series->largestNonZero());
        }
        m_band = ZeroBandScale(Decades::around(smallest, largest), axisHeight, m_textScale);
        m_plot->yAxis->setRange(m_band.lowEdge(), m_band.highEdge());
        m_items->decades->setScale(m_band, QFontMetrics(font()).height() * 1.25);
        m_items->band->topLeft->setCoords(0, m_band.bandTop());
        m_items->band->bottomRight->setCoords(1, m_band.lowEdge());
    } else {
        m_items->values->setTickCount(
            std::clamp(static_cast<int>(axisHeight / (QFontMetrics(font()).height() * 1.6)), 2, 6));
    }
    double smallest = nan, largest = nan;
    m_items->bad->setVisible(false);
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        prepareCurve(*m_drawn[i], m_content.curves[i], columns());
        for (const QCPGraphData& point : *m_drawn[i]->line->data()) {
            smallest = std::fmin(smallest, point.value);
            largest = std::fmax(largest, point.value);
        }
    }
    if (!m_heatMap && !m_content.isLogarithmic)
        m_plot->yAxis->setRange(std::isnan(smallest) ? QCPRange(0, 1) : linearRange(smallest, largest));
    for (std::size_t i = 0; i < m_drawn.size() && !m_heatMap; ++i)
        thinWhenDense(*m_drawn[i], m_content.curves[i]);
    // The marks stand at the top edge, wherever that is.
    const double edge = m_plot->yAxis->range().upper -
                        m_plot->yAxis->range().size() * std::min(0.5, 6 * m_textScale / axisHeight);
    for (const auto& drawn : m_drawn)
        for (auto& point : *drawn->bads->data()) point.value = edge;
    prepareNotes();
    if (m_split) placeLine(m_items->split, static_cast<double>(*m_split));
    m_items->split->setVisible(m_split.has_value());
}

bool StepPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto row = tensorRowAt(help->pos())) {
            QToolTip::showText(help->globalPos(), row->description, this);
            return true;
        }
    }
    return QWidget::event(event);
}

std::optional<TensorTable::Row> StepPlot::tensorRowAt(const QPointF& point) const {
    if (!m_heatMap) return std::nullopt;
    const double row = m_plot->yAxis->pixelToCoord(point.y());
    if (row < 0 || row >= static_cast<double>(m_rows.size())) return std::nullopt;
    return m_rows[static_cast<std::size_t>(row)];
}

void StepPlot::toggleModule(const QString& module) {
    if (!m_openModules.erase(module)) m_openModules.insert(module);
    rebuild();
    layOut();
    updateGeometry();
}

void StepPlot::updateCursor() {
    updateLegend();
    const qint64 step = m_view->cursor();
    placeLine(m_items->cursor, static_cast<double>(step));
    m_items->cursor->setVisible(!m_view->isEmpty());
    m_items->second->setVisible(m_view->secondCursor().has_value());
    if (m_view->secondCursor()) placeLine(m_items->second, static_cast<double>(*m_view->secondCursor()));
    if (!isFolded() && isVisible()) m_plot->layer(QStringLiteral("cursor"))->replot();
}

void StepPlot::drawOn(QCPPainter* painter, const QRect& area) {
    if (!isFolded()) {
        m_isDirty = true;
        prepare();
        painter->save();
        painter->translate(area.topLeft());
        m_plot->toPainter(painter, area.width(), area.height());
        painter->restore();
    }
    m_header->drawOn(painter, QRect(area.topLeft(), QSize(area.width(), m_header->sizeHint().height())));
}

}  // namespace firstsplit::ui
