#pragma once

#include <cstdint>
#include <string>

namespace firstsplit::journal {

/// Which process writes a journal: its number alone is reused, with its start time and boot it is not.
struct ProcessIdentity {
    std::int64_t pid = 0;
    std::string start;         ///< field 22 of /proc/PID/stat: clock ticks since boot
    std::string boot;          ///< /proc/sys/kernel/random/boot_id
    std::string pidNamespace;  ///< target of /proc/self/ns/pid; pids mean nothing outside it
};

ProcessIdentity thisProcess();

enum class Liveness { Alive, Gone, Unknown };
/// Unknown: written on another machine, or in another container, so nothing can be said from here.
Liveness livenessOf(const ProcessIdentity& process);

/// Now, as "2026-03-01T12:34:56Z".
std::string utcNow();

}  // namespace firstsplit::journal
