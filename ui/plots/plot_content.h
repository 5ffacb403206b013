#pragma once

#include <QList>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/compare/comparison.h"
#include "ui/models/other_run.h"
#include "ui/plots/series.h"
#include "ui/plots/tensor_table.h"

namespace firstsplit::ui {

/// One curve of a plot.
struct Curve {
    enum class Ink { A, B, Difference, Other };
    enum class Shape { Line, DashedLine, ThinDashes, Points };
    QString name;
    Ink ink = Ink::A;
    Shape shape = Shape::Line;
    std::shared_ptr<const Series> series;
};

/// A growth of more than ten times in one step, noted beside the curve.
struct GrowthNote {
    qint64 step = 0;
    double factor = 0;
    double value = 0;  ///< after the growth
};

/// What plots are made from.
struct PlotInput {
    const compare::Comparison& comparison;
    bool isSingle = false;
    TensorChoice choice{};
    const TensorCells* cells = nullptr;             ///< where they have been read
    const std::vector<OtherRun>* others = nullptr;  ///< runs beside A and B
};

/// What one plot shows of a comparison.
struct PlotContent {
    QString caption;  ///< empty: the plot's label
    std::vector<Curve> curves;
    bool isLogarithmic = false;
    QString remark;  ///< not empty: stands in place of the plot, which folds to one line
    std::vector<GrowthNote> notes;
    std::shared_ptr<const TensorTable> tensors;
};

/// A row of the table of plots. A new plot is a new row.
struct PlotSpec {
    QString id, label;
    int stretch = 1;  ///< share of the height
    bool isShownFirst = true;
    /// Nothing: the plot does not exist for such data (no difference in a single run).
    std::function<std::optional<PlotContent>(const PlotInput&)> content;
    bool hasChoice = false;  ///< of PlotInput::choice, in its caption
};

/// Top to bottom.
const QList<PlotSpec>& plotTable();

}  // namespace firstsplit::ui
