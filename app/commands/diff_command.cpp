#include <cstdio>
#include <memory>

#include "app/commands/comparison_text.h"
#include "app/commands/invocation.h"
#include "app/commands/process_comparison.h"
#include "app/commands/progress_line.h"

namespace firstsplit::app {

namespace {

struct DiffOptions {
    std::string a, b;
};

int diff(Invocation& invocation, const DiffOptions& options) {
    if (const int refused = refuseCommand(invocation, "diff")) return refused;
    ProgressLine line;
    const auto comparison = compareFiles(options.a, options.b, [&line](double done) {
        line.showFraction("comparing", done);
        return true;
    });
    line.clear();
    if (!comparison) return reportError(invocation, comparison.error().message);
    const ProcessComparisons processes = compareFurtherProcesses(options.a, options.b);
    const std::string text =
        invocation.wantsJson ? withProcesses(comparisonDocument(*comparison), *comparison, processes) + '\n'
                             : comparisonText(*comparison) + processText(*comparison, processes);
    std::fputs(text.c_str(), stdout);
    return exitCodeOf(*comparison, processes);
}

}  // namespace

void addDiff(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<DiffOptions>();
    CLI::App* command = app.add_subcommand(
        "diff", "compare two saved runs, or runs in progress (exit 0 identical, 1 split, 2 not)");
    command->add_option("A", options->a, "run file or journal")->type_name("FILE")->required();
    command->add_option("B", options->b, "run file or journal")->type_name("FILE")->required();
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return diff(invocation, *options); };
    });
}

}  // namespace firstsplit::app
