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
    std::int64_t align = -1;
};

int diff(Invocation& invocation, const DiffOptions& options) {
    if (const int refused = refuseCommand(invocation, "diff")) return refused;
    ProgressLine line;
    const auto comparison = compareFiles(
        options.a, options.b,
        [&line](double done) {
            line.showFraction("comparing", done);
            return true;
        },
        options.align);
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
    command
        ->add_option("--align", options->align,
                     "for a B that was resumed: the step of A that is B's step 0 (default: found from B's "
                     "first weights)")
        ->type_name("STEP")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 53));
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return diff(invocation, *options); };
    });
}

}  // namespace firstsplit::app
