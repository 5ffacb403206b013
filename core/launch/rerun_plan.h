#pragma once

#include <QProcessEnvironment>
#include <map>
#include <string>
#include <vector>

#include "core/compare/environment.h"
#include "core/launch/recorder.h"
#include "core/record/run.h"

namespace firstsplit::launch {

/// A saved run, to be trained again from its own record.
struct RerunPlan {
    RecordRequest run;
    QString workingDirectory;         ///< that of the record; empty for experiments, which need none
    QProcessEnvironment environment;  ///< this process's, with the recorded variables as they were then
};

/// `command`: the words of the record's command line; empty for an experiment. Fails when the record does not
/// say enough, or its folder is gone.
Result<RerunPlan> rerunPlanOf(const record::Run& saved, const QStringList& command, const QString& file);

/// What a run of this record would find here, under the keys of its environment: this machine, the libraries
/// of the runner or of the command's own Python, the GPU, the commit of the folder. Starts programs that say
/// so, and waits for them.
std::map<std::string, std::string> environmentHere(const record::RunInfo& saved, const QStringList& command);

/// What is not as it was when the run was recorded and can change its bits. Of what `here` does not tell
/// nothing is said, and a built-in experiment does not depend on the folder's commit.
std::vector<compare::Differing> changesSince(const record::RunInfo& saved,
                                             const std::map<std::string, std::string>& here);

}  // namespace firstsplit::launch
