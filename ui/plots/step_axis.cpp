#include "ui/plots/step_axis.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/compare/words.h"

namespace firstsplit::ui {

std::vector<qint64> stepTicks(const StepScale& scale, qint64 firstStep, qint64 lastStep, double pixelsApart) {
    const double stepsApart = std::max(1.0, pixelsApart / scale.width * scale.range.length());
    qint64 stride = 1;
    while (static_cast<double>(stride) < stepsApart) {
        for (qint64 next : {stride * 2, stride * 5, stride * 10}) {
            if (static_cast<double>(next) >= stepsApart || next == stride * 10) {
                stride = next;
                break;
            }
        }
    }
    std::vector<qint64> ticks;
    const auto from =
        std::max(std::max<qint64>(0, firstStep), static_cast<qint64>(std::ceil(scale.range.from)));
    const auto to = std::min(lastStep, static_cast<qint64>(std::floor(scale.range.to)));
    for (qint64 step = (from + stride - 1) / stride * stride; step <= to; step += stride)
        ticks.push_back(step);
    if (to == lastStep && lastStep >= 0) {
        while (!ticks.empty() && ticks.back() != lastStep &&
               static_cast<double>(lastStep - ticks.back()) < stepsApart * 0.6)
            ticks.pop_back();
        if (ticks.empty() || ticks.back() != lastStep) ticks.push_back(lastStep);
    }
    return ticks;
}

QString stepText(qint64 step) {
    const QString digits = QString::fromStdString(compare::countText(std::abs(step)));
    return step < 0 ? QChar(0x2212) + digits : digits;
}

double stepLabelsApart(const QFont& font, qint64 lastStep) {
    const QFontMetricsF metrics(font);
    return metrics.horizontalAdvance(stepText(lastStep)) + metrics.averageCharWidth() * 5;
}

void StepTicker::generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks,
                          QVector<double>* subTicks, QVector<QString>* tickLabels) {
    ticks.clear();
    if (subTicks) subTicks->clear();
    for (qint64 step : m_steps) ticks.append(static_cast<double>(step));
    if (tickLabels) tickLabels->fill(QString(), ticks.size());
}

StepAxis::StepAxis(StepView* view, QWidget* parent) : QWidget(parent), m_view(view) {
    setAccessibleName(tr("Step axis"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (auto signal : {&StepView::rangeChanged, &StepView::secondCursorChanged, &StepView::marginsChanged})
        connect(view, signal, this, [this] { describe(), update(); });
    connect(view, &StepView::cursorChanged, this, [this] { describe(), update(); });
}

void StepAxis::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

void StepAxis::describe() {
    if (m_view->isEmpty()) return setAccessibleDescription(QString());
    const StepRange range = m_view->range();
    QString words = tr("steps %1 to %2 of %3 in view, cursor at step %4")
                        .arg(stepText(std::max(m_view->firstStep(), qint64(std::ceil(range.from)))),
                             stepText(std::min(m_view->lastStep(), qint64(std::floor(range.to)))),
                             stepText(m_view->lastStep()), stepText(m_view->cursor()));
    if (m_view->secondCursor())
        words += tr(", second cursor at step %1").arg(stepText(*m_view->secondCursor()));
    setAccessibleDescription(words);
}

QSize StepAxis::sizeHint() const {
    return {300, fontMetrics().height() + 12};
}

void StepAxis::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawOn(&painter, rect());
}

QRectF StepAxis::drawPill(QPainter* painter, const QRect& area, qint64 step, const QString& text,
                          bool filled) const {
    const StepScale scale = m_view->scaleFor(area.width());
    const double x = area.left() + scale.xOf(static_cast<double>(step));
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    const double width = metrics.horizontalAdvance(text) + 12, height = metrics.height() + 4;
    const double left = std::clamp(x - width / 2, area.left() + 1.0, area.right() - width);
    const QRectF pill(left, area.top() + 2, width, height);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(filled ? Qt::NoPen : QPen(m_theme.text, 1));
    painter->setBrush(filled ? m_theme.text : m_theme.background);
    painter->drawRoundedRect(filled ? pill : pill.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->setPen(filled ? m_theme.background : m_theme.text);
    painter->setFont(bold);
    painter->drawText(pill, Qt::AlignCenter, text);
    return pill;
}

void StepAxis::drawOn(QPainter* painter, const QRect& area) const {
    if (m_view->isEmpty()) return;
    painter->save();
    const StepScale scale = m_view->scaleFor(area.width());
    const auto pillText = [](qint64 step) {
        return step < 0 ? tr("before training") : tr("step %1").arg(stepText(step));
    };
    const auto inView = [&](qint64 step) {
        return static_cast<double>(step) >= scale.range.from && static_cast<double>(step) <= scale.range.to;
    };
    std::vector<QRectF> taken;
    if (m_view->secondCursor() && inView(*m_view->secondCursor()))
        taken.push_back(
            drawPill(painter, area, *m_view->secondCursor(), pillText(*m_view->secondCursor()), false));
    if (inView(m_view->cursor()))
        taken.push_back(drawPill(painter, area, m_view->cursor(), pillText(m_view->cursor()), true));

    painter->setFont(font());
    painter->setPen(m_theme.dimText);
    const QFontMetricsF metrics(font());
    const double apart = stepLabelsApart(font(), m_view->lastStep());
    for (qint64 step : stepTicks(scale, m_view->firstStep(), m_view->lastStep(), apart)) {
        const QString text = stepText(step);
        const double width = metrics.horizontalAdvance(text);
        const double x = area.left() + scale.xOf(static_cast<double>(step));
        const double left = std::clamp(x - width / 2, double(area.left()), area.right() - width);
        const QRectF box(left, area.top() + 4, width + 1, metrics.height());
        const bool isFree = std::none_of(taken.begin(), taken.end(), [&](const QRectF& pill) {
            return pill.adjusted(-5, 0, 5, 0).intersects(box);
        });
        if (isFree) painter->drawText(box, Qt::AlignLeft | Qt::AlignTop, text);
    }
    painter->restore();
}

}  // namespace firstsplit::ui
