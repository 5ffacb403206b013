#include <fcntl.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <limits>

#include "core/record/run.h"
#include "core/record/sealing_file.h"
#include "run_contents.h"
#include "sample.h"

// The address sanitizer asks these: what the HDF5 library loses where a damaged block stopped it is not ours
// to free.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libhdf5";
}
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
    return "print_suppressions=0";
}

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;

class Open : public ::testing::Test {
  protected:
    TemporaryFolder folder = TemporaryFolder::inMemory();
    const std::string journal = folder / "A.split.part";
    const std::string file = folder / "A.split.h5";

    void SetUp() override {
        writeSampleJournal(journal, 3);
        ASSERT_TRUE(buildRunFile(journal, file, {}));
    }
    std::string whyNot(const std::string& path) {
        const auto run = openRun(path);
        return run ? std::string() : run.error().message;
    }
};

TEST_F(Open, WhatIsNoRunGetsASentenceThatNamesIt) {
    const std::string text = "step,loss\n0,0.5\n";
    writeFile(folder / "text.csv", std::as_bytes(std::span(text)));
    writeFile(folder / "empty.split.h5", {});
    std::filesystem::create_directory(folder / "folder.split.h5");
    std::filesystem::create_symlink("nowhere", folder / "dangling.split.h5");
    ASSERT_EQ(mkfifo((folder / "pipe.split.h5").c_str(), 0600), 0);
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"missing.split.h5", "No such file"},  {"text.csv", "neither a run file"},
        {"empty.split.h5", "is empty"},        {"folder.split.h5", "is a folder"},
        {"dangling.split.h5", "No such file"}, {"pipe.split.h5", "not a regular file"},
    };
    for (const auto& [name, reason] : cases) {
        const std::string why = whyNot(folder / name);
        EXPECT_NE(why.find(reason), std::string::npos) << name << ": " << why;
        EXPECT_NE(why.find(name), std::string::npos) << why;
    }
}

TEST_F(Open, WhatMayNotBeReadSaysSo) {
    if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
    ASSERT_EQ(chmod(file.c_str(), 0), 0);
    EXPECT_NE(whyNot(file).find("Permission denied"), std::string::npos);
}

TEST_F(Open, ContentCountsAndNotTheName) {
    std::filesystem::rename(journal, folder / "journal.split.h5");
    std::filesystem::rename(file, folder / "file.split.part");
    EXPECT_EQ(opened(folder / "journal.split.h5")->rowCount(), 5);
    EXPECT_EQ(opened(folder / "file.split.part")->rowCount(), 5);
}

TEST_F(Open, ATruncatedFileIsRefused) {
    const auto bytes = bytesOfFile(file);
    for (std::size_t size = 1; size < bytes.size(); size += 1009) {
        writeFile(folder / "cut.split.h5", std::span(bytes).first(size));
        EXPECT_NE(whyNot(folder / "cut.split.h5"), "") << size << " of " << bytes.size();
    }
}

TEST_F(Open, TwoRunsAtOnceAndTheSameTwice) {
    const auto first = opened(file), second = opened(file), third = opened(journal);
    EXPECT_EQ(contentsOf(*first), contentsOf(*second));
    EXPECT_EQ(contentsOf(*first), contentsOf(*third));
}

TEST_F(Open, AReadOnlyFileIsRead) {
    ASSERT_EQ(chmod(file.c_str(), 0444), 0);
    EXPECT_TRUE(opened(file));
}

/// Whatever can still be read of a file with one wrong bit is what was recorded.
TEST_F(Open, NoFlippedBitOfAFileIsTakenForAValue) {
    const auto whole = bytesOfFile(file);
    const auto original = opened(file);
    const auto rows = static_cast<std::size_t>(original->rowCount());
    std::size_t refused = 0, tried = 0;
    for (std::size_t bit = 5; bit < whole.size() * 8; bit += 2503) {
        auto bytes = whole;
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        writeFile(folder / "flipped.split.h5", bytes);
        const auto run = openRun(folder / "flipped.split.h5");
        ++tried;
        if (!run) {
            ++refused;
            continue;
        }
        ASSERT_EQ((*run)->rowCount(), original->rowCount());
        for (Kind kind : allKinds) {
            std::vector<Fingerprint> expected(rows), actual(rows);
            ASSERT_TRUE(original->readDigests(kind, 0, expected));
            if ((*run)->readDigests(kind, 0, actual)) {
                EXPECT_EQ(actual, expected) << "bit " << bit;
            }
        }
        for (std::size_t snapshot = 0; snapshot < original->valueRows().size(); ++snapshot) {
            std::vector<std::byte> expected(80), actual(80);
            ASSERT_TRUE(original->readValues(Kind::Weight, 0, snapshot, expected));
            if ((*run)->readValues(Kind::Weight, 0, snapshot, actual)) {
                EXPECT_EQ(actual, expected) << "bit " << bit;
            }
        }
    }
    EXPECT_GT(refused, tried / 4) << refused << " of " << tried;
}

/// Where damage stopped the HDF5 library it would print a line of its own when the program ends.
TEST_F(Open, DamageIsOneSentenceAndNothingElse) {
    const auto whole = bytesOfFile(file);
    const auto openAll = [&] {
        for (std::size_t at = 0; at < whole.size(); at += 1009) {
            auto bytes = whole;
            bytes[at] ^= std::byte{1};
            writeFile(folder / "flipped.split.h5", bytes);
            static_cast<void>(openRun(folder / "flipped.split.h5"));
        }
        std::exit(0);
    };
    EXPECT_EXIT(openAll(), ::testing::ExitedWithCode(0), ::testing::Eq(""));
}

TEST_F(Open, AFileThatAnotherProgramChangedIsRefused) {
    const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(id, 0);
    H5Gclose(H5Gcreate2(id, "/note", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Fclose(id);
    EXPECT_NE(whyNot(file).find("changed after it was recorded"), std::string::npos) << whyNot(file);
}

/// A run file changed by someone who knows HDF5.
class Hostile : public Open {
  protected:
    void change(const std::function<void(hid_t)>& function) {
        const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
        ASSERT_GE(id, 0);
        function(id);
        H5Fclose(id);
        // Without the seal none of this would be looked at; who means harm can make one.
        ASSERT_TRUE(seal(file));
    }
    static Result<> seal(const std::string& path) {
        const auto sealing = SealingFile::open(path);
        if (!sealing) return tl::unexpected(sealing.error());
        return (*sealing)->seal();
    }
    static void replace(hid_t id, const char* path, hid_t type, std::vector<hsize_t> dims) {
        H5Ldelete(id, path, H5P_DEFAULT);
        std::vector<hsize_t> chunk(dims.size(), 1);
        const hid_t space = H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr);
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data());
        const hid_t dataset = H5Dcreate2(id, path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
        EXPECT_GE(dataset, 0) << path;
        H5Dclose(dataset);
        H5Pclose(properties);
        H5Sclose(space);
    }
    static void setInteger(hid_t id, const char* object, const char* name, std::int64_t value) {
        const hid_t group = H5Gopen2(id, object, H5P_DEFAULT);
        const hid_t attribute = H5Aopen(group, name, H5P_DEFAULT);
        EXPECT_GE(H5Awrite(attribute, H5T_NATIVE_INT64, &value), 0);
        H5Aclose(attribute);
        H5Gclose(group);
    }
    void expectRefused(const std::string& reason) {
        const std::string why = whyNot(file);
        EXPECT_NE(why.find(reason), std::string::npos) << why;
        EXPECT_NE(why.find(file), std::string::npos) << why;
    }
};

TEST_F(Hostile, AnotherMajorVersionIsRefusedByName) {
    change([](hid_t id) { setInteger(id, "/run", "version_major", 2); });
    expectRefused("version is 2");
}

TEST_F(Hostile, ANewerMinorVersionIsRead) {
    change([](hid_t id) { setInteger(id, "/run", "version_minor", 7); });
    EXPECT_TRUE(opened(file));
}

TEST_F(Hostile, AnyOtherHdf5FileIsRefused) {
    const std::string other = folder / "other.h5";
    H5Fclose(H5Fcreate(other.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT));
    EXPECT_NE(whyNot(other).find("seal is missing"), std::string::npos);
    ASSERT_TRUE(seal(other));
    EXPECT_NE(whyNot(other).find("no run of FirstSplit"), std::string::npos);
}

TEST_F(Hostile, EachMissingPartIsNamed) {
    const auto whole = bytesOfFile(file);
    for (const char* path : {"/run", "/run/damaged", "/tensors", "/tensors/shape", "/steps", "/steps/step",
                             "/steps/loss", "/steps/digest_weight", "/fingerprints/weight",
                             "/weights/present", "/log/text", "/epochs/recorded", "/environment/value"}) {
        writeFile(file, whole);
        change([&](hid_t id) { EXPECT_GE(H5Ldelete(id, path, H5P_DEFAULT), 0); });
        const std::string name = std::string(path) == "/steps" ? "/steps/step" : path;
        expectRefused(name);
    }
}

TEST_F(Hostile, WrongTypesShapesAndCountsAreRefused) {
    const hsize_t huge = std::numeric_limits<hsize_t>::max() / 64;
    const auto whole = bytesOfFile(file);
    struct Case {
        const char* path;
        hid_t type;
        std::vector<hsize_t> dims;
    };
    const std::vector<Case> cases = {
        {"/steps/step", H5T_STD_I64LE, {huge}},  // says much, holds nothing
        {"/steps/step", H5T_STD_I64LE, {5, 1}},  // another rank
        {"/steps/step", H5T_IEEE_F64LE, {5}},    // another type
        {"/steps/step", H5T_STD_I64LE, {5}},     // fill values: not −1, 0, 1 …
        {"/steps/loss", H5T_IEEE_F32LE, {6}},    // another count
        {"/steps/loss", H5T_STD_I32LE, {5}},
        {"/steps/digest_batch", H5T_STD_U64LE, {5, 3}},
        {"/steps/digest_batch", H5T_STD_U32LE, {5, 2}},
        {"/fingerprints/weight_steps", H5T_STD_I64LE, {huge}},
        {"/fingerprints/weight", H5T_STD_U64LE, {4, 99, 2}},
        {"/weights/steps", H5T_STD_I64LE, {huge}},
        {"/weights/present", H5T_STD_U8LE, {huge, 3}},
        {"/tensors/shape", H5T_STD_I64LE, {12, huge / 12}},
        {"/tensors/rank", H5T_STD_I64LE, {13}},
        {"/tensors/name", H5T_STD_I64LE, {12}},
        {"/epochs/first_sample_ids", H5T_STD_I64LE, {1, huge}},
        {"/log/step", H5T_STD_I64LE, {2}},
    };
    for (const Case& each : cases) {
        writeFile(file, whole);
        change([&](hid_t id) { replace(id, each.path, each.type, each.dims); });
        expectRefused(std::string(each.path).substr(0, std::string(each.path).rfind('/')));
    }
}

TEST_F(Hostile, VariableLengthTextIsRefused) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    change([&](hid_t id) { replace(id, "/log/text", type, {1}); });
    H5Tclose(type);
    expectRefused("/log/text");
}

TEST_F(Hostile, ATensorOfAnotherShapeIsRefusedWhenItIsRead) {
    change([](hid_t id) { replace(id, "/weights/table", H5T_IEEE_F32LE, {3, 5, 5}); });
    const auto run = opened(file);
    std::vector<std::byte> bytes(80);
    const auto read = run->readValues(Kind::Weight, 0, 0, bytes);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("/weights/table"), std::string::npos);
}

TEST_F(Hostile, DataOutsideTheFileIsNotRead) {
    change([](hid_t id) {
        H5Ldelete(id, "/weights/table", H5P_DEFAULT);
        const hsize_t dims[] = {3, 5, 4};
        const hid_t space = H5Screate_simple(3, dims, nullptr);
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_external(properties, "/etc/passwd", 0, H5F_UNLIMITED);
        H5Dclose(
            H5Dcreate2(id, "/weights/table", H5T_IEEE_F32LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
        H5Pclose(properties);
        H5Sclose(space);
    });
    const auto run = opened(file);
    std::vector<std::byte> bytes(80);
    EXPECT_FALSE(run->readValues(Kind::Weight, 0, 0, bytes));
}

}  // namespace

}  // namespace firstsplit::record
