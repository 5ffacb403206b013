#include "ui/models/single_run.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace firstsplit::ui {

Result<compare::Comparison> readSingleRun(const record::Run& run, const compare::Progress& progress) {
    constexpr std::int64_t rowsAtATime = 65'536;
    compare::Comparison single;
    single.a = run.info();
    single.stepsA = run.stepCount();
    const std::int64_t rows = run.rowCount();
    single.lossA.resize(static_cast<std::size_t>(rows), NAN);
    for (std::int64_t row = 0; row < rows; row += rowsAtATime) {
        const auto count = static_cast<std::size_t>(std::min(rowsAtATime, rows - row));
        const auto part = std::span(single.lossA).subspan(static_cast<std::size_t>(row), count);
        if (auto read = run.readColumn(record::Column::Loss, row, part); !read)
            return tl::unexpected(read.error());
        if (progress && !progress(static_cast<double>(row) / static_cast<double>(rows)))
            return fail("Reading " + run.info().file + " was stopped.");
    }
    return single;
}

}  // namespace firstsplit::ui
