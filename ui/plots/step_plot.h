#pragma once

#include <QWidget>
#include <set>

#include "ui/plots/plot_content.h"
#include "ui/plots/plot_header.h"
#include "ui/plots/step_axis.h"

class QCustomPlot;
class QCPPainter;

namespace firstsplit::ui {

class CaptionButton;
class HeatMap;

/// The one plot of the stack: caption, legend with the values at the cursor, curves or heat map over the
/// shared step axis. A move of the cursor redraws the cursor's layer only; everything else waits for the next
/// frame.
class StepPlot : public QWidget {
    Q_OBJECT
  public:
    StepPlot(const PlotSpec& spec, StepView* view, QWidget* parent);
    ~StepPlot() override;

    const PlotSpec& spec() const { return m_spec; }
    const PlotContent& content() const { return m_content; }
    void setContent(PlotContent content, std::optional<qint64> split);
    void setTheme(const Theme& theme);
    void setTextScale(double factor);
    /// Grid lines, the same in every plot.
    void setGridSteps(const std::vector<qint64>& steps);

    bool isFolded() const { return !m_content.remark.isEmpty(); }
    int neededLeftMargin() const;
    int stretch() const;       ///< share of the height; a heat map of many rows takes more
    int neededHeight() const;  ///< below it the plot cannot be read
    void drawOn(QCPPainter* painter, const QRect& area);
    QCustomPlot* canvas() const { return m_plot; }
    const PlotHeader* header() const { return m_header; }
    /// Null for a plot without a choice of what it shows.
    CaptionButton* captionButton() const { return m_captionButton; }
    /// The row of the heat map at a point of the canvas.
    std::optional<TensorTable::Row> tensorRowAt(const QPointF& point) const;
    /// Opens or folds a module of the heat map.
    void toggleModule(const QString& module);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

  private:
    struct Drawn;  ///< QCustomPlot's objects of one curve

    void rebuild();
    void layOut();
    void placeCaptionButton();
    void markDirty();
    void prepare();
    void prepareCurve(Drawn& drawn, const Curve& curve, int columns);
    void cutDashes(Drawn& drawn, const Curve& curve, Series::View& view, int columns) const;
    void thinWhenDense(Drawn& drawn, const Curve& curve) const;
    double lineWidth(const Curve& curve) const;  ///< in pixels
    void prepareNotes();
    void prepareTensors();
    void applyTheme();
    void updateLegend();
    void updateCursor();
    void describe();
    int columns() const;
    QColor inkOf(Curve::Ink ink) const;

    PlotSpec m_spec;
    StepView* m_view;
    PlotContent m_content;
    std::optional<qint64> m_split;
    Theme m_theme;
    double m_textScale = 1;
    QCustomPlot* m_plot;
    PlotHeader* m_header;
    CaptionButton* m_captionButton = nullptr;
    std::vector<std::unique_ptr<Drawn>> m_drawn;
    struct Items;
    std::unique_ptr<Items> m_items;
    HeatMap* m_heatMap = nullptr;
    std::vector<TensorTable::Row> m_rows;
    std::set<QString> m_openModules;
    ZeroBandScale m_band;
    double m_belowMarks = 0;  ///< where the word beside a NaN mark stands, as a share of the height
    bool m_isDirty = true;
};

}  // namespace firstsplit::ui
