#include <gtest/gtest.h>

#include "ui/models/event_navigator.h"

namespace firstsplit::ui {
namespace {

compare::Event eventAt(std::int64_t step, const char* sentence = "something") {
    compare::Event event;
    event.step = step;
    event.sentence = sentence;
    return event;
}

TEST(EventNavigator, WalksForwardAndBackAndNeverWraps) {
    const std::vector events{eventAt(0), eventAt(3), eventAt(28)};
    const EventNavigator navigator(events);
    EXPECT_EQ(navigator.next(-1), 0);
    EXPECT_EQ(navigator.next(0), 3);
    EXPECT_EQ(navigator.next(5), 28);
    EXPECT_EQ(navigator.next(28), std::nullopt);
    EXPECT_EQ(navigator.previous(28), 3);
    EXPECT_EQ(navigator.previous(0), std::nullopt);
    EXPECT_EQ(navigator.last(), 28);
}

TEST(EventNavigator, StopsOnceAtAStepWithSeveralEvents) {
    const std::vector events{eventAt(0, "gradient"), eventAt(0, "weight"), eventAt(7, "loss")};
    const EventNavigator navigator(events);
    EXPECT_EQ(navigator.count(), 2);
    EXPECT_EQ(navigator.next(-1), 0);
    EXPECT_EQ(navigator.next(0), 7);
    EXPECT_EQ(navigator.placeOf(0), QStringLiteral("event 1 of 2: gradient; weight"));
    EXPECT_EQ(navigator.placeOf(7), QStringLiteral("event 2 of 2: loss"));
    EXPECT_EQ(navigator.placeOf(5), QStringLiteral("after event 1 of 2"));
}

TEST(EventNavigator, IsAtHomeWithoutEvents) {
    const EventNavigator navigator;
    EXPECT_EQ(navigator.next(0), std::nullopt);
    EXPECT_EQ(navigator.previous(0), std::nullopt);
    EXPECT_EQ(navigator.last(), std::nullopt);
}

}  // namespace
}  // namespace firstsplit::ui
