#include "core/compare/columns.h"

#include <algorithm>
#include <limits>
#include <span>

#include "core/compare/comparison.h"

namespace firstsplit::compare {

Result<> readColumn(const record::Run& run, record::Column column, std::vector<double>& out) {
    constexpr std::int64_t rowsPerRead = 1 << 16;
    const std::int64_t rows = run.rowCount();
    out.assign(static_cast<std::size_t>(rows), std::numeric_limits<double>::quiet_NaN());
    for (std::int64_t row = 0; row < rows; row += rowsPerRead) {
        const auto count = static_cast<std::size_t>(std::min(rowsPerRead, rows - row));
        const auto part = std::span(out).subspan(static_cast<std::size_t>(row), count);
        if (auto read = run.readColumn(column, row, part); !read) return read;
    }
    return {};
}

Result<Measurements> readMeasurements(const record::Run& run) {
    using record::Column;
    Measurements measured;
    measured.epochs = run.epochs();
    for (const auto& [column, values] : {std::pair{Column::GradientNorm, &measured.gradientNorm},
                                         {Column::LearningRate, &measured.learningRate},
                                         {Column::StepSeconds, &measured.stepSeconds}})
        if (auto read = readColumn(run, column, *values); !read) return tl::unexpected(read.error());
    return measured;
}

}  // namespace firstsplit::compare
