#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/commands/invocation.h"
#include "core/launch/series.h"
#include "core/record/run.h"

namespace firstsplit::app {

/// What came of a series.
struct SeriesRuns {
    QString folder;
    std::vector<std::unique_ptr<record::Run>> runs;  ///< as in the plan, every one finished
    int alreadyThere = 0;
    std::vector<std::string> warnings;  ///< sentences: what was not the same for all runs
};

/// Told of each run when it is there: its position in the plan.
using RunTold = std::function<std::string(std::size_t run, const record::Run& file)>;

/// Trains what is left of a series in `folder` (empty: a folder of its own in runs/), with progress on
/// standard error; `tell` gives the line that is printed for a run. Ctrl+C keeps what has finished. Fails,
/// with a sentence that says how to go on, when not every run of the plan is there in the end.
Result<SeriesRuns> trainSeries(Invocation& invocation, const launch::SeriesPlan& plan,
                               const std::string& folder, const RunTold& tell);

}  // namespace firstsplit::app
