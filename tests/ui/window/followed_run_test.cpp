#include <gtest/gtest.h>

#include "tests/compare/fake_run.h"
#include "ui/models/followed_run.h"
#include "ui/models/single_run.h"

namespace firstsplit::ui {
namespace {

using testing::FakeRun;

/// Grows by `growth` rows with each look, and counts the rows that are read of it.
class GrowingRun : public FakeRun {
  public:
    GrowingRun(std::int64_t steps, std::int64_t shown) : FakeRun(steps), m_shown(shown) {}
    std::int64_t rowCount() const override { return std::min(m_shown, FakeRun::rowCount()); }
    Result<> readColumn(record::Column column, std::int64_t firstRow, std::span<double> out) const override {
        columnRows += out.size();
        return FakeRun::readColumn(column, firstRow, out);
    }
    Result<> readDigests(Kind kind, std::int64_t firstRow,
                         std::span<record::Fingerprint> out) const override {
        digestRows += out.size();
        return FakeRun::readDigests(kind, firstRow, out);
    }
    Result<bool> refresh() override {
        m_shown += growth;
        return growth != 0;
    }

    std::int64_t growth = 5;
    mutable std::size_t columnRows = 0, digestRows = 0;

  private:
    std::int64_t m_shown;
};

struct FollowedRunTest : ::testing::Test {
    GrowingRun* inner = new GrowingRun(40, 11);
    FollowedRun followed{std::unique_ptr<record::Run>(inner)};
};

/// The same columns as a run that is read as a whole.
void expectSame(const compare::Comparison& one, const compare::Comparison& other) {
    const auto sameBits = [](const std::vector<double>& a, const std::vector<double>& b) {
        return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
    };
    EXPECT_TRUE(sameBits(one.lossA, other.lossA));
    EXPECT_TRUE(sameBits(one.measuredA.gradientNorm, other.measuredA.gradientNorm));
    EXPECT_TRUE(sameBits(one.measuredA.learningRate, other.measuredA.learningRate));
    EXPECT_TRUE(sameBits(one.measuredA.stepSeconds, other.measuredA.stepSeconds));
}

TEST_F(FollowedRunTest, ReadsOnlyTheRowsThatAreNew) {
    ASSERT_TRUE(readSingleRun(followed));
    const std::size_t first = inner->columnRows;
    EXPECT_EQ(first, 4u * 11) << "four columns of eleven rows";
    ASSERT_TRUE(readSingleRun(followed));
    EXPECT_EQ(inner->columnRows, first) << "nothing is new";
    ASSERT_TRUE(followed.refresh());
    const auto grown = readSingleRun(followed);
    ASSERT_TRUE(grown);
    EXPECT_EQ(inner->columnRows, first + 4u * 5);

    GrowingRun whole(40, 16);
    const auto expected = readSingleRun(whole);
    ASSERT_TRUE(expected);
    expectSame(*grown, *expected);
}

TEST_F(FollowedRunTest, ComparesAsTheRunItselfDoesAndReadsDigestsOnce) {
    FakeRun other(40);
    other.vary(Kind::Gradient, "table", 12);
    ASSERT_TRUE(compare::compareRuns(followed, other));
    const std::size_t first = inner->digestRows;
    ASSERT_TRUE(followed.refresh());
    const auto grown = compare::compareRuns(followed, other);
    ASSERT_TRUE(grown);
    EXPECT_LE(inner->digestRows - first, kindCount * 5) << "five rows of each kind";
    GrowingRun whole(40, 16);
    const auto expected = compare::compareRuns(whole, other);
    ASSERT_TRUE(expected);
    EXPECT_EQ(grown->first->step, expected->first->step);
    EXPECT_EQ(grown->first->step, 12);
    EXPECT_EQ(grown->stepsCompared, expected->stepsCompared);
}

TEST_F(FollowedRunTest, RowsThatAreNotThereAreRefusedAsTheRunDoes) {
    std::vector<double> rows(100);
    EXPECT_EQ(followed.readColumn(record::Column::Loss, 0, rows).has_value(),
              inner->readColumn(record::Column::Loss, 0, rows).has_value());
}

TEST_F(FollowedRunTest, ARunThatBecameShorterIsReadAnew) {
    ASSERT_TRUE(readSingleRun(followed));
    inner->growth = -3;
    ASSERT_TRUE(followed.refresh());
    const std::size_t before = inner->columnRows;
    const auto shorter = readSingleRun(followed);
    ASSERT_TRUE(shorter);
    EXPECT_EQ(shorter->lossA.size(), 8u);
    EXPECT_EQ(inner->columnRows - before, 4u * 8);
}

}  // namespace
}  // namespace firstsplit::ui
