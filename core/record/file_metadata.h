#pragma once

#include <hdf5.h>

#include <array>
#include <string>
#include <vector>

#include "core/base/kind.h"
#include "core/record/run.h"

/// The small parts of a run file. All throw hdf5::Failure.
namespace firstsplit::record {

/// /run, /settings and /environment.
void writeInfo(hid_t file, const RunInfo& info);
/// `valuePaths`: the dataset of each member's bytes, empty without; by kind, in member order.
void writeTensors(hid_t file, const std::array<std::vector<Member>, kindCount>& members,
                  const std::array<std::vector<std::string>, kindCount>& valuePaths);
void writeEpochs(hid_t file, const std::vector<EpochRecord>& epochs);
void writeLog(hid_t file, const std::vector<LogEntry>& log);

RunInfo readInfo(hid_t file, const std::string& path);
struct TensorTable {
    std::array<std::vector<Member>, kindCount> members;
    std::array<std::vector<std::string>, kindCount> valuePaths;
};
TensorTable readTensors(hid_t file);
std::vector<EpochRecord> readEpochs(hid_t file);
std::vector<LogEntry> readLog(hid_t file);

}  // namespace firstsplit::record
