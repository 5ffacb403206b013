#pragma once

#include <qcustomplot.h>

#include "ui/plots/tensor_table.h"
#include "ui/theme.h"

namespace firstsplit::ui {

/// Colour of a |Δ| on the pair's decade scale.
QColor decadeColour(const Theme& theme, Decades decades, double value);

/// Draws rows of a TensorTable into an axis rect: row i between i and i + 1 of the (reversed) value axis.
class HeatMap : public QCPAbstractPlottable {
    Q_OBJECT
  public:
    HeatMap(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis) {}
    void setTable(std::shared_ptr<const TensorTable> table, std::vector<TensorTable::Row> rows);
    void setTheme(const Theme& theme) { m_theme = theme; }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const override;

  protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

  private:
    QColor colourOf(const TensorTable::Column& column) const;

    std::shared_ptr<const TensorTable> m_table;
    std::vector<TensorTable::Row> m_rows;
    Theme m_theme;
};

}  // namespace firstsplit::ui
