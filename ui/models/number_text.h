#pragma once

#include <QString>
#include <cstdint>
#include <vector>

namespace firstsplit::ui {

/// "34,816".
QString countText(qint64 count);
/// "1 tensor", "5 tensors".
QString counted(qint64 count, const QString& one, const QString& many);
/// "1.5 %" in two significant digits; "0 %" only for nothing at all, "100 %" only for all.
QString shareText(qint64 part, qint64 whole);
/// A count of ULP; "unlimited" where a number stands against NaN.
QString ulpText(qint64 ulp);
/// A shape for people: "1088 × 32"; "scalar" without dimensions.
QString shapeText(const std::vector<std::int64_t>& shape);

}  // namespace firstsplit::ui
