#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace firstsplit::app {

/// What is wrong with a command line, in a sentence; unknown options are answered with the nearest ones.
std::string sentenceOf(const CLI::ParseError& error, const CLI::App& app, int argumentCount,
                       char* const* arguments);

/// A word that is no file, but nearly the name of a subcommand; empty when there is none.
std::string mistakenSubcommand(const std::vector<std::string>& files, const CLI::App& app);

}  // namespace firstsplit::app
