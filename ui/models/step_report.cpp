#include "ui/models/step_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace firstsplit::ui {
namespace {

using compare::Cell;
using record::Fingerprint;

std::optional<double> readOne(const record::Run& run, record::Column column, std::int64_t row) {
    if (row < 0 || row >= run.rowCount()) return std::nullopt;
    double value = NAN;
    if (!run.readColumn(column, row, std::span(&value, 1)) || std::isnan(value)) return std::nullopt;
    return value;
}

/// The members' fingerprints of a row; empty when they were not kept.
std::vector<Fingerprint> readRow(const record::Run& run, Kind kind, std::int64_t row) {
    const auto& rows = run.fingerprintRows(kind);
    const auto found = std::ranges::lower_bound(rows, row);
    if (found == rows.end() || *found != row) return {};
    std::vector<Fingerprint> prints(run.members(kind).size());
    if (!run.readFingerprints(kind, static_cast<std::size_t>(found - rows.begin()), 1, prints)) return {};
    return prints;
}

Cell cellOf(const compare::Comparison& comparison, Kind kind, std::int64_t row) {
    const auto& cells = comparison.kinds[indexOf(kind)].cells;
    return row >= 0 && row < static_cast<std::int64_t>(cells.size()) ? cells[static_cast<std::size_t>(row)]
                                                                     : Cell::NotRecorded;
}

std::optional<double> lossAt(const std::vector<double>& losses, std::int64_t row) {
    if (row < 0 || row >= static_cast<std::int64_t>(losses.size())) return std::nullopt;
    return losses[static_cast<std::size_t>(row)];
}

std::optional<compare::Difference> sizeOf(const compare::Comparison& comparison, const std::string& name,
                                          std::int64_t step) {
    if (!comparison.weights) return std::nullopt;
    const auto& weights = *comparison.weights;
    const auto at = std::ranges::lower_bound(weights.steps, step);
    const auto tensor = std::ranges::find(weights.tensors, name);
    if (at == weights.steps.end() || *at != step || tensor == weights.tensors.end()) return std::nullopt;
    return weights.at(static_cast<std::size_t>(at - weights.steps.begin()),
                      static_cast<std::size_t>(tensor - weights.tensors.begin()));
}

void addTensors(const record::Run& a, const record::Run& b, const compare::Comparison& comparison, Kind kind,
                std::int64_t row, std::vector<TensorRow>& rows) {
    const auto& membersA = a.members(kind);
    const auto& membersB = b.members(kind);
    std::map<std::string_view, std::size_t> numberInB;
    for (std::size_t i = 0; i < membersB.size(); ++i) numberInB.emplace(membersB[i].name, i);
    std::map<std::string_view, std::optional<std::int64_t>> since;
    for (const auto& member : comparison.members)
        if (member.kind == kind) since.emplace(member.name, member.firstStep);

    const auto printsA = readRow(a, kind, row);
    const auto printsB = readRow(b, kind, row);
    for (std::size_t i = 0; i < membersA.size(); ++i) {
        const auto inB = numberInB.find(membersA[i].name);
        if (inB == numberInB.end()) continue;
        TensorRow tensor;
        tensor.key = {kind, membersA[i].name};
        if (i < printsA.size() && inB->second < printsB.size() && !printsA[i].isAbsent() &&
            !printsB[inB->second].isAbsent())
            tensor.cell = printsA[i] == printsB[inB->second] ? Cell::Equal : Cell::Different;
        if (const auto found = since.find(membersA[i].name); found != since.end())
            tensor.since = found->second;
        if (kind == Kind::Weight) tensor.size = sizeOf(comparison, membersA[i].name, row - 1);
        rows.push_back(std::move(tensor));
    }
}

}  // namespace

StepReport readStep(const record::Run& a, const record::Run* b, const compare::Comparison& comparison,
                    std::int64_t step, const std::optional<TensorKey>& selected) {
    StepReport report;
    const std::int64_t row = step + 1;
    report.step = step;
    report.isPair = b != nullptr;
    report.lossA = lossAt(comparison.lossA, row);
    report.gradientNormA = readOne(a, record::Column::GradientNorm, row);
    report.learningRateA = readOne(a, record::Column::LearningRate, row);
    report.generators = static_cast<std::int64_t>(a.members(Kind::RandomState).size());
    if (const auto& batch = a.members(Kind::Batch); !batch.empty() && !batch.front().shape.empty())
        report.samples = batch.front().shape.front();
    if (!b) return report;

    report.lossB = lossAt(comparison.lossB, row);
    report.lossDiffers = cellOf(comparison, Kind::Loss, row) == Cell::Different;
    if (row >= 0 && row < static_cast<std::int64_t>(comparison.lossUlp.size()))
        report.lossUlp = comparison.lossUlp[static_cast<std::size_t>(row)];
    report.gradientNormB = readOne(*b, record::Column::GradientNorm, row);
    report.learningRateB = readOne(*b, record::Column::LearningRate, row);
    report.batch = cellOf(comparison, Kind::Batch, row);
    report.randomState = cellOf(comparison, Kind::RandomState, row);
    for (Kind kind : {Kind::Gradient, Kind::Optimizer, Kind::Weight, Kind::Buffer})
        addTensors(a, *b, comparison, kind, row, report.tensors);
    if (selected) {
        auto detail = readTensorDetail(a, *b, selected->kind, selected->name, step);
        if (detail)
            report.detail = std::move(*detail);
        else
            report.error = detail.error().message;
    }
    return report;
}

}  // namespace firstsplit::ui
