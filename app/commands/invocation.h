#pragma once

#include <CLI/CLI.hpp>
#include <QStringList>
#include <functional>
#include <string>

namespace firstsplit::app {

/// A command line on its way to being carried out. Subcommands add their options to the CLI::App and set
/// `action` when they were chosen; what it gives is the exit code of the program.
struct Invocation {
    int& argumentCount;
    char** arguments;
    bool hasCommand = false;  ///< there was a "--"
    QStringList command;      ///< what stood behind it
    bool wantsJson = false;   ///< errors go to standard output as a document as well
    std::function<int()> action;
};

inline constexpr int exitBadInput = 2;

/// Says what went wrong: on standard error for people, and with --json as a document on standard output.
int reportError(const Invocation& invocation, const std::string& sentence, int exitCode = exitBadInput);

/// Of subcommands that take no command behind "--"; zero when there is none.
int refuseCommand(const Invocation& invocation, const std::string& subcommand);

void addRun(CLI::App& app, Invocation& invocation);
void addRecord(CLI::App& app, Invocation& invocation);
void addRecover(CLI::App& app, Invocation& invocation);
void addPair(CLI::App& app, Invocation& invocation);
void addDiff(CLI::App& app, Invocation& invocation);
void addInfo(CLI::App& app, Invocation& invocation);
void addExport(CLI::App& app, Invocation& invocation);
void addCost(CLI::App& app, Invocation& invocation);
void addCheck(CLI::App& app, Invocation& invocation);
void addLessons(CLI::App& app, Invocation& invocation);
void addRerun(CLI::App& app, Invocation& invocation);
void addSeeds(CLI::App& app, Invocation& invocation);
void addSettings(CLI::App& app, Invocation& invocation);
void addInstallHook(CLI::App& app, Invocation& invocation);

/// Without a subcommand: the window, with these runs.
int openWindow(Invocation& invocation, const QStringList& files);

/// What is in: `--version`, and with `--verbose` what the runner finds on this machine.
int printVersion(Invocation& invocation, bool verbose);

}  // namespace firstsplit::app
