#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Reading JSON that anyone may have written: a missing or odd field reads as empty, nothing throws.
namespace firstsplit::journal::jsonText {

using nlohmann::json;

/// Bytes that are not UTF-8 (environment variables may hold any) become U+FFFD.
inline std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

inline std::string text(const json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

inline std::optional<std::int64_t> integer(const json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number_integer()) return std::nullopt;
    if (it->is_number_unsigned() &&
        it->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return it->get<std::int64_t>();
}

inline std::optional<std::uint64_t> natural(const json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number_integer()) return std::nullopt;
    if (!it->is_number_unsigned() && it->get<std::int64_t>() < 0) return std::nullopt;
    return it->get<std::uint64_t>();
}

inline std::map<std::string, std::string> textMap(const json& object, const char* key) {
    std::map<std::string, std::string> out;
    const auto it = object.find(key);
    if (it == object.end() || !it->is_object()) return out;
    for (const auto& [name, value] : it->items())
        if (value.is_string()) out.emplace(name, value.get<std::string>());
    return out;
}

/// JSON has no NaN and no infinities: they are written as the strings "nan", "inf" and "-inf".
inline json ofDouble(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

inline std::optional<double> real(const json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end()) return std::nullopt;
    if (it->is_number()) return it->get<double>();
    const std::string word = it->is_string() ? it->get<std::string>() : std::string();
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "-inf") return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

}  // namespace firstsplit::journal::jsonText
