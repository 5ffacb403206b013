#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "ui/models/tensor_detail.h"

namespace firstsplit::ui {

/// Which tensor the inspector looks into.
struct TensorKey {
    Kind kind = Kind::Weight;
    std::string name;
    friend bool operator==(const TensorKey&, const TensorKey&) = default;
};

struct TensorRow {
    TensorKey key;
    compare::Cell cell = compare::Cell::NotRecorded;  ///< at this step
    std::optional<std::int64_t> since;                ///< first step at which it differs, as far as was kept
    std::optional<compare::Difference> size;          ///< where both runs hold the bytes of this step
};

/// Everything that the inspector shows of one step. Of a run without a partner only A's values are there.
struct StepReport {
    std::int64_t step = 0;
    bool isPair = false;
    std::optional<double> lossA, lossB;
    std::int64_t lossUlp = 0;
    bool lossDiffers = false;
    std::optional<double> gradientNormA, gradientNormB;
    std::optional<double> learningRateA, learningRateB;
    compare::Cell batch = compare::Cell::NotRecorded;
    compare::Cell randomState = compare::Cell::NotRecorded;
    std::optional<std::int64_t> samples;  ///< first dimension of the batch, when it has one
    std::int64_t generators = 0;
    std::vector<TensorRow> tensors;  ///< gradient, optimizer, weight, buffer; model order within each
    std::optional<TensorDetail> detail;
    std::string error;  ///< a sentence, when reading failed
};

/// Reads a step of both runs (`b` may be null). On the I/O thread only.
StepReport readStep(const record::Run& a, const record::Run* b, const compare::Comparison& comparison,
                    std::int64_t step, const std::optional<TensorKey>& selected);

}  // namespace firstsplit::ui
