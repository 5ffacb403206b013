#include <CLI/CLI.hpp>
#include <clocale>
#include <cstring>
#include <exception>

#include "app/commands/invocation.h"
#include "app/commands/parse_error.h"

namespace firstsplit::app {
namespace {

/// Cuts "-- COMMAND …" off, which is nobody's to parse but the command's own.
Invocation takeCommand(int& argumentCount, char** arguments) {
    Invocation invocation{argumentCount, arguments, false, {}, false, {}};
    for (int i = 1; i < argumentCount; ++i) {
        if (std::strcmp(arguments[i], "--json") == 0) invocation.wantsJson = true;
        if (std::strcmp(arguments[i], "--") != 0) continue;
        invocation.hasCommand = true;
        for (int k = i + 1; k < argumentCount; ++k)
            invocation.command << QString::fromLocal8Bit(arguments[k]);
        argumentCount = i;
    }
    return invocation;
}

int run(int argumentCount, char** arguments) {
    Invocation invocation = takeCommand(argumentCount, arguments);
    CLI::App app(
        "git diff for training runs: trains twice, and says whether, when, where and why the runs split.",
        "firstsplit");
    app.require_subcommand(0, 1);
    bool wantsVersion = false, isVerbose = false;
    app.add_flag("--version", wantsVersion, "say what is in");
    app.add_flag("--verbose", isVerbose, "with --version: what the runner finds on this machine");
    std::vector<std::string> files;
    app.add_option("FILE", files, "run files to open in the window")->type_name("FILE");
    addRun(app, invocation);
    addRecord(app, invocation);
    addRecover(app, invocation);
    addPair(app, invocation);
    addDiff(app, invocation);
    addInfo(app, invocation);
    addExport(app, invocation);
    addCheck(app, invocation);
    addRerun(app, invocation);
    addSeeds(app, invocation);
    addCost(app, invocation);
    addLessons(app, invocation);
    addSettings(app, invocation);
    addInstallHook(app, invocation);
    try {
        app.parse(argumentCount, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return reportError(invocation, sentenceOf(error, app, argumentCount, arguments));
    }
    if (wantsVersion) return printVersion(invocation, isVerbose);
    if (invocation.action) return invocation.action();
    if (invocation.hasCommand)
        return reportError(
            invocation,
            "A command behind -- needs record or pair before it: firstsplit pair -- python train.py");
    if (const std::string hint = mistakenSubcommand(files, app); !hint.empty())
        return reportError(invocation, hint);
    QStringList names;
    for (const std::string& file : files) names << QString::fromLocal8Bit(file.c_str());
    return openWindow(invocation, names);
}

}  // namespace
}  // namespace firstsplit::app

int main(int argumentCount, char** arguments) {
    try {
        return firstsplit::app::run(argumentCount, arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "firstsplit: an internal error: %s\n", error.what());
        return firstsplit::app::exitBadInput;
    }
}
