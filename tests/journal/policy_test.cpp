#include <gtest/gtest.h>

#include <vector>

#include "core/journal/fingerprint_policy.h"
#include "core/journal/snapshot_policy.h"

namespace firstsplit::journal {

namespace {

using Policy = SnapshotRequest::Policy;

std::vector<std::int64_t> keptOf(SnapshotPolicy policy, std::int64_t steps) {
    std::vector<std::int64_t> kept;
    for (std::int64_t step = -1; step < steps; ++step)
        if (policy.keeps(step, step == steps - 1)) kept.push_back(step);
    return kept;
}

TEST(SnapshotPolicy, DoublesItsStrideAsTheBudgetFills) {
    // 8 of 16 at stride 1 (from −1), 4 at stride 2, 2 at stride 4, 1 at stride 8, 1 at stride 16; then the
    // last.
    const auto kept = keptOf(SnapshotPolicy({Policy::Budget, 1, 1600}, 100), 101);
    const std::vector<std::int64_t> expected = {-1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32, 100};
    EXPECT_EQ(kept, expected);
}

TEST(SnapshotPolicy, StaysWithinTheBudgetButForTheLast) {
    for (const std::uint64_t bytes : {1u, 7u, 100u, 333u, 400u}) {
        const auto kept = keptOf(SnapshotPolicy({Policy::Budget, 1, 1600}, bytes), 100000);
        EXPECT_LE((kept.size() - 1) * bytes, 1600u) << bytes;
        EXPECT_GE(kept.size(), 3u) << bytes;
    }
}

TEST(SnapshotPolicy, KeepsNoneWhenOneExceedsAQuarter) {
    EXPECT_FALSE(SnapshotPolicy({Policy::Budget, 1, 1600}, 400).keepsNone());
    EXPECT_TRUE(SnapshotPolicy({Policy::Budget, 1, 1600}, 401).keepsNone());
    EXPECT_TRUE(keptOf(SnapshotPolicy({Policy::Budget, 1, 1600}, 401), 10).empty());
}

TEST(SnapshotPolicy, EndsEveryNAndNone) {
    EXPECT_EQ(keptOf(SnapshotPolicy({Policy::Ends, 1, 0}, 400), 9), (std::vector<std::int64_t>{-1, 8}));
    EXPECT_EQ(keptOf(SnapshotPolicy({Policy::EveryN, 3, 0}, 400), 9),
              (std::vector<std::int64_t>{-1, 0, 3, 6, 8}));
    EXPECT_TRUE(keptOf(SnapshotPolicy({Policy::None, 1, 1 << 20}, 4), 9).empty());
}

TEST(SnapshotPolicy, AnUnlimitedBudgetKeepsEverything) {
    EXPECT_EQ(keptOf(SnapshotPolicy({Policy::Budget, 1, ~std::uint64_t{0}}, 1u << 30), 1000).size(), 1001u);
}

TEST(FingerprintPolicy, ThinsOnlyTheKindsOfManyTensors) {
    FingerprintPolicy policy(160);
    std::array<std::size_t, kindCount> counts{};
    counts[indexOf(Kind::Gradient)] = 3;
    counts[indexOf(Kind::Weight)] = 2;  // 80 bytes a step
    int thinned = 0, others = 0;
    for (std::int64_t step = -1; step < 100; ++step) {
        const auto keeps = policy.keeps(step, counts, step == 99);
        thinned += keeps[indexOf(Kind::Weight)] ? 1 : 0;
        EXPECT_EQ(keeps[indexOf(Kind::Weight)], keeps[indexOf(Kind::Gradient)]);
        others +=
            keeps[indexOf(Kind::RandomState)] && keeps[indexOf(Kind::Batch)] && keeps[indexOf(Kind::Loss)]
                ? 1
                : 0;
        if (step == -1 || step == 99) {
            EXPECT_TRUE(keeps[indexOf(Kind::Weight)]);
        }
    }
    EXPECT_EQ(others, 101);
    EXPECT_EQ(thinned, 3);  // −1 and 0 fill the budget; then the last
}

}  // namespace

}  // namespace firstsplit::journal
