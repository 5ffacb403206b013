#include "ui/plots/ladder_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/compare/words.h"
#include "ui/plots/step_axis.h"

namespace firstsplit::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Ladder", text);
}

unsigned char bit(Block block) {
    return static_cast<unsigned char>(1u << static_cast<unsigned>(block));
}

Block strongest(unsigned char mask) {
    for (Block block : {Block::NotANumber, Block::Different, Block::Equal, Block::NotRecorded})
        if (mask & bit(block)) return block;
    return Block::Nothing;
}

QString countText(std::int64_t value) {
    return QString::fromStdString(compare::countText(value));
}

QString describeRow(const LadderRow& row, const compare::KindSplit& split) {
    if (!row.isCompared) return tr("%1: not recorded in both runs").arg(row.label);
    const QString compared = countText(split.stepsCompared);
    if (!row.firstStep) return tr("%1: equal in all of %2 steps").arg(row.label, compared);
    QString words = *row.firstStep < 0 ? tr("%1: differs before training, in %2 of %3 steps")
                                             .arg(row.label, countText(split.stepsDifferent), compared)
                                       : tr("%1: first differs at step %2, in %3 of %4 steps")
                                             .arg(row.label, stepText(*row.firstStep),
                                                  countText(split.stepsDifferent), compared);
    if (split.timesEqualAgain > 0)
        words += tr(", %1 times equal again").arg(countText(split.timesEqualAgain));
    return words;
}

bool isBadLoss(const compare::Comparison& c, std::size_t row) {
    const auto bad = [row](const std::vector<double>& loss) {
        return row < loss.size() && !std::isfinite(loss[row]);
    };
    return bad(c.lossA) || bad(c.lossB);
}

}  // namespace

QString LadderRow::number() const {
    if (!isCompared) return QStringLiteral("–");
    return firstStep ? stepText(*firstStep) : QStringLiteral("=");
}

Block LadderRow::at(qint64 step) const {
    const qint64 row = step + 1;
    if (row < 0 || row >= static_cast<qint64>(blocks.size())) return Block::Nothing;
    return strongest(blocks[static_cast<std::size_t>(row)]);
}

std::vector<Block> LadderRow::columns(StepRange range, int count, int atLeast) const {
    std::vector<Block> columns(static_cast<std::size_t>(std::max(0, count)), Block::Nothing);
    const double width = range.length() / std::max(1, count);
    const auto rows = static_cast<double>(blocks.size());
    for (int i = 0; i < count; ++i) {
        // Step s covers s − 0.5 to s + 0.5 and stands in row s + 1. A pixel shows the cells it touches by
        // more than a hair: of a step, not of the pixel, or steps at the seam of two pixels would be in
        // neither.
        const double from = range.from + i * width + 1.5, to = from + width;
        const double hair = 0.01 * std::min(1.0, width);
        const double first = std::floor(from + hair), last = std::ceil(to - hair);
        if (last <= 0 || first >= rows) continue;
        columns[static_cast<std::size_t>(i)] =
            strongest(blocks.over(static_cast<std::size_t>(std::max(0.0, first)),
                                  static_cast<std::size_t>(std::min(rows, last)), 0));
    }
    // The weaker first, so that the stronger keeps its width where both are thin.
    for (Block block : {Block::Different, Block::NotANumber}) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] != block) continue;
            std::size_t end = i;
            while (end < columns.size() && columns[end] == block) ++end;
            const std::size_t wanted = std::min(columns.size(), i + static_cast<std::size_t>(atLeast));
            while (end < wanted && columns[end] < block) columns[end++] = block;
            for (std::size_t before = i; before > 0 && end - before < static_cast<std::size_t>(atLeast);
                 --before)
                if (columns[before - 1] < block)
                    columns[before - 1] = block;
                else
                    break;
            i = end - 1;
        }
    }
    return columns;
}

std::vector<LadderRow> ladderRows(const compare::Comparison& comparison) {
    std::vector<LadderRow> rows;
    for (Kind kind : allKinds) {
        const compare::KindSplit& split = comparison.kinds[indexOf(kind)];
        const bool hasCells = std::any_of(split.cells.begin(), split.cells.end(), [](compare::Cell cell) {
            return cell != compare::Cell::NotRecorded;
        });
        if (kind == Kind::Buffer && !split.compared && !hasCells) continue;
        LadderRow row;
        row.kind = kind;
        const std::string_view label = labelOf(kind);
        row.label = QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()));
        row.isCompared = split.compared;
        row.firstStep = split.firstStep;
        row.description = describeRow(row, split);
        const auto [firstStep, lastStep] = stepsOf(comparison);
        std::vector<unsigned char> blocks(static_cast<std::size_t>(std::max<qint64>(0, lastStep + 2)), 0);
        for (std::size_t r = 0; r < blocks.size(); ++r) {
            const auto cell = r < split.cells.size() ? split.cells[r] : compare::Cell::NotRecorded;
            if (cell == compare::Cell::Different)
                blocks[r] = bit(Block::Different);
            else if (cell == compare::Cell::Equal)
                blocks[r] = bit(Block::Equal);
            else if (r > 0)
                blocks[r] = bit(Block::NotRecorded);  // before training most kinds do not exist
            if (kind == Kind::Loss && cell != compare::Cell::NotRecorded && isBadLoss(comparison, r))
                blocks[r] |= bit(Block::NotANumber);
        }
        const auto markBad = [&](qint64 step) {
            if (step >= -1 && step + 1 < static_cast<qint64>(blocks.size()))
                blocks[static_cast<std::size_t>(step + 1)] |= bit(Block::NotANumber);
        };
        for (const compare::Event& event : comparison.events)
            if (event.event == compare::EventKind::NotANumber && event.kind == kind) markBad(event.step);
        if (kind == Kind::Weight && comparison.weights)
            for (std::size_t i = 0; i < comparison.weights->steps.size(); ++i)
                if (comparison.weights->overall[i].notANumber > 0 ||
                    !std::isfinite(comparison.weights->overall[i].maxAbs))
                    markBad(comparison.weights->steps[i]);
        row.blocks = MaskPyramid(std::move(blocks));
        rows.push_back(std::move(row));
    }
    return rows;
}

bool isRunning(const compare::Comparison& comparison) {
    return comparison.a.end == record::EndState::Running || comparison.b.end == record::EndState::Running;
}

std::pair<qint64, qint64> stepsOf(const compare::Comparison& comparison) {
    std::size_t rows = std::max(comparison.lossA.size(), comparison.lossB.size());
    bool hasBefore = false;
    for (const compare::KindSplit& split : comparison.kinds) {
        rows = std::max(rows, split.cells.size());
        hasBefore = hasBefore || (!split.cells.empty() && split.cells[0] != compare::Cell::NotRecorded);
    }
    rows = std::max(rows, static_cast<std::size_t>(std::max(comparison.stepsA, comparison.stepsB) + 1));
    const qint64 last = static_cast<qint64>(rows) - 2;
    return {hasBefore || last < 0 ? -1 : 0, rows <= (hasBefore ? 0u : 1u) ? -2 : last};
}

}  // namespace firstsplit::ui
