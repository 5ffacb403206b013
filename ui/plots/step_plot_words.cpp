// What a plot says in words and numbers: its legend, and its description for a screen reader.
#include <algorithm>
#include <cmath>

#include "core/compare/words.h"
#include "ui/plots/heat_map.h"
#include "ui/plots/step_plot.h"

namespace firstsplit::ui {

namespace {

QString differenceText(double value) {
    return std::isfinite(value) ? QString::fromStdString(compare::differenceText(value)) : badText(value);
}

LegendItem::Sample sampleOf(const Curve& curve) {
    using S = LegendItem::Sample;
    switch (curve.shape) {
        case Curve::Shape::Line:
            return S::Line;
        case Curve::Shape::DashedLine:
            return S::Dashes;
        case Curve::Shape::ThinDashes:
            return S::ThinDashes;
        case Curve::Shape::Points:
            return S::Dots;
    }
    return S::None;
}

/// Between two stored steps: the last one's value, and which step it is of.
QString storedBefore(const Series& series, qint64 step) {
    const auto before = series.stride() > 1 ? series.lastAtOrBefore(step) : std::nullopt;
    if (!before) return QStringLiteral("–");
    return QStringLiteral("%1 (step %2)").arg(differenceText(before->value), stepText(qint64(before->step)));
}

/// Values of A and B in as many digits as tell them apart; one alone in eight significant digits.
std::vector<QString> valuesAt(const std::vector<Curve>& curves, qint64 step) {
    std::vector<std::optional<double>> values;
    for (const Curve& curve : curves) values.push_back(curve.series->at(step));
    std::vector<QString> texts;
    const bool isPair =
        curves.size() == 2 && curves[0].ink == Curve::Ink::A && curves[1].ink == Curve::Ink::B;
    if (isPair && values[0] && values[1] && std::isfinite(*values[0]) && std::isfinite(*values[1])) {
        const auto [a, b] = compare::valueTexts(*values[0], *values[1]);
        return {QString::fromStdString(a), QString::fromStdString(b)};
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (!values[i])
            texts.push_back(storedBefore(*curves[i].series, step));
        else if (!std::isfinite(*values[i]))
            texts.push_back(badText(*values[i]));
        else if (curves[i].ink == Curve::Ink::Difference)
            texts.push_back(differenceText(*values[i]));
        else
            texts.push_back(QString::number(*values[i], 'g', 8));
    }
    return texts;
}

/// From the earlier of two steps to the later one, whichever of the cursors stands there: as the training
/// went.
QString changeText(const Curve& curve, qint64 one, qint64 other) {
    const auto before = curve.series->at(std::min(one, other)),
               after = curve.series->at(std::max(one, other));
    if (!before || !after) return QStringLiteral(" (Δ –)");
    const double change = *after - *before;
    return QStringLiteral(" (Δ %1%2)")
        .arg(change > 0 ? QStringLiteral("+") : QString(), differenceText(change));
}

}  // namespace

void StepPlot::updateLegend() {
    using S = LegendItem::Sample;
    std::vector<LegendItem> items;
    if (m_content.tensors && !isFolded()) {
        items.push_back({S::Block, tr("equal"), m_theme.dimText, m_theme.equal, {}, {}});
        if (const Measure measure = m_content.tensors->measure(); measure != Measure::EqualOrNot) {
            const Decades decades = m_content.tensors->decades();
            items.push_back({S::Gradient, labelOf(measure) + QStringLiteral("  ") + decadeText(decades.low),
                             m_theme.dimText, m_theme.scaleTiny, m_theme.scaleLarge,
                             decadeText(decades.high)});
        } else {
            items.push_back({S::Block, tr("different"), m_theme.dimText, m_theme.differenceFill, {}, {}});
        }
    } else if (!isFolded()) {
        std::vector<Curve> named = m_content.curves;
        const auto others = static_cast<int>(
            std::erase_if(named, [](const Curve& curve) { return curve.ink == Curve::Ink::Other; }));
        if (others > 0)
            items.push_back({sampleOf(m_content.curves.front()),
                             others == 1 ? tr("1 other run") : tr("%1 other runs").arg(others),
                             inkOf(Curve::Ink::Other),
                             {},
                             {},
                             {}});
        const std::vector<QString> values = valuesAt(named, m_view->cursor());
        for (std::size_t i = 0; i < named.size(); ++i) {
            const Curve& curve = named[i];
            QString text = curve.name + QStringLiteral("  ") + values[i];
            if (m_view->secondCursor()) text += changeText(curve, m_view->cursor(), *m_view->secondCursor());
            items.push_back({sampleOf(curve), text, inkOf(curve.ink), {}, {}, {}});
        }
    }
    QStringList words;
    for (const LegendItem& item : items) words += item.text + item.textAfter;
    m_header->setAccessibleName(tr("%1 at step %2").arg(m_header->caption(), stepText(m_view->cursor())));
    m_header->setAccessibleDescription(words.join(QStringLiteral(", ")));
    m_header->setLegend(std::move(items));
    placeCaptionButton();
}

void StepPlot::describe() {
    QStringList words;
    if (isFolded()) words += m_content.remark;
    for (const Curve& curve : m_content.curves) {
        const Series& series = *curve.series;
        if (isFolded() || series.isEmpty()) continue;
        QString text = curve.name + QStringLiteral(": ");
        if (m_content.isLogarithmic && !std::isnan(series.smallestNonZero()))
            text +=
                tr("%1 to %2")
                    .arg(differenceText(series.smallestNonZero()), differenceText(series.largestNonZero()));
        else if (!m_content.isLogarithmic && !std::isnan(series.smallest()))
            text += tr("%1 to %2")
                        .arg(QString::number(series.smallest(), 'g', 4),
                             QString::number(series.largest(), 'g', 4));
        if (series.hasZeros() && m_content.isLogarithmic) text += tr(", zero at some steps");
        if (series.hasBad()) text += tr(", NaN or Inf at some steps");
        words += text;
    }
    if (!isFolded() && !m_content.notes.empty()) {
        const GrowthNote& note = m_content.notes.front();
        words += tr("grows %1 times at step %2").arg(differenceText(note.factor), stepText(note.step));
    }
    for (const TensorTable::Row& row : m_rows) words += row.description;
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    m_plot->setAccessibleDescription(accessibleDescription());
}

}  // namespace firstsplit::ui
