#pragma once

#include <qcustomplot.h>

#include "ui/models/tensor_detail.h"

namespace firstsplit::ui {

/// How many of a tensor's differing elements have which Δ.
class HistogramView : public QCustomPlot {
    Q_OBJECT
  public:
    explicit HistogramView(QWidget* parent = nullptr);
    void setHistogram(const Histogram& histogram);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void applyColours();
    QCPBars* m_bars;
};

}  // namespace firstsplit::ui
