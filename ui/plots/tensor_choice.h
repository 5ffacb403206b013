#pragma once

#include <QString>

#include "core/compare/comparison.h"

namespace firstsplit::ui {

/// How the heat map measures a difference.
enum class Measure { MaxAbs, RelativeL2, EqualOrNot };

/// What the heat map shows.
struct TensorChoice {
    Kind kind = Kind::Weight;
    Measure measure = Measure::MaxAbs;
    bool operator==(const TensorChoice&) const = default;
};

inline constexpr Kind tensorKinds[] = {Kind::Weight, Kind::Gradient, Kind::Optimizer};
inline constexpr Measure measures[] = {Measure::MaxAbs, Measure::RelativeL2, Measure::EqualOrNot};

/// "max |Δw|", "relative L2", "equal or not".
QString labelOf(Measure measure);
/// "Difference by weight tensor".
QString captionOf(Kind kind);

/// Only of weights were bytes stored; of all else there are fingerprints, which say equal or not. Empty when
/// it can be shown, else why not.
QString obstacleOf(const compare::Comparison& comparison, TensorChoice choice);
/// The nearest choice that can be shown.
TensorChoice possible(const compare::Comparison& comparison, TensorChoice wanted);

}  // namespace firstsplit::ui
