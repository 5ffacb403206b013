#pragma once

#include <qcustomplot.h>
#include <QWidget>

#include "ui/plots/step_view.h"
#include "ui/theme.h"

namespace firstsplit::ui {

/// Whole steps to label, no closer than `pixelsApart`; the last step of the run is among them when it is in
/// view.
std::vector<qint64> stepTicks(const StepScale& scale, qint64 firstStep, qint64 lastStep, double pixelsApart);

/// "28", "−1": with a true minus sign and thousands apart.
QString stepText(qint64 step);

/// How far apart step labels stand, in pixels.
double stepLabelsApart(const QFont& font, qint64 lastStep);

/// The same steps as grid lines in every plot.
class StepTicker : public QCPAxisTicker {
  public:
    void setSteps(std::vector<qint64> steps) { m_steps = std::move(steps); }
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* tickLabels) override;

  private:
    std::vector<qint64> m_steps;
};

/// The one step axis under all plots, with the cursors as pills.
class StepAxis : public QWidget {
    Q_OBJECT
  public:
    StepAxis(StepView* view, QWidget* parent);
    void setTheme(const Theme& theme);
    void drawOn(QPainter* painter, const QRect& area) const;
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QRectF drawPill(QPainter* painter, const QRect& area, qint64 step, const QString& text,
                    bool filled) const;
    void describe();

    StepView* m_view;
    Theme m_theme;
};

}  // namespace firstsplit::ui
