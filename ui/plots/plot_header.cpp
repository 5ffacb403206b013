#include "ui/plots/plot_header.h"

#include <QLinearGradient>
#include <QPainter>
#include <cmath>

namespace firstsplit::ui {

namespace {
constexpr double sampleWidth = 14, gradientWidth = 110, afterSample = 5, betweenItems = 14;

bool isLine(LegendItem::Sample sample) {
    using S = LegendItem::Sample;
    return sample == S::Line || sample == S::Dashes || sample == S::ThinDashes;
}
double widthOfSample(LegendItem::Sample sample) {
    using S = LegendItem::Sample;
    if (sample == S::None) return 0;
    if (sample == S::Gradient) return gradientWidth + 2 * afterSample;
    return (isLine(sample) ? sampleWidth : 11) + afterSample;
}
}  // namespace

void drawHatch(QPainter* painter, const QRectF& area, const QColor& ink) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 0.7));
    constexpr double apart = 6;
    // Lines at x + y = k·apart in widget coordinates, each cut to the area by hand: SVG knows no clipping
    // here.
    const double first = std::ceil((area.left() + area.top()) / apart) * apart;
    for (double sum = first; sum < area.right() + area.bottom(); sum += apart) {
        const double x1 = std::max(area.left(), sum - area.bottom()),
                     x2 = std::min(area.right(), sum - area.top());
        if (x2 > x1) painter->drawLine(QPointF(x1, sum - x1), QPointF(x2, sum - x2));
    }
    painter->restore();
}

PlotHeader::PlotHeader(StepView* view, QWidget* parent) : QWidget(parent), m_view(view) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(view, &StepView::marginsChanged, this, qOverload<>(&QWidget::update));
}

void PlotHeader::setCaption(const QString& caption) {
    m_caption = caption;
    update();
}
void PlotHeader::setCaptionRoom(int pixels) {
    m_captionRoom = pixels;
    update();
}
int PlotHeader::captionWidth() const {
    QFont bold = font();
    bold.setBold(true);
    return static_cast<int>(std::ceil(QFontMetricsF(bold).horizontalAdvance(shownCaption(width()))));
}
double PlotHeader::legendWidth() const {
    double width = 0;
    for (const LegendItem& item : m_items) width += widthOf(item) + (width > 0 ? betweenItems : 0);
    return width;
}
QString PlotHeader::shownCaption(int width) const {
    const StepScale scale = m_view->scaleFor(width);
    QFont bold = font();
    bold.setBold(true);
    const double forLegend = m_items.empty() ? 0 : legendWidth() + betweenItems;
    return QFontMetricsF(bold).elidedText(
        m_caption, Qt::ElideRight, std::max(40.0, scale.right() - scale.left - m_captionRoom - forLegend));
}
void PlotHeader::setRemark(const QString& remark) {
    m_remark = remark;
    update();
}
void PlotHeader::setLegend(std::vector<LegendItem> items) {
    m_items = std::move(items);
    update();
}
void PlotHeader::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

QSize PlotHeader::sizeHint() const {
    return {200, fontMetrics().height() + 3};
}

int PlotHeader::neededWidth() const {
    QFont bold = font();
    bold.setBold(true);
    double width = QFontMetricsF(bold).horizontalAdvance(m_caption) + m_captionRoom + 20;
    if (!m_remark.isEmpty()) width += QFontMetricsF(font()).horizontalAdvance(m_remark) + 10;
    for (const LegendItem& item : m_items) width += widthOf(item) + betweenItems;
    return static_cast<int>(std::ceil(width));
}

double PlotHeader::widthOf(const LegendItem& item) const {
    const QFontMetricsF metrics(font());
    return widthOfSample(item.sample) + metrics.horizontalAdvance(item.text) +
           metrics.horizontalAdvance(item.textAfter);
}

void PlotHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawOn(&painter, rect());
}

void PlotHeader::drawOn(QPainter* painter, const QRect& area) const {
    painter->save();
    const StepScale scale = m_view->scaleFor(area.width());
    double x = area.left() + scale.left;
    double right = area.left() + scale.right();
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF boldMetrics(bold), metrics(font());

    const QString caption = shownCaption(area.width());
    painter->setFont(bold);
    painter->setPen(m_theme.text);
    const QRectF line(area.left(), area.top(), area.width(), area.height());
    painter->drawText(QRectF(x, line.top(), right - x, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      caption);
    x += boldMetrics.horizontalAdvance(caption) + m_captionRoom + 10;
    painter->setFont(font());
    if (!m_remark.isEmpty()) {
        painter->setPen(m_theme.dimText);
        const double room = right - x - (m_items.empty() ? 0 : legendWidth() + betweenItems);
        painter->drawText(QRectF(x, line.top(), right - x, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(m_remark, Qt::ElideRight, std::max(0.0, room)));
    }
    double at = right - legendWidth();
    for (const LegendItem& item : m_items) at += drawItem(painter, item, at, area) + betweenItems;
    painter->restore();
}

double PlotHeader::drawItem(QPainter* painter, const LegendItem& item, double x, const QRect& area) const {
    using S = LegendItem::Sample;
    const QFontMetricsF metrics(font());
    const double middle = std::round(area.top() + area.height() / 2.0) + 0.5;
    const double start = x;
    const auto drawText = [&](const QString& text) {
        painter->setPen(item.ink);
        painter->drawText(QRectF(x, area.top(), metrics.horizontalAdvance(text) + 8, area.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text);
    };
    if (item.sample == S::Gradient) {
        drawText(item.text);
        x += afterSample;
        const QRectF bar(x, middle - 5.5, gradientWidth, 11);
        // Steps, not a QGradient: they look the same on every paint device.
        constexpr int count = 22;
        for (int i = 0; i < count; ++i) {
            const double t = i / (count - 1.0);
            const auto mix = [t](float a, float b) { return static_cast<float>(a + (b - a) * t); };
            painter->fillRect(QRectF(bar.left() + i * bar.width() / count, bar.top(),
                                     bar.width() / count + 0.5, bar.height()),
                              QColor::fromRgbF(mix(item.fill.redF(), item.fillTo.redF()),
                                               mix(item.fill.greenF(), item.fillTo.greenF()),
                                               mix(item.fill.blueF(), item.fillTo.blueF())));
        }
        x += gradientWidth + afterSample;
        drawText(item.textAfter);
        return x - start;
    }
    const QRectF box(x + 0.5, middle - 5.5, 10, 10);
    switch (item.sample) {
        case S::Line:
            painter->setPen(QPen(item.ink, 2));
            painter->drawLine(QPointF(x, middle), QPointF(x + sampleWidth - 2, middle));
            break;
        case S::Dashes:
        case S::ThinDashes: {
            painter->setPen(QPen(item.ink, item.sample == S::Dashes ? 2 : 1.2, Qt::SolidLine, Qt::FlatCap));
            const double dash = item.sample == S::Dashes ? 5 : 2.5, gap = 2;
            for (double at = x; at < x + sampleWidth - 2; at += dash + gap)
                painter->drawLine(QPointF(at, middle),
                                  QPointF(std::min(at + dash, x + sampleWidth - 2), middle));
            break;
        }
        case S::Dots:
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(item.ink);
            painter->drawEllipse(QPointF(x + 5, middle), 2.2, 2.2);
            painter->setRenderHint(QPainter::Antialiasing, false);
            break;
        case S::Block:
        case S::Hollow:
            painter->setPen(QPen(m_theme.dimText, 1));
            painter->setBrush(item.sample == S::Block ? QBrush(item.fill) : QBrush(Qt::NoBrush));
            painter->drawRect(box);
            break;
        case S::Hatch:
            painter->setPen(QPen(m_theme.dimText, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(box);
            drawHatch(painter, box, m_theme.dimText);
            break;
        default:
            break;
    }
    x += widthOfSample(item.sample);
    drawText(item.text);
    return x - start;
}

}  // namespace firstsplit::ui
