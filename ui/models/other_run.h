#pragma once

#include <QString>
#include <vector>

namespace firstsplit::ui {

/// A run that is shown beside A and B: drawn thin and grey, and measured against A.
struct OtherRun {
    QString path, name;
    std::vector<double> loss;  ///< by row: row r holds step r − 1; NaN where none was recorded
};

}  // namespace firstsplit::ui
