#include <array>
#include <utility>

#include "core/journal/json_text.h"
#include "core/journal/payload.h"
#include "core/journal/run_request_json.h"

namespace firstsplit::journal {

namespace {

using jsonText::json;

constexpr std::array<std::pair<LogLevel, const char*>, 3> levelNames = {
    {{LogLevel::Info, "info"}, {LogLevel::Warning, "warning"}, {LogLevel::Error, "error"}}};

constexpr std::size_t maxDimensions = 64;  // as in PyTorch

Result<json> objectOf(std::span<const std::byte> payload) {
    const auto* begin = reinterpret_cast<const char*>(payload.data());
    json object = json::parse(begin, begin + payload.size(), nullptr, false);
    if (object.is_discarded() || !object.is_object()) return fail("text that is not a JSON object");
    return object;
}

std::string dtypeText(ScalarType dtype) {
    return dtype == ScalarType::Unknown ? std::string("unknown") : fingerprint::nameOf(dtype);
}

Result<NumberedMember> memberOf(const json& object) {
    if (!object.is_object()) return fail("a member that is not a JSON object");
    const auto kind = kindNamed(jsonText::text(object, "kind"));
    if (!kind) return fail("a member of an unknown kind");
    const auto number = jsonText::integer(object, "number");
    if (!number || *number < 0 || *number >= maxMembersPerKind) return fail("a member without a number");
    NumberedMember out;
    out.number = static_cast<std::uint32_t>(*number);
    out.member.kind = *kind;
    out.member.name = jsonText::text(object, "name");
    out.member.dtype = fingerprint::scalarTypeNamed(jsonText::text(object, "dtype"));
    out.member.sinceStep = jsonText::integer(object, "since").value_or(-1);
    if (const auto shape = object.find("shape"); shape != object.end() && shape->is_array()) {
        if (shape->size() > maxDimensions) return fail("a member of more than 64 dimensions");
        for (const json& size : *shape) {
            if (!size.is_number_integer() ||
                (size.is_number_unsigned() && size.get<std::uint64_t>() >> 62 != 0) ||
                size.get<std::int64_t>() < 0)
                return fail("a member with an impossible shape");
            out.member.shape.push_back(size.get<std::int64_t>());
        }
    }
    if (out.member.dtype != ScalarType::Unknown && fingerprint::sizeOf(out.member.dtype) > 0 &&
        !sizeInBytes(out.member))
        return fail("a member with an impossible shape");
    return out;
}

}  // namespace

std::string helloToJson(const HelloPayload& payload) {
    json object = {{"format", "firstsplit.journal/1"},
                   {"client", payload.hello.client},
                   {"device", payload.hello.device},
                   {"environment", payload.hello.environment},
                   {"request", toJsonObject(payload.hello.request)},
                   {"start_time", payload.startTime},
                   {"process",
                    {{"pid", payload.process.pid},
                     {"start", payload.process.start},
                     {"boot", payload.process.boot},
                     {"pid_namespace", payload.process.pidNamespace}}}};
    if (payload.hello.hasSeed) object["seed"] = payload.hello.seed;
    return jsonText::dump(object);
}

Result<HelloPayload> helloFromJson(std::span<const std::byte> bytes) {
    const auto object = objectOf(bytes);
    if (!object) return tl::unexpected(object.error());
    HelloPayload out;
    if (const auto request = object->find("request"); request != object->end()) {
        auto decoded = runRequestFromJsonObject(*request);
        if (!decoded) return tl::unexpected(decoded.error());
        out.hello.request = std::move(*decoded);
    }
    out.hello.client = jsonText::text(*object, "client");
    out.hello.device = jsonText::text(*object, "device");
    out.hello.environment = jsonText::textMap(*object, "environment");
    if (const auto seed = jsonText::integer(*object, "seed")) {
        out.hello.seed = *seed;
        out.hello.hasSeed = true;
    }
    out.startTime = jsonText::text(*object, "start_time");
    if (const auto process = object->find("process"); process != object->end() && process->is_object()) {
        out.process.pid = jsonText::integer(*process, "pid").value_or(0);
        out.process.start = jsonText::text(*process, "start");
        out.process.boot = jsonText::text(*process, "boot");
        out.process.pidNamespace = jsonText::text(*process, "pid_namespace");
    }
    return out;
}

std::string membersToJson(std::span<const NumberedMember> members) {
    json list = json::array();
    for (const auto& [number, member] : members)
        list.push_back({{"kind", std::string(nameOf(member.kind))},
                        {"number", number},
                        {"name", member.name},
                        {"shape", member.shape},
                        {"dtype", dtypeText(member.dtype)},
                        {"since", member.sinceStep}});
    return jsonText::dump({{"members", std::move(list)}});
}

Result<std::vector<NumberedMember>> membersFromJson(std::span<const std::byte> bytes) {
    const auto object = objectOf(bytes);
    if (!object) return tl::unexpected(object.error());
    const auto list = object->find("members");
    if (list == object->end() || !list->is_array()) return fail("members without a list");
    std::vector<NumberedMember> out;
    for (const json& entry : *list) {
        auto member = memberOf(entry);
        if (!member) return tl::unexpected(member.error());
        out.push_back(std::move(*member));
    }
    return out;
}

std::string epochToJson(const EpochRecord& epoch) {
    json object = {{"epoch", epoch.epoch}, {"step", epoch.step}, {"first_sample_ids", epoch.firstSampleIds}};
    if (epoch.validationLoss) object["validation_loss"] = jsonText::ofDouble(*epoch.validationLoss);
    if (epoch.validationAccuracy)
        object["validation_accuracy"] = jsonText::ofDouble(*epoch.validationAccuracy);
    return jsonText::dump(object);
}

Result<EpochRecord> epochFromJson(std::span<const std::byte> bytes) {
    const auto object = objectOf(bytes);
    if (!object) return tl::unexpected(object.error());
    const auto number = jsonText::integer(*object, "epoch");
    const auto step = jsonText::integer(*object, "step");
    if (!number || !step) return fail("an epoch without its number or step");
    EpochRecord out;
    out.epoch = *number;
    out.step = *step;
    out.validationLoss = jsonText::real(*object, "validation_loss");
    out.validationAccuracy = jsonText::real(*object, "validation_accuracy");
    if (const auto ids = object->find("first_sample_ids"); ids != object->end() && ids->is_array()) {
        for (const json& id : *ids) {
            if (out.firstSampleIds.size() == 100 || !id.is_number_integer()) break;
            out.firstSampleIds.push_back(id.get<std::int64_t>());
        }
    }
    return out;
}

std::string logToJson(const LogPayload& log) {
    json object = {{"text", log.text}};
    for (const auto& [level, name] : levelNames)
        if (level == log.level) object["level"] = name;
    if (log.step) object["step"] = *log.step;
    return jsonText::dump(object);
}

Result<LogPayload> logFromJson(std::span<const std::byte> bytes) {
    const auto object = objectOf(bytes);
    if (!object) return tl::unexpected(object.error());
    LogPayload out;
    out.level = LogLevel::Info;
    const std::string word = jsonText::text(*object, "level");
    for (const auto& [level, name] : levelNames)
        if (word == name) out.level = level;
    out.step = jsonText::integer(*object, "step");
    out.text = jsonText::text(*object, "text");
    return out;
}

std::string settingsToJson(const SettingsPayload& settings) {
    return jsonText::dump({{"when", settings.when}, {"values", settings.values}});
}

Result<SettingsPayload> settingsFromJson(std::span<const std::byte> bytes) {
    const auto object = objectOf(bytes);
    if (!object) return tl::unexpected(object.error());
    SettingsPayload out;
    out.when = jsonText::text(*object, "when");
    if (out.when != "start" && out.when != "end")
        return fail("settings in force neither at the start nor at the end");
    out.values = jsonText::textMap(*object, "values");
    return out;
}

std::string endToJson(const EndPayload& end) {
    json object = {{"state", end.state}, {"reason", end.reason}, {"time", end.time}};
    if (const auto& finding = end.finding)
        object["finding"] = {{"operator", finding->operatorName},
                             {"step", finding->step},
                             {"phase", finding->phase},
                             {"remedy", finding->remedy}};
    return jsonText::dump(object);
}

Result<EndPayload> endFromJson(std::span<const std::byte> bytes) {
    const auto object = objectOf(bytes);
    if (!object) return tl::unexpected(object.error());
    EndPayload out;
    out.state = jsonText::text(*object, "state");
    out.reason = jsonText::text(*object, "reason");
    out.time = jsonText::text(*object, "time");
    if (const auto finding = object->find("finding"); finding != object->end() && finding->is_object())
        out.finding =
            Finding{jsonText::text(*finding, "operator"), jsonText::integer(*finding, "step").value_or(0),
                    jsonText::text(*finding, "phase"), jsonText::text(*finding, "remedy")};
    return out;
}

}  // namespace firstsplit::journal
