#include "app/runner/own_environment.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace firstsplit::runner {

Result<> ensureEnvironment(const settings::Values& values, char* const* arguments) {
    bool isAsWanted = true;
    for (const auto& [name, wanted] : settings::environmentFor(values)) {
        const char* found = std::getenv(name.c_str());
        if (wanted ? found != nullptr && *wanted == found : found == nullptr) continue;
        isAsWanted = false;
        if (wanted) {
            setenv(name.c_str(), wanted->c_str(), 1);
        } else {
            unsetenv(name.c_str());
        }
    }
    if (isAsWanted) return {};
    execv("/proc/self/exe", arguments);
    return fail(
        std::string("The runner cannot start itself again with its settings' environment variables: ") +
        std::strerror(errno) + ". Start it through firstsplit, which sets them.");
}

}  // namespace firstsplit::runner
