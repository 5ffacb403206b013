#pragma once

#include <string>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::app {

/// Runs of several training processes, compared process with process (rank with rank).
struct ProcessComparisons {
    struct Entry {
        int number = 0;
        compare::Comparison comparison;
    };
    std::vector<Entry> further;        ///< beside the run's first process, whose number is 0
    std::vector<std::string> leftOut;  ///< sentences: processes of one run alone, files that cannot be compared
};

/// Compares what further processes of the runs in these files left; empty for runs of one process.
ProcessComparisons compareFurtherProcesses(const std::string& fileA, const std::string& fileB);

/// The exit code over all processes: 2 when something is incomplete and nothing split, 1 when any split.
int exitCodeOf(const compare::Comparison& first, const ProcessComparisons& processes);

/// Which process split first, then a line each; empty for runs of one process.
std::string processText(const compare::Comparison& first, const ProcessComparisons& processes);

/// The comparison's document with "processes": each one's number, verdict, sentence and first difference, and
/// "process_that_split_first" (null when none did).
std::string withProcesses(const std::string& document, const compare::Comparison& first,
                          const ProcessComparisons& processes);

}  // namespace firstsplit::app
