#include "ui/inspector/histogram_view.h"

#include <algorithm>
#include <cmath>

#include "core/compare/words.h"
#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

QString superscript(int exponent) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = exponent < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(exponent))) text += digits[digit.digitValue()];
    return text;
}

/// Counts are whole numbers: no ticks between them.
class WholeNumberTicker : public QCPAxisTicker {
  protected:
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, QCPAxisTicker::getTickStep(range));
    }
};

}  // namespace

HistogramView::HistogramView(QWidget* parent) : QCustomPlot(parent), m_bars(new QCPBars(xAxis, yAxis)) {
    setAccessibleName(tr("Histogram of the differences"));
    setMinimumHeight(120);
    auto ticker = QSharedPointer<WholeNumberTicker>::create();
    ticker->setTickCount(4);
    yAxis->setTicker(ticker);
    yAxis->setNumberFormat(QStringLiteral("f"));
    yAxis->setNumberPrecision(0);
    yAxis->setLabel(tr("elements"));
    xAxis->grid()->setVisible(false);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setSubTicks(false);
        axis->setTickLength(0, 3);
        axis->setLabelPadding(3);
    }
    m_bars->setWidthType(QCPBars::wtPlotCoords);
    applyColours();
}

void HistogramView::setHistogram(const Histogram& histogram) {
    const double reach = std::max(std::abs(histogram.low), std::abs(histogram.high));
    const int exponent = reach > 0 ? static_cast<int>(std::floor(std::log10(reach))) : 0;
    const double unit = std::pow(10.0, exponent);
    QVector<double> centres, counts;
    double most = 1;
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
        centres << (histogram.low + (static_cast<double>(bin) + 0.5) * histogram.binWidth()) / unit;
        counts << static_cast<double>(histogram.counts[bin]);
        most = std::max(most, counts.back());
    }
    m_bars->setWidth(0.86 * histogram.binWidth() / unit);
    m_bars->setData(centres, counts, true);
    xAxis->setLabel(exponent == 0 ? tr("Δ") : QStringLiteral("Δ (×10%1)").arg(superscript(exponent)));
    xAxis->setRange(histogram.low / unit * 1.04, histogram.high / unit * 1.04);
    yAxis->setRange(0, most * 1.06);
    setAccessibleDescription(tr("Differences B − A from %1 to %2; the fullest of %3 bins holds %4 elements")
                                 .arg(QString::fromStdString(compare::differenceText(histogram.low)),
                                      QString::fromStdString(compare::differenceText(histogram.high)))
                                 .arg(histogram.counts.size())
                                 .arg(countText(static_cast<qint64>(most))));
    replot(QCustomPlot::rpQueuedReplot);
}

void HistogramView::applyColours() {
    const Theme theme = Theme::of(palette());
    setBackground(theme.background);
    axisRect()->setBackground(theme.plotBackground);
    m_bars->setBrush(theme.differenceFill);
    m_bars->setPen(Qt::NoPen);
    yAxis->grid()->setPen(QPen(theme.grid, 1, Qt::DotLine));
    yAxis->grid()->setZeroLinePen(Qt::NoPen);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(theme.grid));
        axis->setTickPen(QPen(theme.grid));
        axis->setTickLabelColor(theme.dimText);
        axis->setLabelColor(theme.dimText);
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() * 0.88);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

void HistogramView::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) applyColours();
}

}  // namespace firstsplit::ui
