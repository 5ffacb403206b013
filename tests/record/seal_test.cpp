#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "core/record/sealed_file.h"
#include "core/record/sealing_file.h"
#include "sample.h"

namespace firstsplit::record {
namespace {

using testing::TemporaryFolder;

/// A file that is written as a library that keeps its own order would: anywhere, again, in pieces of any
/// size.
class Seal : public ::testing::Test {
  protected:
    Seal() {
        testing::writeFile(path, {});
        sealing = *SealingFile::open(path);
    }
    void write(std::uint64_t position, std::size_t count) {
        std::vector<std::byte> bytes(count);
        for (auto& byte : bytes) byte = static_cast<std::byte>(random());
        content.resize(std::max<std::size_t>(content.size(), position + count));
        std::ranges::copy(bytes, content.begin() + static_cast<std::ptrdiff_t>(position));
        sealing->write(position, bytes);
    }
    void setLength(std::uint64_t length) {
        content.resize(length);
        sealing->setLength(length);
    }
    void expectSealed() {
        ASSERT_TRUE(sealing->seal());
        const auto sealed = SealedFile::open(path);
        ASSERT_TRUE(sealed) << sealed.error().message;
        ASSERT_EQ((*sealed)->length(), content.size());
        std::vector<std::byte> read(content.size());
        const auto done = (*sealed)->read(0, read);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(read, content);
    }

    TemporaryFolder folder;
    std::string path = folder / "sealed";
    std::unique_ptr<SealingFile> sealing;
    std::vector<std::byte> content;
    std::mt19937 random{1};
};

TEST_F(Seal, OfAnEmptyFile) {
    expectSealed();
}

TEST_F(Seal, OfWholeBlocksAndOfPartsOfThem) {
    write(0, 5 * 4096);
    write(5 * 4096, 1);
    expectSealed();
}

TEST_F(Seal, OfBlocksThatAreWrittenAgain) {
    write(0, 4 * 4096);
    write(4096 + 10, 20);       // within a block
    write(2 * 4096 - 1, 4098);  // a whole block, and an end of each neighbour
    write(0, 4096);
    expectSealed();
}

TEST_F(Seal, OfAFileWithAHole) {
    write(100'000, 10);
    write(0, 10);
    expectSealed();
}

TEST_F(Seal, OfAFileThatBecameShorterAndLonger) {
    write(0, 40'000);
    setLength(4096 * 3 + 5);
    setLength(4096 * 3);
    setLength(20'000);
    expectSealed();
}

TEST_F(Seal, OfAnyOrderOfWrites) {
    for (int i = 0; i < 2000; ++i) {
        if (i % 400 == 399) setLength(random() % 300'000);
        write(random() % 300'000, random() % 9000);
    }
    expectSealed();
}

TEST_F(Seal, WhatWasWrittenIsReadBackAndZerosBehindIt) {
    write(0, 5000);
    std::vector<std::byte> read(6000, std::byte{1});
    sealing->read(0, read);
    content.resize(6000);
    EXPECT_EQ(read, content);
    sealing->read(1'000'000, read);
    EXPECT_EQ(read, std::vector<std::byte>(6000));
}

TEST_F(Seal, EveryByteCounts) {
    write(0, 3 * 4096 + 100);
    ASSERT_TRUE(sealing->seal());
    const auto whole = testing::bytesOfFile(path);
    for (std::size_t at = 0; at < whole.size(); at += 13) {
        auto bytes = whole;
        bytes[at] ^= std::byte{0x10};
        testing::writeFile(path, bytes);
        const auto sealed = SealedFile::open(path);
        std::vector<std::byte> read(content.size());
        EXPECT_FALSE(sealed && (*sealed)->read(0, read)) << at;
    }
}

/// A part of a block is handed out only when the whole block is as it was.
TEST_F(Seal, APartOfADamagedBlockIsNotHandedOut) {
    write(0, 3 * 4096);
    ASSERT_TRUE(sealing->seal());
    auto bytes = testing::bytesOfFile(path);
    bytes[4096 + 4000] ^= std::byte{1};
    testing::writeFile(path, bytes);
    const auto sealed = SealedFile::open(path);
    ASSERT_TRUE(sealed);
    std::vector<std::byte> read(8);
    EXPECT_FALSE((*sealed)->read(4096, read));
    EXPECT_FALSE((*sealed)->read(4095, read));
    EXPECT_TRUE((*sealed)->read(4088, read));
    EXPECT_TRUE((*sealed)->read(8192, read));
}

}  // namespace
}  // namespace firstsplit::record
