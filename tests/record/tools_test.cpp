#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "core/record/run.h"
#include "run_contents.h"
#include "sample.h"

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;

/// Output and exit code of a shell command.
std::pair<std::string, int> shell(const std::string& command) {
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    std::string output;
    std::array<char, 4096> part{};
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe))
        output.append(part.data(), count);
    const int status = pclose(pipe);
    return {output, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

class Tools : public ::testing::Test {
  protected:
    TemporaryFolder folder;
    const std::string file = folder / "A.split.h5";

    void SetUp() override {
        writeSampleJournal(folder / "A.part", 3);
        ASSERT_TRUE(buildRunFile(folder / "A.part", file, {}));
    }
};

TEST_F(Tools, H5pyReadsEverything) {
    const auto [output, code] =
        shell("/usr/bin/python3 " FIRSTSPLIT_SOURCE_DIR "/tests/record/check_with_h5py.py " + file);
    EXPECT_EQ(code, 0) << output;
    EXPECT_EQ(output, "as it must be\n");
}

TEST_F(Tools, H5dumpShowsEverything) {
    const auto [output, code] = shell("h5dump " + file);
    EXPECT_EQ(code, 0) << output.substr(0, 2000);
    EXPECT_NE(output.find("DATASET \"digest_weight\""), std::string::npos);
    EXPECT_NE(output.find("head%2F..%2Fweight"), std::string::npos);
    EXPECT_NE(output.find("the learning rate is large"), std::string::npos);
    EXPECT_EQ(output.find("unable to"), std::string::npos);
}

TEST_F(Tools, H5diffTellsEqualFromDifferent) {
    ASSERT_TRUE(buildRunFile(folder / "A.part", folder / "again.split.h5", {}));
    // Tables without rows are "not comparable" to h5diff; that is no difference.
    EXPECT_EQ(shell("h5diff " + file + " " + (folder / "again.split.h5")).second, 0);
    EXPECT_EQ(shell("h5diff -v " + file + " " + (folder / "again.split.h5") + " /weights/table").second, 0);
    EXPECT_EQ(shell("h5diff " + file + " " + file + " /steps/learning_rate /steps/gradient_norm").second, 1);
}

}  // namespace

}  // namespace firstsplit::record
