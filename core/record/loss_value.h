#pragma once

#include <span>

#include "core/journal/journal_writer.h"

namespace firstsplit::record {

using fingerprint::ScalarType;
using journal::LossValue;

/// A loss widened to double: exact for float16, bfloat16, float32 and float64; NaN for what is no real
/// number.
double toDouble(const LossValue& loss);
/// Mean of a step's losses; NaN when there are none. Of one loss: its own value.
double meanOf(std::span<const LossValue> losses);

/// The type that a run's losses are meant in, from those seen: the first one's, float64 when they are mixed.
class LossType {
  public:
    void see(std::span<const LossValue> losses);
    ScalarType type() const { return m_type; }  ///< Unknown: no loss was seen
    /// Float64 losses, and those of mixed or integer types, are kept in float64; all others fit float32
    /// exactly.
    bool isStoredAsFloat64() const;
    /// A value as it is kept: rounded to float32 when that is the type kept (which a mean may need).
    double asStored(double value) const;

  private:
    ScalarType m_type = ScalarType::Unknown;
};

}  // namespace firstsplit::record
