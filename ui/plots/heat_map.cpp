#include "ui/plots/heat_map.h"

#include <algorithm>
#include <cmath>

namespace firstsplit::ui {

QColor decadeColour(const Theme& theme, Decades decades, double value) {
    // In 96 steps: no eye sees more, and equal neighbours can be drawn as one block.
    const double exact = (std::log10(value) - decades.low) / (decades.high - decades.low);
    const double t = std::round(std::clamp(exact, 0.0, 1.0) * 96) / 96;
    const auto mix = [t](float a, float b) { return static_cast<float>(a + (b - a) * t); };
    return QColor::fromRgbF(mix(theme.scaleTiny.redF(), theme.scaleLarge.redF()),
                            mix(theme.scaleTiny.greenF(), theme.scaleLarge.greenF()),
                            mix(theme.scaleTiny.blueF(), theme.scaleLarge.blueF()));
}

void HeatMap::setTable(std::shared_ptr<const TensorTable> table, std::vector<TensorTable::Row> rows) {
    m_table = std::move(table);
    m_rows = std::move(rows);
}

QCPRange HeatMap::getKeyRange(bool& foundRange, QCP::SignDomain) const {
    foundRange = false;  // the stack computes all ranges itself
    return {};
}
QCPRange HeatMap::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const {
    foundRange = !m_rows.empty();
    return {0, static_cast<double>(m_rows.size())};
}

QColor HeatMap::colourOf(const TensorTable::Column& column) const {
    using Show = TensorTable::Column::Show;
    switch (column.show) {
        case Show::Equal:
            return m_theme.equal;
        case Show::NotANumber:
            return m_theme.notANumber;
        case Show::Different:
            return column.value > 0 ? decadeColour(m_theme, m_table->decades(), column.value)
                   : m_table->measure() == Measure::EqualOrNot ? m_theme.differenceFill
                                                               : m_theme.scaleTiny;
        case Show::Nothing:
            break;
    }
    return {};
}

void HeatMap::draw(QCPPainter* painter) {
    if (!m_table || m_rows.empty()) return;
    const QRect area = mKeyAxis->axisRect()->rect();
    const StepRange range{mKeyAxis->range().lower, mKeyAxis->range().upper};
    painter->setAntialiasing(false);
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        const double top = mValueAxis->coordToPixel(static_cast<double>(r));
        const double bottom = mValueAxis->coordToPixel(static_cast<double>(r + 1));
        const double air = bottom - top > 8 ? 1 : bottom - top > 3 ? 0.5 : 0;
        const double from = std::round(top) + air, to = std::round(bottom) - air;
        const std::vector<TensorTable::Column> columns = m_table->columns(m_rows[r], range, area.width());
        for (std::size_t i = 0; i < columns.size();) {
            std::size_t end = i + 1;
            const QColor colour = colourOf(columns[i]);
            while (end < columns.size() && columns[end].isBetween == columns[i].isBetween &&
                   colourOf(columns[end]) == colour)
                ++end;
            if (colour.isValid()) {
                QRectF block(area.left() + static_cast<double>(i), from, static_cast<double>(end - i),
                             to - from);
                if (columns[i].isBetween) {
                    const double thin = std::max(2.0, std::round((to - from) * 0.3));
                    block = QRectF(block.left(), std::round((from + to - thin) / 2), block.width(), thin);
                }
                painter->fillRect(block, colour);
            }
            i = end;
        }
    }
}

}  // namespace firstsplit::ui
