#pragma once

#include "app/commands/invocation.h"
#include "core/launch/recorder.h"

namespace firstsplit::app {

/// How a recording speaks.
enum class Voice {
    Person,   ///< the training's output as it is, sentences on standard error
    Events,   ///< JSON lines on standard output, for PairJob
    Document  ///< one JSON document on standard output at the end
};

/// Records one run in this process, from start to file; passes Ctrl+C on. Gives what came of it, or the
/// refusal. Wants a QCoreApplication.
tl::expected<launch::RecordOutcome, launch::RecordRefusal> recordHere(launch::RecordRequest request,
                                                                      Voice voice);

/// The document firstsplit.run/1 of a run that has just been recorded.
std::string toJson(const launch::RecordRequest& request, const launch::RecordOutcome& outcome);
/// "runs/a.split.h5: 200 steps, finished."
std::string describe(const launch::RecordOutcome& outcome);

}  // namespace firstsplit::app
