#include "core/compare/hints.h"

#include <gmock/gmock.h>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<record::Fingerprint> sequence(std::initializer_list<std::uint64_t> values) {
    std::vector<record::Fingerprint> list;
    for (const std::uint64_t value : values) list.push_back({{value, 1}});
    return list;
}

TEST(Hints, APeriodNeedsTwoWholeRounds) {
    EXPECT_EQ(periodOf(sequence({1, 2, 3, 1, 2, 3})), 3U);
    EXPECT_EQ(periodOf(sequence({1, 2, 3, 1, 2, 3, 1})), 3U);
    EXPECT_EQ(periodOf(sequence({1, 1, 1})), 1U);
    EXPECT_EQ(periodOf(sequence({1, 2, 3, 1, 2})), std::nullopt);
    EXPECT_EQ(periodOf(sequence({1, 2, 3, 3, 2, 1})), std::nullopt);
    EXPECT_EQ(periodOf({}), std::nullopt);
}

TEST(Hints, AReturnIsNoStandingStill) {
    EXPECT_EQ(firstReturn(sequence({1, 2, 3, 2})), (std::pair<std::size_t, std::size_t>(3, 1)));
    EXPECT_EQ(firstReturn(sequence({1, 1, 2, 2, 3})), std::nullopt);
    EXPECT_EQ(firstReturn({}), std::nullopt);
}

TEST(Hints, RepeatsOfTheOneBefore) {
    EXPECT_EQ(repeatsOf(sequence({1, 1, 2, 2, 3})), 2U);
    EXPECT_EQ(repeatsOf(sequence({1, 2, 1, 2})), 0U);
    EXPECT_EQ(repeatsOf({}), 0U);
}

TEST(Hints, WorkersWithOneSeed) {
    FakeRun a;
    a.entries.push_back(
        {journal::LogLevel::Warning, 0, "Data workers 0 and 1 start with the same state of numpy.random: …"});
    EXPECT_THAT(hintsOf(a, compared(a, a)).value(), Contains(HasSubstr("workers 0 and 1")));
}

TEST(Hints, ASeedThatDoesNotReachTheData) {
    const FakeRun a;
    FakeRun b;
    b.information.seed = 1;
    EXPECT_THAT(hintsOf(a, compared(a, b)).value(), Contains(HasSubstr("does not reach the data")));
    b.vary(Kind::Batch, "input", 0);
    EXPECT_THAT(hintsOf(a, compared(a, b)).value(), IsEmpty());
    EXPECT_THAT(hintsOf(a, compared(a, a)).value(), IsEmpty());
}

TEST(Hints, WhatEndedBothRunsIsSaidOnceWithItsRemedy) {
    FakeRun a, b;
    a.information.finding = journal::Finding{"put_", 3, "forward pass", "Write to each place once."};
    EXPECT_THAT(hintsOf(a, compared(a, b)).value(),
                Contains(HasSubstr("A: put_ has no deterministic implementation")));
    b.information.finding = a.information.finding;
    const auto hints = hintsOf(a, compared(a, b)).value();
    ASSERT_EQ(hints.size(), 1U);
    EXPECT_THAT(hints.front(), HasSubstr("A and B: put_"));
    EXPECT_THAT(hints.front(), HasSubstr("at step 3, in the forward pass. Write to each place once."));
}

}  // namespace
}  // namespace firstsplit::compare
