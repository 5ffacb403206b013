#include "tests/fingerprint/known_answers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/tensor_hasher.h"
#include "tests/fingerprint/every_path.h"

namespace firstsplit::fingerprint::test {
namespace {

using KnownAnswersTest = EveryPath;
INSTANTIATE_TEST_SUITE_P(, KnownAnswersTest, testing::ValuesIn(availablePaths()), pathName);

TEST_P(KnownAnswersTest, HoldInOnePiece) {
    ASSERT_GE(knownAnswers().tensors.size(), 30u);
    for (const KnownTensor& tensor : knownAnswers().tensors)
        EXPECT_EQ(toHex(ofTensor(tensor.type, tensor.shape, tensor.bytes)), tensor.fingerprint)
            << tensor.name;
}

TEST_P(KnownAnswersTest, HoldAtEveryAlignment) {
    for (const KnownTensor& tensor : knownAnswers().tensors) {
        std::vector<std::byte> memory(tensor.bytes.size() + 64);
        for (std::size_t offset : {1u, 2u, 3u, 5u, 8u, 17u, 33u, 63u}) {
            std::ranges::copy(tensor.bytes, memory.begin() + static_cast<std::ptrdiff_t>(offset));
            const std::span<const std::byte> moved = std::span(memory).subspan(offset, tensor.bytes.size());
            EXPECT_EQ(toHex(ofTensor(tensor.type, tensor.shape, moved)), tensor.fingerprint)
                << tensor.name << " at offset " << offset;
        }
    }
}

TEST_P(KnownAnswersTest, HoldInPieces) {
    std::mt19937_64 random(1);
    for (const KnownTensor& tensor : knownAnswers().tensors) {
        for (std::size_t longest : {1u, 7u, 300u, 2048u, 5000u}) {
            TensorHasher hasher(tensor.type, tensor.shape);
            std::span<const std::byte> rest = tensor.bytes;
            while (!rest.empty()) {
                const std::size_t taken = std::min<std::size_t>(1 + random() % longest, rest.size());
                hasher.append(rest.first(taken));
                hasher.append({});
                rest = rest.subspan(taken);
            }
            EXPECT_EQ(toHex(hasher.result()), tensor.fingerprint)
                << tensor.name << ", pieces up to " << longest;
            EXPECT_EQ(toHex(hasher.result()), tensor.fingerprint) << "asked twice";
        }
    }
}

TEST_P(KnownAnswersTest, HoldForLists) {
    ASSERT_GE(knownAnswers().lists.size(), 5u);
    for (const KnownList& list : knownAnswers().lists)
        EXPECT_EQ(toHex(ofList(knownAnswers().membersOf(list))), list.fingerprint) << list.name;
}

TEST(Keys, AreThoseOfTheDefinition) {
    EXPECT_EQ(fs128::keys.at[0][0], -501176263);
    EXPECT_EQ(fs128::keys.at[0][1], 1853398634);
    EXPECT_EQ(fs128::keys.at[0][2], 113532184);
    EXPECT_EQ(fs128::keys.at[1][0], -2080585953);
    EXPECT_EQ(fs128::keys.at[1][1], 847179374);
    EXPECT_EQ(fs128::keys.at[1][2], 81767953);
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
