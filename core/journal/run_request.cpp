#include "core/journal/run_request.h"

#include <array>

#include "core/journal/json_text.h"
#include "core/journal/run_request_json.h"

namespace firstsplit::journal {

namespace {

using jsonText::json;

constexpr std::array<std::pair<SnapshotRequest::Policy, const char*>, 4> policyNames = {{
    {SnapshotRequest::Policy::Budget, "budget"},
    {SnapshotRequest::Policy::Ends, "ends"},
    {SnapshotRequest::Policy::EveryN, "every_n"},
    {SnapshotRequest::Policy::None, "none"},
}};

}  // namespace

std::string nameOf(SnapshotRequest::Policy policy) {
    for (const auto& [known, name] : policyNames)
        if (known == policy) return name;
    return {};
}

std::optional<SnapshotRequest::Policy> policyNamed(std::string_view name) {
    for (const auto& [policy, known] : policyNames)
        if (known == name) return policy;
    return std::nullopt;
}

json toJsonObject(const RunRequest& request) {
    json object = {{"format", "firstsplit.request/1"},
                   {"id", request.id},
                   {"journal", request.journal},
                   {"name", request.name},
                   {"experiment", request.experiment},
                   {"preset", request.preset},
                   {"settings", request.settings},
                   {"environment", request.environment},
                   {"command_line", request.commandLine},
                   {"working_directory", request.workingDirectory},
                   {"fingerprint_budget_bytes", request.fingerprintBudgetBytes}};
    if (request.plannedSteps) object["planned_steps"] = *request.plannedSteps;
    object["snapshots"] = {{"policy", nameOf(request.snapshots.policy)},
                           {"every", request.snapshots.every},
                           {"budget_bytes", request.snapshots.budgetBytes}};
    return object;
}

Result<RunRequest> runRequestFromJsonObject(const json& object) {
    if (!object.is_object())
        return fail("The run request is not a JSON object: start the training by firstsplit.");
    const std::string format = jsonText::text(object, "format");
    if (format != "firstsplit.request/1")
        return fail(
            "The run request has the format \"" + format +
            "\", not \"firstsplit.request/1\": the launcher and the training's client are of different "
            "versions; use both from one installation.");
    RunRequest request;
    request.id = jsonText::text(object, "id");
    request.journal = jsonText::text(object, "journal");
    request.name = jsonText::text(object, "name");
    request.experiment = jsonText::text(object, "experiment");
    request.preset = jsonText::text(object, "preset");
    request.plannedSteps = jsonText::integer(object, "planned_steps");
    request.settings = jsonText::textMap(object, "settings");
    request.environment = jsonText::textMap(object, "environment");
    request.commandLine = jsonText::text(object, "command_line");
    request.workingDirectory = jsonText::text(object, "working_directory");
    if (const auto bytes = jsonText::natural(object, "fingerprint_budget_bytes"))
        request.fingerprintBudgetBytes = *bytes;
    const auto snapshots = object.find("snapshots");
    if (snapshots == object.end() || !snapshots->is_object()) return request;
    const std::string policyName = jsonText::text(*snapshots, "policy");
    const auto policy = policyNamed(policyName);
    if (!policy)
        return fail("The run request asks for the snapshot policy \"" + policyName +
                    "\", which is unknown: use budget, ends, every_n or none.");
    request.snapshots.policy = *policy;
    if (const auto every = jsonText::integer(*snapshots, "every"); every && *every >= 1)
        request.snapshots.every = *every;
    if (const auto bytes = jsonText::natural(*snapshots, "budget_bytes"))
        request.snapshots.budgetBytes = *bytes;
    return request;
}

std::string toJson(const RunRequest& request) {
    return jsonText::dump(toJsonObject(request));
}

Result<RunRequest> runRequestFromJson(const std::string& text) {
    const json object = json::parse(text, nullptr, false);
    if (object.is_discarded())
        return fail(
            "The run request (environment variable FIRSTSPLIT_RUN) is not JSON: start the training by "
            "firstsplit.");
    return runRequestFromJsonObject(object);
}

}  // namespace firstsplit::journal
