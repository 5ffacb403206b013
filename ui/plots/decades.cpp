#include "ui/plots/decades.h"

#include <algorithm>
#include <cmath>

namespace firstsplit::ui {

Decades Decades::around(double smallest, double largest) {
    if (!(smallest > 0) || !std::isfinite(smallest) || !std::isfinite(largest)) return {};
    const int low = static_cast<int>(std::ceil(std::log10(smallest))) - 1;
    const int high = std::max(low + 1, static_cast<int>(std::ceil(std::log10(std::max(smallest, largest)))));
    return {low, high};
}

ZeroBandScale::ZeroBandScale(Decades shown, double axisPixels, double textScale)
    : decades(shown), bandPixels(14 * textScale), gapPixels(6 * textScale) {
    const double forDecades = std::max(10.0, axisPixels - bandPixels - gapPixels);
    unitsPerPixel = (decades.high - decades.low) / forDecades;
}

QString decadeText(int exponent) {
    if (exponent == 0) return QStringLiteral("1");
    static const QString superscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = QStringLiteral("10");
    if (exponent < 0) text += QChar(0x207b);
    for (QChar digit : QString::number(std::abs(exponent))) text += superscripts[digit.digitValue()];
    return text;
}

void DecadeTicker::setScale(const ZeroBandScale& scale, double labelPixels) {
    m_scale = scale;
    m_labelPixels = labelPixels;
}

void DecadeTicker::generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks,
                            QVector<double>* subTicks, QVector<QString>* tickLabels) {
    ticks.clear();
    if (subTicks) subTicks->clear();
    if (tickLabels) tickLabels->clear();
    const auto add = [&](double at, const QString& label) {
        ticks.append(at);
        if (tickLabels) tickLabels->append(label);
    };
    add(m_scale.zero(), QStringLiteral("0"));
    int stride = 1;
    for (int wanted : {1, 2, 3, 5, 10, 20, 50, 100}) {
        stride = wanted;
        if (wanted / m_scale.unitsPerPixel >= m_labelPixels) break;
    }
    for (int exponent = m_scale.decades.high; exponent >= m_scale.decades.low; exponent -= stride) {
        const bool touchesZero = (exponent - m_scale.zero()) / m_scale.unitsPerPixel < m_labelPixels * 0.52;
        if (!touchesZero) add(exponent, decadeText(exponent));
    }
}

QCPRange linearRange(double smallest, double largest) {
    double length = largest - smallest;
    if (!(length > 0)) length = std::max(std::abs(largest) * 0.1, 1e-300);
    if (!std::isfinite(length)) return {smallest, largest};
    return {smallest - length * 0.08, largest + length * 0.1};
}

}  // namespace firstsplit::ui
