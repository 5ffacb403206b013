#pragma once

#include <QAbstractButton>
#include <QWidget>
#include <vector>

#include "ui/plots/ladder_rows.h"
#include "ui/plots/plot_header.h"

namespace firstsplit::ui {

/// Label and number of a ladder's row; a click goes to the first step that differs.
class LadderRowButton : public QAbstractButton {
    Q_OBJECT
  public:
    explicit LadderRowButton(QWidget* parent);
    void setRow(const LadderRow& row);
    void setTheme(const Theme& theme);
    void drawOn(QPainter* painter, const QRect& area) const;
    int neededWidth() const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QFont numberFont() const;

    Theme m_theme;
    QString m_label, m_number;
    bool m_hasSplit = false;
};

/// Where the runs are equal: a row per kind, a column per step, on the axis of the plots.
class Ladder : public QWidget {
    Q_OBJECT
  public:
    Ladder(StepView* view, QWidget* parent);
    /// While a run is being recorded its equal blocks are hollow: the last word is not spoken.
    void setRows(std::vector<LadderRow> rows, bool isRunning);
    const std::vector<LadderRow>& rows() const { return m_rows; }
    void setTheme(const Theme& theme);
    void drawOn(QPainter* painter, const QRect& area) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }
    int neededLeftMargin() const;
    /// Area of the blocks, within the widget.
    QRect blockArea() const;
    void layOut();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    int rowHeight() const;
    QRect rowArea(std::size_t row, int width) const;
    void drawRow(QPainter* painter, const LadderRow& row, const QRect& area, const StepScale& scale) const;
    void drawCursors(QPainter* painter) const;
    void updateLegend();

    StepView* m_view;
    Theme m_theme;
    PlotHeader* m_header;
    std::vector<LadderRow> m_rows;
    std::vector<LadderRowButton*> m_buttons;
    bool m_isRunning = false;
};

}  // namespace firstsplit::ui
