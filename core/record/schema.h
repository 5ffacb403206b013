#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/kind.h"
#include "core/record/run.h"

/// Names within a run file; FORMAT.md says what stands there.
namespace firstsplit::record::schema {

inline constexpr const char* format = "firstsplit.run";
inline constexpr std::int64_t majorVersion = 1;
inline constexpr std::int64_t minorVersion = 0;

/// In `log/step`: the entry belongs to no step.
inline constexpr std::int64_t noStep = INT64_MIN;

inline constexpr std::array<Column, 4> allColumns = {Column::Loss, Column::LearningRate, Column::GradientNorm,
                                                     Column::StepSeconds};
std::string columnPath(Column column);
std::string digestPath(Kind kind);
std::string fingerprintsPath(Kind kind);
std::string fingerprintStepsPath(Kind kind);

/// Where the bytes of a kind's members stand: "/weights", "/buffers", …
std::string valuesGroup(Kind kind);
std::string valueStepsPath(Kind kind);
std::string valuesPresentPath(Kind kind);
std::string valuesPath(Kind kind, const std::string& member);

/// A member's name as the name of a link: '/', '%', control characters, and names that mean something else in
/// HDF5 or here ("", ".", "..", "steps", "present") are percent-encoded. Two names never become one.
std::string linkNameOf(const std::string& member);

}  // namespace firstsplit::record::schema
