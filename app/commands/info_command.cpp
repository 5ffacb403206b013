#include <cstdio>
#include <memory>

#include "app/commands/invocation.h"
#include "app/commands/run_text.h"

namespace firstsplit::app {

namespace {

int info(Invocation& invocation, const std::string& file) {
    if (const int refused = refuseCommand(invocation, "info")) return refused;
    const auto run = record::openRun(file);
    if (!run) return reportError(invocation, run.error().message);
    std::fputs(invocation.wantsJson ? (runDocument(**run) + '\n').c_str() : runText(**run).c_str(), stdout);
    return 0;
}

}  // namespace

void addInfo(CLI::App& app, Invocation& invocation) {
    auto file = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("info", "what a run file or a journal holds");
    command->add_option("FILE", *file, "run file or journal")->type_name("FILE")->required();
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback(
        [&invocation, file] { invocation.action = [&invocation, file] { return info(invocation, *file); }; });
}

}  // namespace firstsplit::app
