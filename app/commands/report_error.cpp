#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/invocation.h"

namespace firstsplit::app {

int reportError(const Invocation& invocation, const std::string& sentence, int exitCode) {
    std::fprintf(stderr, "firstsplit: %s\n", sentence.c_str());
    if (invocation.wantsJson) {
        const nlohmann::ordered_json document = {
            {"format", "firstsplit.error/1"}, {"error", sentence}, {"exit_code", exitCode}};
        std::puts(document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
    }
    return exitCode;
}

int refuseCommand(const Invocation& invocation, const std::string& subcommand) {
    if (!invocation.hasCommand) return 0;
    return reportError(
        invocation, "firstsplit " + subcommand +
                        " takes no command behind --. Commands are for record, pair, check, seeds and cost: "
                        "firstsplit pair -- python train.py");
}

}  // namespace firstsplit::app
