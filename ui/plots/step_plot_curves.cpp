// What a plot draws of its content in the present view: curves, dashes, notes, rows of tensors.
#include <algorithm>
#include <cmath>

#include "core/compare/words.h"
#include "ui/plots/heat_map.h"
#include "ui/plots/step_plot_parts.h"

namespace firstsplit::ui {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

QVector<QCPGraphData> toData(const std::vector<Series::Point>& points) {
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const Series::Point& point : points) data.append({point.step, point.value});
    return data;
}

QString factorText(double factor) {
    if (factor >= 1e4) return QString::fromStdString(compare::differenceText(factor));
    const double unit = std::pow(10, std::floor(std::log10(factor)) - 1);
    return QString::number(std::round(factor / unit) * unit, 'f', 0);
}
}  // namespace

void StepPlot::prepareCurve(Drawn& drawn, const Curve& curve, int columns) {
    Series::View view = curve.series->view(m_view->range(), columns, m_content.isLogarithmic);
    if (m_content.isLogarithmic)
        for (Series::Point& point : view.points) point.value = std::log10(std::abs(point.value));

    std::vector<Series::Point> dots;
    const bool isLine = curve.shape != Curve::Shape::Points;
    const double pixelsApart =
        static_cast<double>(curve.series->stride()) / m_view->range().length() * columns;
    const bool showsStored = view.isExact && curve.series->stride() > 1 && pixelsApart >= 5 * m_textScale;
    for (std::size_t i = 0; i < view.points.size() && isLine; ++i) {
        if (std::isnan(view.points[i].value)) continue;
        const bool before = i > 0 && !std::isnan(view.points[i - 1].value);
        const bool after = i + 1 < view.points.size() && !std::isnan(view.points[i + 1].value);
        // A value between two gaps has no line to be seen by.
        if (showsStored || (!before && !after)) dots.push_back(view.points[i]);
    }
    drawn.dots->data()->set(toData(dots), true);
    if (isLine) cutDashes(drawn, curve, view, columns);
    if (curve.shape == Curve::Shape::Points) {
        // A gap is no point; on paper a point at NaN would stand in the corner.
        std::erase_if(view.points, [](const Series::Point& point) { return std::isnan(point.value); });
        const bool isSmall = !view.isExact || pixelsApart < 1.5 || curve.ink == Curve::Ink::Other;
        const double size = (isSmall ? 2.5 : 4.5) * m_textScale;
        drawn.line->setScatterStyle({QCPScatterStyle::ssDisc, inkOf(curve.ink), size});
    }
    drawn.line->data()->set(toData(view.points), true);
    QVector<QCPGraphData> zeros, bads;
    for (double step : view.zeros) zeros.append({step, m_band.zero()});
    for (double step : view.bads) bads.append({step, 0});
    drawn.zeros->data()->set(zeros, true);
    drawn.bads->data()->set(bads, true);
    if (!view.bads.empty() && !m_items->bad->visible()) {
        const double step = view.bads.front();
        const auto value = curve.series->lastAtOrBefore(static_cast<qint64>(std::ceil(step)));
        m_items->bad->setText(value && !std::isfinite(value->value) ? badText(value->value)
                                                                    : QStringLiteral("NaN"));
        m_items->bad->position->setCoords(step + 2 * m_textScale * m_view->range().length() / columns,
                                          m_belowMarks);
        m_items->bad->setVisible(true);
    }
}

/// Qt's dashes on a long noisy line cost a tenth of a second in one frame. Such lines get theirs here, as
/// gaps that stay with their steps, and are drawn solid; short ones leave them to the pen.
void StepPlot::cutDashes(Drawn& drawn, const Curve& curve, Series::View& view, int columns) const {
    QPen pen = drawn.line->pen();
    const bool isThin = curve.shape == Curve::Shape::ThinDashes;
    if (!isThin && curve.shape != Curve::Shape::DashedLine) return;
    constexpr std::size_t fewPoints = 350;
    if (view.points.size() <= fewPoints) {
        pen.setDashPattern(isThin ? QList<qreal>{2.5, 2} : QList<qreal>{4, 3});
        drawn.line->setPen(pen);
        return;
    }
    pen.setStyle(Qt::SolidLine);
    drawn.line->setPen(pen);
    const double on = isThin ? 3 : 6, off = isThin ? 3 : 4;  // pixels
    const double perPixel = m_view->range().length() / columns;
    if (!view.isExact) {
        for (Series::Point& point : view.points)
            if (std::fmod((point.step - m_view->range().from) / perPixel, on + off) >= on) point.value = nan;
        return;
    }
    const double apart = std::max(1e-9, static_cast<double>(curve.series->stride()) / perPixel);
    const auto segments = std::max<qint64>(1, std::llround(on / apart));
    const auto left = std::max<qint64>(1, std::llround(off / apart) - 1);
    for (Series::Point& point : view.points) {
        const auto place = static_cast<qint64>(point.step) / curve.series->stride() % (segments + 1 + left);
        if (place > segments) point.value = nan;
    }
}

/// A line that goes up and down in nearly every column becomes a filled area, whose cost is its pixels: there
/// a plain line one pixel wide looks the same and takes a fraction of the time.
void StepPlot::thinWhenDense(Drawn& drawn, const Curve& curve) const {
    if (curve.shape == Curve::Shape::Points) return;
    const int pixels = columns();
    const QSharedPointer<QCPGraphDataContainer> points = drawn.line->data();
    double way = 0;  // in units of the value axis
    for (int i = 1; i < points->size(); ++i) {
        const double part =
            std::abs((points->constBegin() + i)->value - (points->constBegin() + i - 1)->value);
        if (std::isfinite(part)) way += part;
    }
    const double wayInPixels = way / m_plot->yAxis->range().size() * m_plot->axisRect()->height();
    const bool isDense = points->size() > pixels / 2 && wayInPixels > 6.0 * pixels;
    QPen pen = drawn.line->pen();
    pen.setWidthF(isDense ? 1 : lineWidth(curve));
    drawn.line->setPen(pen);
    drawn.line->setAntialiased(!isDense);
}

void StepPlot::prepareNotes() {
    const StepScale scale = m_view->scaleFor(width());
    const QFontMetricsF metrics(font());
    std::vector<QRectF> taken;
    std::size_t used = 0;
    for (const GrowthNote& note : m_content.notes) {
        if (used == m_items->notes.size() || isFolded()) break;
        const auto step = static_cast<double>(note.step);
        if (step < scale.range.from || step > scale.range.to) continue;
        const QString text = tr("×%1 at step %2").arg(factorText(note.factor), stepText(note.step));
        const double x = scale.xOf(step), needed = metrics.horizontalAdvance(text) + 6;
        const double y = m_plot->yAxis->range().upper - std::log10(note.value);
        const double down = y / m_band.unitsPerPixel + metrics.height() / 2;
        const bool isLeft = x - needed > scale.left;
        const QRectF box(isLeft ? x - needed : x, down - metrics.height() / 2, needed, metrics.height());
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const QRectF& other) { return other.intersects(box); }))
            continue;
        taken.push_back(box);
        QCPItemText* item = m_items->notes[used++];
        item->setText(text);
        item->setPositionAlignment((isLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        const double perPixel = scale.range.length() / scale.width;
        item->position->setCoords(step + (isLeft ? -4 : 4) * perPixel,
                                  down * m_band.unitsPerPixel / m_plot->yAxis->range().size());
        item->setVisible(true);
    }
    for (; used < m_items->notes.size(); ++used) m_items->notes[used]->setVisible(false);
}

void StepPlot::prepareTensors() {
    m_heatMap->setTable(m_content.tensors, m_rows);
    const auto count = static_cast<double>(std::max<std::size_t>(1, m_rows.size()));
    m_plot->yAxis->setRange(0, count);
    // Labels only as often as they fit beneath each other.
    const double rowHeight = std::max(1, height() - m_header->sizeHint().height()) / count;
    const auto every =
        static_cast<std::size_t>(std::max(1.0, std::ceil(QFontMetrics(font()).height() * 0.85 / rowHeight)));
    QMap<double, QString> labels;
    const QFontMetrics metrics(font());
    for (std::size_t r = 0; r < m_rows.size(); r += every)
        labels.insert(static_cast<double>(r) + 0.5,
                      metrics.elidedText(m_rows[r].label, Qt::ElideMiddle, m_view->leftMargin() - 10));
    m_items->tensors->setTicks(labels);
}

}  // namespace firstsplit::ui
