#pragma once

#include <QString>
#include <vector>

#include "core/compare/comparison.h"
#include "ui/plots/block_pyramid.h"
#include "ui/plots/step_view.h"

namespace firstsplit::ui {

/// What a block of the ladder shows; of many in one pixel the highest wins.
enum class Block : unsigned char { Nothing, NotRecorded, Equal, Different, NotANumber };

/// One row of the ladder: a kind, step by step.
struct LadderRow {
    Kind kind{};
    QString label;
    std::optional<qint64> firstStep;
    bool isCompared = false;
    QString description;  ///< "loss: first differs at step 28, in 117 of 200 steps"
    MaskPyramid blocks;   ///< at r stands step r − 1; a bit per Block

    /// What the columns of a view show; column i covers the steps of pixel i. A lone difference takes at
    /// least `atLeast` columns.
    std::vector<Block> columns(StepRange range, int count, int atLeast = 2) const;
    Block at(qint64 step) const;
    /// Before the label: the first step, "=" or "–".
    QString number() const;
};

/// Rows in the order of causation. Buffers have one only when a run has buffers.
std::vector<LadderRow> ladderRows(const compare::Comparison& comparison);

/// True when a run is still being recorded: its equal blocks are drawn hollow.
bool isRunning(const compare::Comparison& comparison);

/// First and last step that either run recorded; first > last when there is none.
std::pair<qint64, qint64> stepsOf(const compare::Comparison& comparison);

}  // namespace firstsplit::ui
