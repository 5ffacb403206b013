#include <fmt/format.h>

#include "core/record/file_metadata.h"
#include "core/record/hdf5/attributes.h"
#include "core/record/hdf5/columns.h"
#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/table_reader.h"
#include "core/record/schema.h"

namespace firstsplit::record {

using namespace hdf5;

namespace {

constexpr std::size_t maxLongTextBytes = std::size_t{4} << 20;  // a command line can be as long as ARG_MAX
constexpr std::size_t maxSentenceBytes = 1024;

std::string readOneText(hid_t file, const std::string& path) {
    if (!exists(file, path)) return {};
    const auto texts = readTexts(file, path);
    return texts.empty() ? std::string() : texts.front();
}

std::optional<int> readSmallInteger(hid_t object, const char* name) {
    const auto value = readInteger(object, name);
    if (!value || *value < INT32_MIN || *value > INT32_MAX) return std::nullopt;
    return static_cast<int>(*value);
}

std::optional<journal::Finding> readFinding(hid_t run) {
    const std::string name = readText(run, "finding_operator");
    if (name.empty()) return std::nullopt;
    return journal::Finding{name, readInteger(run, "finding_step").value_or(0),
                            readText(run, "finding_phase"), readText(run, "finding_remedy")};
}

std::optional<journal::SnapshotRequest> readSnapshotRequest(hid_t run) {
    const auto policy = journal::policyNamed(readText(run, "weights_policy"));
    if (!policy) return std::nullopt;
    journal::SnapshotRequest request{.policy = *policy};
    if (const auto every = readInteger(run, "weights_every"); every && *every >= 1) request.every = *every;
    if (const auto bytes = readInteger(run, "weights_budget"); bytes && *bytes >= 0)
        request.budgetBytes = static_cast<std::uint64_t>(*bytes);
    return request;
}

}  // namespace

void writeInfo(hid_t file, const RunInfo& info) {
    makeGroup(file, "/run", "One training run, recorded by FirstSplit; who, what, when, and how it ended.");
    const Group run(check(H5Gopen2(file, "/run", H5P_DEFAULT), "opening /run"));
    writeText(run.id(), "format", schema::format);
    writeInteger(run.id(), "version_major", schema::majorVersion);
    writeInteger(run.id(), "version_minor", schema::minorVersion);
    writeText(run.id(), "written_by", "firstsplit " FIRSTSPLIT_VERSION);
    writeText(run.id(), "id", info.id);
    writeText(run.id(), "name", info.name);
    writeText(run.id(), "experiment", info.experiment);
    writeText(run.id(), "preset", info.preset);
    if (info.seed) writeInteger(run.id(), "seed", *info.seed);
    writeText(run.id(), "device", info.device);
    writeText(run.id(), "working_directory", info.workingDirectory);
    writeText(run.id(), "client", info.client);
    writeText(run.id(), "start_time", info.startTime);
    writeText(run.id(), "end_time", info.endTime);
    if (info.plannedSteps) writeInteger(run.id(), "planned_steps", *info.plannedSteps);
    writeText(run.id(), "end_state", std::string(nameOf(info.end)));
    if (info.exitCode) writeInteger(run.id(), "exit_code", *info.exitCode);
    if (info.signal) writeInteger(run.id(), "signal", *info.signal);
    writeText(run.id(), "end_reason", info.endReason);
    if (info.finding) {
        writeText(run.id(), "finding_operator", info.finding->operatorName);
        writeInteger(run.id(), "finding_step", info.finding->step);
        writeText(run.id(), "finding_phase", info.finding->phase);
        writeText(run.id(), "finding_remedy", info.finding->remedy);
    }
    if (info.snapshots) {
        writeText(run.id(), "weights_policy", journal::nameOf(info.snapshots->policy));
        writeInteger(run.id(), "weights_every", info.snapshots->every);
        writeInteger(run.id(), "weights_budget", static_cast<std::int64_t>(info.snapshots->budgetBytes));
    }
    writeTexts(file, {"/run/command_line", "The command, as a shell would take it.", ""},
               std::array{info.commandLine}, maxLongTextBytes);
    writeTexts(file, {"/run/last_words", "The end of what the command wrote to standard error.", ""},
               std::array{info.lastWords}, maxLongTextBytes);
    writeTexts(file, {"/run/damaged", "What damage cost, a sentence each. No rows: the record is whole.", ""},
               info.damaged, maxSentenceBytes);
    makeGroup(file, "/settings", "Determinism settings.");
    writeTextMap(file, "/settings/requested", "Settings as they were asked for.", info.requested);
    makeGroup(file, "/settings/in_force", "Settings as they were read back in the training process.");
    writeTextMap(file, "/settings/in_force/start", "Before training.", info.inForceAtStart);
    writeTextMap(file, "/settings/in_force/end", "After training; a script may change them.",
                 info.inForceAtEnd);
    writeTextMap(file, "/environment",
                 "Versions, devices, host, and environment variables that can change results.",
                 info.environment);
}

RunInfo readInfo(hid_t file, const std::string& path) {
    if (!exists(file, "/run"))
        throw Refusal("it is no run of FirstSplit (the group /run is missing). Give a *.split.h5 file");
    const Group run(check(H5Gopen2(file, "/run", H5P_DEFAULT), "opening /run"));
    if (readText(run.id(), "format") != schema::format)
        throw Refusal(
            "it is no run of FirstSplit (the attribute format of /run says otherwise). Give a *.split.h5 "
            "file");
    const auto major = readInteger(run.id(), "version_major");
    if (major != schema::majorVersion)
        throw Refusal(fmt::format(
            "its version is {}, and this program reads version {}: use the FirstSplit that wrote it",
            major ? std::to_string(*major) : std::string("missing"), schema::majorVersion));
    RunInfo info;
    info.file = path;
    info.id = readText(run.id(), "id");
    info.name = readText(run.id(), "name");
    info.experiment = readText(run.id(), "experiment");
    info.preset = readText(run.id(), "preset");
    info.seed = readInteger(run.id(), "seed");
    info.device = readText(run.id(), "device");
    info.workingDirectory = readText(run.id(), "working_directory");
    info.client = readText(run.id(), "client");
    info.startTime = readText(run.id(), "start_time");
    info.endTime = readText(run.id(), "end_time");
    info.plannedSteps = readInteger(run.id(), "planned_steps");
    info.end = endStateNamed(readText(run.id(), "end_state")).value_or(EndState::Unknown);
    if (info.end == EndState::Running) info.end = EndState::Unknown;
    info.exitCode = readSmallInteger(run.id(), "exit_code");
    info.signal = readSmallInteger(run.id(), "signal");
    info.endReason = readText(run.id(), "end_reason");
    info.finding = readFinding(run.id());
    info.snapshots = readSnapshotRequest(run.id());
    info.commandLine = readOneText(file, "/run/command_line");
    info.lastWords = readOneText(file, "/run/last_words");
    // A file without this table may have lost anything: it must not read as whole.
    info.damaged = readTexts(file, "/run/damaged");
    info.requested = readTextMap(file, "/settings/requested");
    info.inForceAtStart = readTextMap(file, "/settings/in_force/start");
    info.inForceAtEnd = readTextMap(file, "/settings/in_force/end");
    info.environment = readTextMap(file, "/environment");
    return info;
}

}  // namespace firstsplit::record
