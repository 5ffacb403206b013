#include "core/settings/preflight_facts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "core/settings/preflight_rules.h"

namespace firstsplit::settings {
namespace {

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

std::string yesNo(bool yes) {
    return yes ? "yes" : "no";
}

std::string deviceKind(const std::string& device) {
    if (device == "cpu" || device == "cuda") return device;
    const std::string prefix = "cuda:";
    const bool isNumbered =
        device.starts_with(prefix) && device.size() <= prefix.size() + 3 && device.size() > prefix.size() &&
        std::all_of(device.begin() + 5, device.end(), [](unsigned char c) { return std::isdigit(c); });
    return isNumbered ? "cuda" : "malformed";
}

/// CUDA reads the list up to the first invalid index; "-1" and an empty value show no GPU at all.
bool hidesGpu(const std::map<std::string, std::string>& environment, const std::string& device) {
    const auto visible = environment.find("CUDA_VISIBLE_DEVICES");
    if (visible == environment.end()) return false;
    std::int64_t count = 0;
    for (const std::string& part : split(visible->second, ',')) {
        if (part.empty() || part.starts_with('-')) break;
        ++count;
    }
    const std::int64_t index = device.size() > 5 ? number(device.substr(5)).value_or(0) : 0;
    return index >= count;
}

/// "yes" when /proc/cpuinfo's flags hold them all, "unknown" without flags.
std::string hasFlags(const std::string& flags, const std::vector<std::string>& wanted) {
    if (flags.empty()) return "unknown";
    const std::vector<std::string> present = split(flags, ' ');
    return yesNo(std::ranges::all_of(
        wanted, [&](const std::string& flag) { return std::ranges::count(present, flag) > 0; }));
}

std::string quotaText(double cores) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", cores);
    return text;
}

}  // namespace

bool isBetween(const std::string& version, const std::string& from, const std::string& until) {
    // "2.11.0+cu130": the numbers before the local part.
    const std::vector<std::string> parts = split(version.substr(0, version.find('+')), '.');
    const auto compared = [&](const std::string& bound) {
        const std::vector<std::string> bounds = split(bound, '.');
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const std::int64_t mine = i < parts.size() ? number(parts[i]).value_or(0) : 0;
            const std::int64_t theirs = number(bounds[i]).value_or(0);
            if (mine != theirs) return mine < theirs ? -1 : 1;
        }
        return 0;
    };
    if (version.empty()) return true;
    return (from.empty() || compared(from) >= 0) && (until.empty() || compared(until) <= 0);
}

std::map<std::string, std::string> factsOf(const Values& values, const Circumstances& where) {
    std::map<std::string, std::string> facts(values.begin(), values.end());
    for (const Setting& setting : table()) facts.emplace(setting.key, setting.defaultValue);
    facts["device"] = where.device;
    // A command says nowhere which device it is going to use.
    facts["device kind"] =
        where.experiment.empty() && deviceKind(where.device) == "cpu" ? "any" : deviceKind(where.device);
    facts["experiment"] = where.experiment;
    facts["torch version"] = where.torchVersion;
    facts["cores"] = std::to_string(where.cores);
    const std::optional<std::int64_t> threads = number(facts["threads"]);
    facts["quota"] = quotaText(where.cpuQuota);
    const bool isBeyondQuota = where.cpuQuota > 0 && threads > std::int64_t(std::ceil(where.cpuQuota));
    facts["threads beyond quota"] = yesNo(isBeyondQuota);
    facts["threads beyond cores"] =
        yesNo(!isBeyondQuota && where.cores > 0 && threads > std::int64_t{where.cores});
    facts["cpu vendor"] = where.cpuVendor;
    facts["cpu has avx2"] = hasFlags(where.cpuFlags, {"avx2", "fma"});
    facts["cpu has avx512"] = hasFlags(where.cpuFlags, {"avx512f", "avx512bw", "avx512dq", "avx512vl"});
    facts["gpu compute"] = where.gpuCompute;
    facts["gpu has tf32"] =
        where.gpuCompute.empty() ? "unknown" : yesNo(isBetween(where.gpuCompute, "8.0", ""));
    const Result<Experiment> experiment = experimentNamed(where.experiment);
    facts["races"] = yesNo(experiment && experiment->defaults.contains("threads"));
    for (const std::string& name : recordedVariables())
        if (const auto found = where.environment.find(name); found != where.environment.end())
            facts["env " + name] = found->second;
    if (const auto limit = facts.find("env OMP_THREAD_LIMIT"); limit != facts.end())
        facts["threads beyond limit"] =
            yesNo(number(limit->second).value_or(std::numeric_limits<std::int64_t>::max()) < threads);
    if (facts["device kind"] == "cuda")
        facts["gpus hidden"] = yesNo(hidesGpu(where.environment, where.device));
    const auto visible = where.environment.find("CUDA_VISIBLE_DEVICES");
    facts["CUDA_VISIBLE_DEVICES"] = visible == where.environment.end() ? "" : visible->second;
    if (const auto inherited = where.environment.find("CUBLAS_WORKSPACE_CONFIG");
        inherited != where.environment.end() && !values.contains("cublas.workspace"))
        facts["cublas.workspace"] = inherited->second;
    return facts;
}

}  // namespace firstsplit::settings
