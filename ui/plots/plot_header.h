#pragma once

#include <QWidget>
#include <vector>

#include "ui/plots/step_view.h"
#include "ui/theme.h"

namespace firstsplit::ui {

/// One entry of a legend: a sample of how something is drawn, its name, its value at the cursor.
struct LegendItem {
    enum class Sample { None, Line, Dashes, ThinDashes, Dots, Block, Hollow, Hatch, Gradient };
    Sample sample = Sample::None;
    QString text;
    QColor ink;         ///< of text and line
    QColor fill;        ///< of blocks; first colour of a gradient
    QColor fillTo;      ///< last colour of a gradient
    QString textAfter;  ///< right of a gradient
};

/// A plot's caption at the left of the axis, and at its right the legend with the values at the cursor.
class PlotHeader : public QWidget {
    Q_OBJECT
  public:
    PlotHeader(StepView* view, QWidget* parent);
    void setCaption(const QString& caption);
    const QString& caption() const { return m_caption; }
    /// Width of the caption as far as it is shown, and room right of it that is kept free.
    int captionWidth() const;
    void setCaptionRoom(int pixels);
    /// A sentence right of the caption in place of a plot ("exactly 0 at every step").
    void setRemark(const QString& remark);
    void setLegend(std::vector<LegendItem> items);
    const std::vector<LegendItem>& legend() const { return m_items; }
    void setTheme(const Theme& theme);
    void drawOn(QPainter* painter, const QRect& area) const;
    QSize sizeHint() const override;
    /// Width that caption, remark and legend need beside each other, without the left margin.
    int neededWidth() const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    double widthOf(const LegendItem& item) const;
    double legendWidth() const;
    /// Shortened where the legend leaves too little room.
    QString shownCaption(int width) const;
    double drawItem(QPainter* painter, const LegendItem& item, double x, const QRect& area) const;

    StepView* m_view;
    Theme m_theme;
    QString m_caption, m_remark;
    int m_captionRoom = 0;
    std::vector<LegendItem> m_items;
};

/// Thin diagonal lines: "not recorded". Drawn by hand, since a pattern brush is a bitmap in SVG and PDF.
void drawHatch(QPainter* painter, const QRectF& area, const QColor& ink);

}  // namespace firstsplit::ui
