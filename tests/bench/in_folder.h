#pragma once

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "tests/bench/ratio.h"

namespace firstsplit::bench {

/// main() of a program that measures with files: `measureAll` gets the table, and a folder of its own that is
/// removed when it is done. `what` is the subject of the sentence that says that it failed.
template <class MeasureAll>
int mainInFolder(int argc, char** argv, const char* what, MeasureAll&& measureAll) {
    namespace fs = std::filesystem;
    Table table(argc, argv);
    const fs::path folder = fs::temp_directory_path() / ("firstsplit-bench-" + std::to_string(getpid()));
    fs::create_directories(folder);
    int code = 0;
    try {
        measureAll(table, folder);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s could not be measured: %s\n", what, error.what());
        code = 1;
    }
    fs::remove_all(folder);
    return code;
}

}  // namespace firstsplit::bench
