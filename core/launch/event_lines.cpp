#include "core/launch/event_lines.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace firstsplit::launch {

namespace {

using Json = nlohmann::ordered_json;

std::string text(const QString& string) {
    return string.toStdString();
}
QString text(const Json& json, const char* key) {
    return QString::fromStdString(json.at(key).get<std::string>());
}

Json number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

double number(const Json& json) {
    if (!json.is_string()) return json.get<double>();
    const auto word = json.get<std::string>();
    if (word == "Infinity") return std::numeric_limits<double>::infinity();
    if (word == "-Infinity") return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
}

template <class T>
Json optional(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> optional(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null()) return std::nullopt;
    return found->get<T>();
}

struct ToJson {
    Json operator()(const event::Started& e) const {
        return {
            {"event", "started"}, {"pid", e.processId}, {"journal", text(e.journal)}, {"file", text(e.file)}};
    }
    Json operator()(const RunProgress& e) const {
        Json json{{"event", "progress"}, {"stage", text(e.stage)}, {"step", e.step}};
        json["planned_steps"] = optional(e.plannedSteps);
        json["steps_per_second"] = number(e.stepsPerSecond);
        json["loss"] = e.loss ? number(*e.loss) : Json(nullptr);
        json["recorded_bytes"] = e.recordedBytes;
        return json;
    }
    Json operator()(const SplitSeen& e) const {
        return {{"event", "split"},
                {"kind", std::string(nameOf(e.kind))},
                {"step", e.step},
                {"tensor", text(e.tensor)}};
    }
    Json operator()(const event::Output& e) const {
        return {{"event", "output"}, {"stream", e.isError ? "stderr" : "stdout"}, {"text", text(e.text)}};
    }
    Json operator()(const event::Log& e) const { return {{"event", "log"}, {"text", text(e.sentence)}}; }
    Json operator()(const event::Building& e) const {
        return {{"event", "building"}, {"fraction", e.fraction}};
    }
    Json operator()(const event::End& e) const {
        const RecordOutcome& o = e.outcome;
        Json json{{"event", "end"}, {"state", std::string(record::nameOf(o.end))}, {"steps", o.steps}};
        json["exit_code"] = optional(o.exitCode);
        json["signal"] = optional(o.signal);
        json["file"] = text(o.file);
        json["journal"] = text(o.journal);
        json["sentence"] = text(o.sentence);
        json["last_words"] = text(o.lastWords);
        json["recorder_exit_code"] = o.recorderExitCode;
        return json;
    }
    Json operator()(const event::Refused& e) const {
        return {
            {"event", "refused"}, {"exit_code", e.refusal.exitCode}, {"sentence", text(e.refusal.sentence)}};
    }
};

RunProgress progressFrom(const Json& json) {
    RunProgress progress;
    progress.stage = text(json, "stage");
    progress.step = json.at("step").get<qint64>();
    progress.plannedSteps = optional<qint64>(json, "planned_steps");
    progress.stepsPerSecond = number(json.at("steps_per_second"));
    if (const Json& loss = json.at("loss"); !loss.is_null()) progress.loss = number(loss);
    progress.recordedBytes = json.at("recorded_bytes").get<quint64>();
    return progress;
}

RecordOutcome outcomeFrom(const Json& json) {
    RecordOutcome outcome;
    outcome.end =
        record::endStateNamed(json.at("state").get<std::string>()).value_or(record::EndState::Unknown);
    outcome.steps = json.at("steps").get<qint64>();
    outcome.exitCode = optional<int>(json, "exit_code");
    outcome.signal = optional<int>(json, "signal");
    outcome.file = text(json, "file");
    outcome.journal = text(json, "journal");
    outcome.sentence = text(json, "sentence");
    outcome.lastWords = text(json, "last_words");
    outcome.recorderExitCode = json.at("recorder_exit_code").get<int>();
    return outcome;
}

Event eventFrom(const Json& json) {
    const auto name = json.at("event").get<std::string>();
    if (name == "started")
        return event::Started{text(json, "journal"), text(json, "file"), json.at("pid").get<qint64>()};
    if (name == "progress") return progressFrom(json);
    if (name == "split")
        return SplitSeen{kindNamed(json.at("kind").get<std::string>()).value(), json.at("step").get<qint64>(),
                         text(json, "tensor")};
    if (name == "output") return event::Output{json.at("stream") == "stderr", text(json, "text")};
    if (name == "log") return event::Log{text(json, "text")};
    if (name == "building") return event::Building{json.at("fraction").get<double>()};
    if (name == "end") return event::End{outcomeFrom(json)};
    if (name == "refused") return event::Refused{{json.at("exit_code").get<int>(), text(json, "sentence")}};
    throw std::invalid_argument("unknown event " + name);
}

}  // namespace

QByteArray toLine(const Event& event) {
    const Json json = std::visit(ToJson{}, event);
    return QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + '\n';
}

Result<Event> eventFromLine(const QByteArray& line) {
    try {
        return eventFrom(Json::parse(line.begin(), line.end()));
    } catch (const std::exception& error) {
        return fail("The recorder wrote a line that is no event (" + std::string(error.what()) +
                    "): " + line.left(200).trimmed().toStdString());
    }
}

}  // namespace firstsplit::launch
