#include "core/journal/process_identity.h"

#include <unistd.h>

#include <array>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace firstsplit::journal {

namespace {

struct Stat {
    char state = '?';
    std::string start;
};

std::optional<Stat> statOf(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The second field is the program's name in parentheses, which may itself hold blanks and parentheses.
    const auto nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos) return std::nullopt;
    std::istringstream fields(text.substr(nameEnd + 1));
    Stat stat;
    std::string field;
    fields >> field;
    if (field.size() != 1) return std::nullopt;
    stat.state = field[0];
    for (int number = 4; number <= 22; ++number) fields >> field;
    if (!fields) return std::nullopt;
    stat.start = field;
    return stat;
}

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    file >> id;
    return id;
}

std::string pidNamespace() {
    std::array<char, 64> target{};
    const auto length = readlink("/proc/self/ns/pid", target.data(), target.size());
    return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : std::string();
}

}  // namespace

ProcessIdentity thisProcess() {
    ProcessIdentity identity;
    identity.pid = getpid();
    if (const auto stat = statOf("self")) identity.start = stat->start;
    identity.boot = bootId();
    identity.pidNamespace = pidNamespace();
    return identity;
}

Liveness livenessOf(const ProcessIdentity& process) {
    if (process.pid <= 0 || process.start.empty() || process.boot.empty()) return Liveness::Unknown;
    if (process.boot != bootId()) return Liveness::Unknown;
    if (!process.pidNamespace.empty() && process.pidNamespace != pidNamespace()) return Liveness::Unknown;
    const auto stat = statOf(std::to_string(process.pid));
    if (!stat || stat->start != process.start) return Liveness::Gone;
    // A zombie has written its last byte; only its parent has not asked for its code yet.
    return stat->state == 'Z' || stat->state == 'X' ? Liveness::Gone : Liveness::Alive;
}

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text.data(), length};
}

}  // namespace firstsplit::journal
