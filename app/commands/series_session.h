#pragma once

#include <cstdio>
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

/// A series from its plan to what is printed: trains what is left of it, has `reportOf` make a report of its
/// runs, and prints that as a page, or with --json as a document. Gives the exit code.
template <class Report>
int reportSeries(Invocation& invocation, const launch::SeriesPlan& plan, const std::string& folder,
                 const RunTold& tell, const std::function<Result<Report>(const SeriesRuns&)>& reportOf,
                 std::string (*pageOf)(const Report&), std::string (*documentOf)(const Report&)) {
    const auto series = trainSeries(invocation, plan, folder, tell);
    if (!series) return reportError(invocation, series.error().message);
    const auto report = reportOf(*series);
    if (!report) return reportError(invocation, report.error().message);
    std::fputs(invocation.wantsJson ? (documentOf(*report) + '\n').c_str() : pageOf(*report).c_str(), stdout);
    return 0;
}

}  // namespace firstsplit::app
