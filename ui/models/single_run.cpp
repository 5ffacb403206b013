#include "ui/models/single_run.h"

#include "core/compare/columns.h"

namespace firstsplit::ui {

Result<compare::Comparison> readSingleRun(const record::Run& run, const compare::Progress& progress) {
    compare::Comparison single;
    single.a = run.info();
    single.stepsA = run.stepCount();
    if (auto read = compare::readColumn(run, record::Column::Loss, single.lossA); !read)
        return tl::unexpected(read.error());
    if (progress && !progress(0.5)) return fail("Reading " + run.info().file + " was stopped.");
    auto measured = compare::readMeasurements(run);
    if (!measured) return tl::unexpected(measured.error());
    single.measuredA = std::move(*measured);
    return single;
}

}  // namespace firstsplit::ui
