#pragma once

#include <QProcessEnvironment>
#include <QStringList>

#include "core/launch/recorder.h"
#include "core/launch/run_paths.h"

namespace firstsplit::launch {

/// What a recorder does, worked out before anything is started.
struct RecordPlan {
    RunPaths paths;
    QStringList command;
    QProcessEnvironment environment;
    journal::RunRequest run;
    std::vector<settings::Finding> findings;  ///< warnings; refused ones never get this far
};

tl::expected<RecordPlan, RecordRefusal> planOf(const RecordRequest& request);

/// Whether it is a name of a device at all: cpu, cuda, cuda:1.
Result<> checkDeviceName(const QString& device);
/// A sentence on CUDA when it was asked for and is not to be had here: no CUDA part, no driver, no such
/// device.
Result<> checkDevice(const QString& device);
/// Compute capability of a CUDA device by its driver's word, "9.0"; empty when it cannot be known.
std::string computeCapabilityOf(const QString& device);

}  // namespace firstsplit::launch
