#include "core/compare/live.h"

#include <gmock/gmock.h>

#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;

/// A run of which a step more is there at each look.
class GrowingRun : public FakeRun {
  public:
    using FakeRun::FakeRun;
    std::int64_t next = -1;
    std::int64_t by = 1;
    Result<bool> refresh() override {
        setSteps(next);
        next += by;
        return true;
    }
};

std::vector<Event> followToTheEnd(const FakeRun& a, GrowingRun& b, std::int64_t steps) {
    LadderFollower follower(a, b);
    std::vector<Event> all;
    while (b.next <= steps) {
        const auto fresh = follower.update();
        EXPECT_TRUE(fresh) << fresh.error().message;
        if (!fresh) break;
        for (const Event& event : *fresh) {
            EXPECT_EQ(event.step, b.stepCount() - 1) << "reported as soon as it is there";
            all.push_back(event);
        }
    }
    EXPECT_EQ(follower.stepsCompared(), steps);
    return all;
}

TEST(LadderFollower, ReportsSplitsAsTheyAppearAndOnce) {
    FakeRun a(50);
    GrowingRun b(50);
    splitGradient(b, 7, 50);
    b.setLoss(20, 9.0);
    const auto events = followToTheEnd(a, b, 50);
    ASSERT_EQ(events.size(), 4U);
    EXPECT_EQ(events[0].kind, Kind::Gradient);
    EXPECT_EQ(events[0].member, "table");
    EXPECT_EQ(events[0].step, 7);
    EXPECT_EQ(events[2].kind, Kind::Weight);
    EXPECT_EQ(events[3].kind, Kind::Loss);
    EXPECT_EQ(events[3].step, 20);
}

TEST(LadderFollower, FindsWhatTheWholeComparisonFinds) {
    FakeRun a(60);
    GrowingRun b(60);
    for (FakeRun* run : {&a, static_cast<FakeRun*>(&b)}) {
        run->add(Kind::RandomState, "numpy");
        run->standStill("numpy", {30, 31});
    }
    b.vary(Kind::RandomState, "numpy", -1);
    splitGradient(b, 40, 45);
    const auto events = followToTheEnd(a, b, 60);
    const Comparison whole = compared(a, b);
    for (const Event& event : events) {
        const KindSplit& split = whole.kinds[indexOf(event.kind)];
        EXPECT_EQ(split.firstStep, event.step) << nameOf(event.kind);
        EXPECT_EQ(split.firstMember, event.member) << nameOf(event.kind);
    }
    EXPECT_EQ(events.size(), 5U);
}

TEST(LadderFollower, ALookCostsOnlyTheNewSteps) {
    FakeRun a(1000);
    GrowingRun b(1000);
    b.next = 900;
    LadderFollower follower(a, b);
    ASSERT_TRUE(follower.update());
    b.digestRowsRead = b.fingerprintRowsRead = 0;
    ASSERT_TRUE(follower.update());
    EXPECT_EQ(b.digestRowsRead, static_cast<std::int64_t>(kindCount)) << "one new row of each kind";
    EXPECT_EQ(b.fingerprintRowsRead, 0);
}

TEST(LadderFollower, RandomStateAloneIsNoSplit) {
    FakeRun a(20);
    GrowingRun b(20);
    b.vary(Kind::RandomState, "torch", 3);
    b.by = 20;
    b.next = 20;
    LadderFollower follower(a, b);
    const auto events = follower.update();
    ASSERT_TRUE(events);
    ASSERT_EQ(events->size(), 1U);
    EXPECT_EQ(events->front().kind, Kind::RandomState);
    EXPECT_FALSE(follower.split());
    EXPECT_EQ(follower.cells(Kind::RandomState).at(4), Cell::Different);
}

TEST(LadderFollower, ARunThatGoesOnLongerThanTheOtherIsComparedAsFarAsItGoes) {
    FakeRun a(10);
    GrowingRun b(30);
    splitGradient(b, 20, 20);
    b.next = 30;
    LadderFollower follower(a, b);
    ASSERT_TRUE(follower.update());
    EXPECT_EQ(follower.stepsCompared(), 10);
    EXPECT_FALSE(follower.split());
}

TEST(LadderFollower, MembersThatAppearLaterAreTakenIn) {
    FakeRun a(20);
    GrowingRun b(20);
    // Momentum comes into being with the first step: the list of the run in progress is empty until then.
    const auto momentum = b.members(Kind::Optimizer);
    b.clear(Kind::Optimizer);
    b.next = 0;
    LadderFollower follower(a, b);
    ASSERT_TRUE(follower.update());
    for (const auto& member : momentum) b.add(Kind::Optimizer, member.name, member.shape, member.dtype);
    b.vary(Kind::Optimizer, "hidden.bias", 5);
    b.next = 20;
    const auto events = follower.update();
    ASSERT_TRUE(events);
    ASSERT_EQ(events->size(), 1U);
    EXPECT_EQ(events->front().step, 5);
    EXPECT_EQ(events->front().member, "hidden.bias");
}

TEST(LadderFollower, OtherModelsAreRefused) {
    FakeRun a(20);
    GrowingRun b(20);
    b.clear(Kind::Weight);
    b.add(Kind::Weight, "something else");
    LadderFollower follower(a, b);
    EXPECT_FALSE(follower.update());
}

}  // namespace
}  // namespace firstsplit::compare
