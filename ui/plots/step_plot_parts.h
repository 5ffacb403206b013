#pragma once

#include <qcustomplot.h>

#include <array>

#include "ui/plots/step_plot.h"

/// QCustomPlot's objects inside a StepPlot; for its own source files.
namespace firstsplit::ui {

/// A curve takes up to four graphs: the line (or points), its dots, its zeros, its NaN and Inf marks.
struct StepPlot::Drawn {
    QCPGraph* line = nullptr;
    QCPGraph* dots = nullptr;
    QCPGraph* zeros = nullptr;
    QCPGraph* bads = nullptr;
};

struct StepPlot::Items {
    QCPItemRect* band = nullptr;
    QCPItemLine* split = nullptr;
    QCPItemLine* cursor = nullptr;
    QCPItemLine* second = nullptr;
    std::array<QCPItemText*, 3> notes{};
    QCPItemText* bad = nullptr;
    QSharedPointer<StepTicker> steps{new StepTicker};
    QSharedPointer<DecadeTicker> decades{new DecadeTicker};
    QSharedPointer<QCPAxisTicker> values{new QCPAxisTicker};
    QSharedPointer<QCPAxisTickerText> tensors{new QCPAxisTickerText};
};

}  // namespace firstsplit::ui
