#include <gtest/gtest.h>

#include <cstdio>

#include "core/record/run.h"
#include "sample.h"

/// make_corpus FOLDER: seeds for both fuzzers, FOLDER/journal and FOLDER/run_file.
int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: make_corpus FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder / "journal");
    std::filesystem::create_directories(folder / "run_file");
    const std::string journal = (folder / "sample.split.part").string();
    firstsplit::testing::writeSampleJournal(journal, 3);
    auto bytes = firstsplit::testing::bytesOfFile(journal);
    const auto built = firstsplit::record::buildRunFile(journal, (folder / "run_file/sample").string(), {});
    if (!built) {
        std::fprintf(stderr, "%s\n", built.error().message.c_str());
        return 1;
    }
    bytes.insert(bytes.begin(), std::byte{1});
    firstsplit::testing::writeFile((folder / "journal/sample").string(), bytes);
    return 0;
}
