// Whether the data came in one order: the first thing that a comparison says.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/compare/order.h"
#include "core/compare/words.h"
#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using nlohmann::json;

TEST(Order, TheSameIsSaidWithWhatWasCompared) {
    FakeRun a, b;
    a.epochRecords = b.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {4, 5, 6}}};
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(describe(comparison).order, "Data order: the same in the first 3 samples of each of 2 epochs.");
    const json document = json::parse(toJson(comparison))["data_order"];
    EXPECT_EQ(document["same"], true);
    EXPECT_EQ(document["epochs_compared"], 2);
    EXPECT_TRUE(document["first"].is_null());
}

TEST(Order, AnotherIsSaidWithItsFirstPlace) {
    FakeRun a, b;
    a.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {4, 5, 6}}};
    b.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {4, 6, 5}}};
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(describe(comparison).order,
              "Data order: not the same, in 1 of 2 epochs; first in epoch 1 at position 1 (samples 5, 6).");
    const json document = json::parse(toJson(comparison))["data_order"];
    EXPECT_EQ(document["same"], false);
    EXPECT_EQ(document["first"], (json{{"epoch", 1}, {"position", 1}, {"a", 5}, {"b", 6}}));
}

TEST(Order, EpochsOfOneRunAloneAreNotCompared) {
    FakeRun a, b;
    a.epochRecords = {{0, 9, {}, {}, {1, 2, 3}}, {1, 19, {}, {}, {4, 5, 6}}};
    b.epochRecords = {{0, 5, {}, {}, {1, 2}}};
    EXPECT_EQ(describe(compared(a, b)).order, "Data order: the same in the first 2 samples of the epoch.");
}

TEST(Order, WithoutSampleIdsTheBatchesTell) {
    FakeRun a, b;
    EXPECT_EQ(describe(compared(a, b)).order, "Data order: the same, by the batches of 20 steps.");
    EXPECT_TRUE(json::parse(toJson(compared(a, b)))["data_order"].is_null());
    b.vary(Kind::Batch, "input", 7);
    EXPECT_EQ(describe(compared(a, b)).order,
              "Data order: no sample ids recorded; the batches differ from step 7 on.");
    for (FakeRun* run : {&a, &b}) run->leaveOut(Kind::Batch);
    EXPECT_EQ(describe(compared(a, b)).order, "");
}

}  // namespace
}  // namespace firstsplit::compare
