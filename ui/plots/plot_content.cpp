#include "ui/plots/plot_content.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/ladder_rows.h"

namespace firstsplit::ui {

namespace {

using compare::Cell;
using compare::Comparison;

QString tr(const char* text) {
    return QCoreApplication::translate("Plots", text);
}
QString exactlyZero(const Comparison& c) {
    if (isRunning(c)) return tr("exactly 0 so far");
    return c.stepsA == c.stepsB ? tr("exactly 0 at every step")
                                : tr("exactly 0 at every step that both have");
}

Cell cellAt(const std::vector<Cell>& cells, std::size_t row) {
    return row < cells.size() ? cells[row] : Cell::NotRecorded;
}

std::vector<qint64> stepsUpTo(std::size_t rows) {
    std::vector<qint64> steps(rows);
    for (std::size_t r = 0; r < rows; ++r) steps[r] = static_cast<qint64>(r) - 1;
    return steps;
}

/// A NaN is a value where the loss was recorded, and nothing where it was not. Where only one run goes, its
/// own count of steps decides.
std::shared_ptr<const Series> lossSeries(const std::vector<double>& loss, const std::vector<Cell>& cells,
                                         std::int64_t ownSteps, std::int64_t otherSteps, bool isSingle) {
    std::vector<bool> missing(loss.size(), false);
    const bool anyRecorded =
        std::any_of(loss.begin(), loss.end(), [](double value) { return !std::isnan(value); });
    for (std::size_t r = 0; r < loss.size(); ++r) {
        if (!std::isnan(loss[r])) continue;
        const auto step = static_cast<std::int64_t>(r) - 1;
        const bool isAlone = isSingle || step >= otherSteps;
        const bool recordedAlone = isAlone && anyRecorded && step >= 0 && step < ownSteps;
        missing[r] = cellAt(cells, r) == Cell::NotRecorded && !recordedAlone;
    }
    return std::make_shared<Series>(stepsUpTo(loss.size()), loss, missing);
}

/// Of a run beside A and B; a NaN cannot be told from a step without a loss there.
std::shared_ptr<const Series> otherSeries(std::vector<double> values) {
    std::vector<bool> missing(values.size());
    for (std::size_t r = 0; r < values.size(); ++r) missing[r] = std::isnan(values[r]);
    const std::size_t rows = values.size();
    return std::make_shared<Series>(stepsUpTo(rows), std::move(values), missing);
}

/// First, so that A and B are drawn over them.
void addOthers(PlotContent& content, const PlotInput& input, Curve::Shape shape,
               const std::function<std::vector<double>(const OtherRun&)>& valuesOf) {
    if (!input.others) return;
    for (const OtherRun& other : *input.others)
        content.curves.push_back({other.name, Curve::Ink::Other, shape, otherSeries(valuesOf(other))});
}

PlotContent lossContent(const PlotInput& input) {
    const Comparison& c = input.comparison;
    const bool isSingle = input.isSingle;
    const auto& cells = c.kinds[indexOf(Kind::Loss)].cells;
    PlotContent content;
    addOthers(content, input, Curve::Shape::Line, [](const OtherRun& other) { return other.loss; });
    const auto a = lossSeries(c.lossA, cells, c.stepsA, c.stepsB, isSingle);
    content.curves.push_back({QStringLiteral("A"), Curve::Ink::A, Curve::Shape::Line, a});
    bool isEmpty = std::isnan(a->largest()) && !a->hasBad();
    if (!isSingle) {
        const auto b = lossSeries(c.lossB, cells, c.stepsB, c.stepsA, isSingle);
        content.curves.push_back({QStringLiteral("B"), Curve::Ink::B, Curve::Shape::DashedLine, b});
        isEmpty = isEmpty && std::isnan(b->largest()) && !b->hasBad();
    }
    if (isEmpty) content.remark = tr("no loss recorded yet");
    return content;
}

/// Always against A.
std::vector<double> lossDifferencesOf(const OtherRun& other, const Comparison& c) {
    std::vector<double> values(std::min(other.loss.size(), c.lossA.size()));
    for (std::size_t r = 0; r < values.size(); ++r) values[r] = std::abs(other.loss[r] - c.lossA[r]);
    return values;
}

PlotContent lossDifferenceContent(const PlotInput& input) {
    const Comparison& c = input.comparison;
    const auto& split = c.kinds[indexOf(Kind::Loss)];
    const std::size_t rows = std::min(c.lossA.size(), c.lossB.size());
    std::vector<double> values(rows);
    std::vector<bool> missing(rows, false);
    for (std::size_t r = 0; r < rows; ++r) {
        const Cell cell = cellAt(split.cells, r);
        missing[r] = cell == Cell::NotRecorded;
        values[r] =
            cell == Cell::Equal && std::isfinite(c.lossA[r]) ? 0.0 : std::abs(c.lossB[r] - c.lossA[r]);
    }
    PlotContent content;
    content.isLogarithmic = true;
    addOthers(content, input, Curve::Shape::Points,
              [&c](const OtherRun& other) { return lossDifferencesOf(other, c); });
    const bool areOthersEqual =
        std::ranges::all_of(content.curves, [](const Curve& curve) { return curve.series->hasOnlyZeros(); });
    auto series = std::make_shared<Series>(stepsUpTo(rows), std::move(values), missing);
    if (!split.compared)
        content.remark = tr("no loss recorded in both runs");
    else if (series->hasOnlyZeros() && areOthersEqual)
        content.remark = exactlyZero(c);
    content.curves.push_back(
        {tr("|Δ loss|"), Curve::Ink::Difference, Curve::Shape::Points, std::move(series)});
    return content;
}

std::shared_ptr<const Series> weightSeries(const compare::WeightDifferences& weights,
                                           double compare::Difference::*measure) {
    std::vector<double> values;
    values.reserve(weights.steps.size());
    for (const compare::Difference& difference : weights.overall) {
        const bool isBad = difference.notANumber > 0 && std::isfinite(difference.*measure);
        values.push_back(isBad ? std::numeric_limits<double>::quiet_NaN() : difference.*measure);
    }
    return std::make_shared<Series>(std::vector<qint64>(weights.steps.begin(), weights.steps.end()),
                                    std::move(values));
}

std::vector<GrowthNote> growthOf(const Series& series) {
    constexpr double noted = 10;
    std::vector<GrowthNote> notes;
    for (std::size_t i = 1; i < series.size(); ++i) {
        if (series.markAt(i) != mark::number || series.markAt(i - 1) != mark::number) continue;
        const double factor = series.valueAt(i) / series.valueAt(i - 1);
        const bool isOneStep = series.stepAt(i) == series.stepAt(i - 1) + 1;
        if (factor > noted && isOneStep) notes.push_back({series.stepAt(i), factor, series.valueAt(i)});
    }
    std::sort(notes.begin(), notes.end(), [](const auto& x, const auto& y) { return x.factor > y.factor; });
    constexpr std::size_t most = 1000;
    if (notes.size() > most) notes.resize(most);
    return notes;
}

PlotContent weightDifferenceContent(const PlotInput& input) {
    const Comparison& c = input.comparison;
    PlotContent content;
    content.isLogarithmic = true;
    if (!c.weights || c.weights->steps.empty()) {
        content.remark = tr("no weights stored in both runs: fingerprints say only equal or not");
        return content;
    }
    const auto largest = weightSeries(*c.weights, &compare::Difference::maxAbs);
    if (largest->hasOnlyZeros()) {
        content.remark = c.weights->steps.size() > 1 && largest->stride() == 1 ? exactlyZero(c)
                         : isRunning(c)                                        ? exactlyZero(c)
                                        : tr("exactly 0 at every stored step");
    }
    content.notes = growthOf(*largest);
    content.curves.push_back({tr("max |Δw|"), Curve::Ink::Difference, Curve::Shape::Line, largest});
    content.curves.push_back({tr("relative L2"), Curve::Ink::Difference, Curve::Shape::ThinDashes,
                              weightSeries(*c.weights, &compare::Difference::relativeL2)});
    return content;
}

PlotContent tensorContent(const PlotInput& input) {
    const Comparison& c = input.comparison;
    PlotContent content;
    content.tensors = TensorTable::of(c, input.choice, input.cells);
    content.caption = captionOf(content.tensors->kind());
    if (content.tensors->isEmpty())
        content.remark = tr("no fingerprints of single tensors in both runs");
    else if (!content.tensors->hasDifferences())
        content.remark = content.tensors->measure() != Measure::EqualOrNot ? exactlyZero(c)
                         : isRunning(c)                                    ? tr("every tensor equal so far")
                                        : tr("every tensor equal at every step compared");
    return content;
}

bool isRead(const compare::Measurements& measured) {
    return !measured.stepSeconds.empty();
}

/// Two curves of what each run measured, in the unit of the caption: `factor` times the recorded values.
std::optional<PlotContent> measuredContent(const Comparison& c, bool isSingle, const QString& nothing,
                                           double factor,
                                           std::vector<double> compare::Measurements::*column) {
    if (!isRead(c.measuredA)) return std::nullopt;
    PlotContent content;
    bool isEmpty = true;
    const auto add = [&](const compare::Measurements& measured, const QString& name, Curve::Ink ink,
                         Curve::Shape shape) {
        std::vector<double> values = measured.*column;
        std::vector<bool> missing(values.size());
        for (std::size_t r = 0; r < values.size(); ++r) {
            missing[r] = std::isnan(values[r]);
            isEmpty = isEmpty && missing[r];
            values[r] *= factor;
        }
        content.curves.push_back(
            {name, ink, shape,
             std::make_shared<Series>(stepsUpTo(values.size()), std::move(values), missing)});
    };
    add(c.measuredA, QStringLiteral("A"), Curve::Ink::A, Curve::Shape::Line);
    if (!isSingle) add(c.measuredB, QStringLiteral("B"), Curve::Ink::B, Curve::Shape::DashedLine);
    if (isEmpty) content.remark = nothing;
    return content;
}

std::optional<PlotContent> accuracyContent(const Comparison& c, bool isSingle) {
    if (!isRead(c.measuredA)) return std::nullopt;
    PlotContent content;
    bool isEmpty = true;
    const auto add = [&](const compare::Measurements& measured, const QString& name, Curve::Ink ink,
                         Curve::Shape shape) {
        std::vector<qint64> steps;
        std::vector<double> percent;
        for (const record::EpochRecord& epoch : measured.epochs) {
            if (!epoch.validationAccuracy) continue;
            steps.push_back(epoch.step);
            percent.push_back(100 * *epoch.validationAccuracy);
        }
        isEmpty = isEmpty && steps.empty();
        content.curves.push_back(
            {name, ink, shape, std::make_shared<Series>(std::move(steps), std::move(percent))});
    };
    add(c.measuredA, QStringLiteral("A"), Curve::Ink::A, Curve::Shape::Line);
    if (!isSingle) add(c.measuredB, QStringLiteral("B"), Curve::Ink::B, Curve::Shape::DashedLine);
    if (isEmpty) content.remark = tr("no accuracy recorded");
    return content;
}

QList<PlotSpec> makeTable() {
    using compare::Measurements;
    const auto measured = [](const QString& nothing, double factor,
                             std::vector<double> Measurements::*column) {
        return [=](const PlotInput& input) {
            return measuredContent(input.comparison, input.isSingle, nothing, factor, column);
        };
    };
    const auto pairOnly = [](PlotContent (*content)(const PlotInput&)) {
        return [content](const PlotInput& input) {
            return input.isSingle ? std::nullopt : std::optional(content(input));
        };
    };
    return {
        {QStringLiteral("loss"), tr("Loss"), 13, true,
         [](const PlotInput& input) { return std::optional(lossContent(input)); }},
        {QStringLiteral("loss_difference"), tr("Difference of the losses"), 10, true,
         pairOnly(lossDifferenceContent)},
        {QStringLiteral("weight_difference"), tr("Difference of the weights"), 14, true,
         pairOnly(weightDifferenceContent)},
        {QStringLiteral("tensor_difference"), tr("Difference by tensor"), 9, true, pairOnly(tensorContent),
         true},
        {QStringLiteral("accuracy"), tr("Hold-out accuracy (%)"), 8, false,
         [](const PlotInput& input) { return accuracyContent(input.comparison, input.isSingle); }},
        {QStringLiteral("gradient_norm"), tr("Gradient norm"), 8, false,
         measured(tr("no gradient norm recorded"), 1, &Measurements::gradientNorm)},
        {QStringLiteral("learning_rate"), tr("Learning rate"), 8, false,
         measured(tr("no learning rate recorded"), 1, &Measurements::learningRate)},
        {QStringLiteral("step_time"), tr("Step time (ms)"), 8, false,
         measured(tr("no step time recorded"), 1e3, &Measurements::stepSeconds)},
    };
}

}  // namespace

const QList<PlotSpec>& plotTable() {
    static const QList<PlotSpec> table = makeTable();
    return table;
}

}  // namespace firstsplit::ui
