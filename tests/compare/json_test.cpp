#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/compare/words.h"
#include "tests/compare/pair.h"

namespace firstsplit::compare {
namespace {

using firstsplit::testing::compared;
using firstsplit::testing::FakeRun;
using firstsplit::testing::splitGradient;
using nlohmann::json;

json documentOf(const Comparison& comparison) {
    return json::parse(toJson(comparison));
}

TEST(Json, ASplit) {
    FakeRun a(200), b(200);
    a.information.file = "runs/a.split.h5";
    b.information.seed.reset();
    splitGradient(b, 0, 28);
    const json document = documentOf(compared(a, b));
    EXPECT_EQ(document["format"], "firstsplit.comparison/1");
    EXPECT_EQ(document["verdict"], "split");
    EXPECT_EQ(document["steps_compared"], 200);
    EXPECT_EQ(document["a"], (json{{"file", "runs/a.split.h5"},
                                   {"id", "id"},
                                   {"experiment", "digits-embedding"},
                                   {"seed", 0},
                                   {"preset", "seeds"},
                                   {"steps", 200},
                                   {"end", "finished"},
                                   {"finding", nullptr}}));
    EXPECT_TRUE(document["b"]["seed"].is_null());
    EXPECT_EQ(document["first"], (json{{"step", 0}, {"kind", "gradient"}, {"tensor", "table"}}));
    EXPECT_EQ(document["splits"]["gradient"],
              (json{{"step", 0}, {"steps", 200}, {"times_equal_again", 0}, {"tensor", "table"}}));
    EXPECT_EQ(document["splits"]["loss"], (json{{"step", 28}, {"steps", 172}, {"times_equal_again", 0}}));
    for (const char* kind : {"initial_weight", "random_state", "batch", "buffer"})
        EXPECT_TRUE(document["splits"].at(kind).is_null()) << kind;
    EXPECT_EQ(document["kinds_compared"].size(), 6U);
    EXPECT_TRUE(document["difference"].is_null());
    EXPECT_EQ(document["cause"]["class"], "backward_operator");
    EXPECT_FALSE(document["cause"]["evidence"].empty());
    EXPECT_EQ(document["left_out"], json::array());
}

TEST(Json, FieldsStandInTheOrderOfTheirDescription) {
    const FakeRun a;
    const std::string text = toJson(compared(a, a));
    std::size_t last = 0;
    for (const char* field :
         {"format", "\"a\"", "\"b\"", "verdict", "steps_compared", "first", "splits", "\"difference\"",
          "settings_differ", "environment_differ", "cause", "left_out"}) {
        const std::size_t at = text.find(field, last);
        ASSERT_NE(at, std::string::npos) << field;
        last = at;
    }
}

TEST(Json, InitialWeightsAndDifferences) {
    FakeRun a, b;
    b.information.seed = 1;
    b.information.environment["torch"] = "2.10.0";
    b.vary(Kind::Weight, "table", -1);
    a.keepValues(Kind::Weight, "table", 19, std::vector<float>(32, 1.0F));
    b.keepValues(Kind::Weight, "table", 19, std::vector<float>(32, 1.5F));
    Comparison comparison = compared(a, b);
    ASSERT_TRUE(compareWeights(a, b, comparison));
    const json document = documentOf(comparison);
    EXPECT_EQ(document["splits"]["initial_weight"], (json{{"step", -1}, {"tensor", "table"}}));
    EXPECT_EQ(document["difference"]["at_step"], 19);
    EXPECT_EQ(document["difference"]["max_abs_weight"], 0.5);
    EXPECT_EQ(document["difference"]["relative_l2_weight"], 0.5);
    EXPECT_EQ(document["difference"]["ulp_at_max"], 1 << 22);
    EXPECT_EQ(document["settings_differ"], (json::array({{{"key", "seed"}, {"a", "0"}, {"b", "1"}}})));
    EXPECT_EQ(document["environment_differ"],
              (json::array({{{"key", "torch"}, {"a", "2.11.0"}, {"b", "2.10.0"}}})));
    EXPECT_EQ(document["cause"]["class"], "environment");
}

TEST(Json, WhatIsNoNumberIsAString) {
    FakeRun a, b;
    b.vary(Kind::Weight, "table", 19);
    a.keepValues(Kind::Weight, "table", 19, std::vector<float>(32, 1.0F));
    b.keepValues(Kind::Weight, "table", 19, std::vector<float>(32, std::nanf("")));
    Comparison comparison = compared(a, b);
    ASSERT_TRUE(compareWeights(a, b, comparison));
    const json document = documentOf(comparison);
    EXPECT_EQ(document["difference"]["max_abs_weight"], "NaN");
    EXPECT_EQ(document["difference"]["max_ulp_weight"], "unlimited");
}

TEST(Json, AnyBytesMakeADocument) {
    FakeRun a;
    a.information.file = "runs/\xff\xfe.split.h5";
    EXPECT_NO_THROW(documentOf(compared(a, a)));
}

TEST(Json, SeveralPairs) {
    FakeRun a, b;
    splitGradient(b, 2, 5);
    const json split = json::parse(toJson(std::vector{compared(a, a), compared(a, b)}));
    EXPECT_EQ(split["format"], "firstsplit.pairs/1");
    EXPECT_EQ(split["pairs"], 2);
    EXPECT_EQ(split["splits"], 1);
    EXPECT_EQ(split["identical"], 1);
    EXPECT_TRUE(split["bound_95"].is_null());
    EXPECT_EQ(split["comparisons"].size(), 2U);
    EXPECT_EQ(split["comparisons"][1]["verdict"], "split");
    const json none = json::parse(toJson(std::vector(10, compared(a, a))));
    EXPECT_EQ(none["bound_95"], 0.3);
    EXPECT_EQ(none["sentence"], "No split in 10 pairs: at 95 % it happens in fewer than 3 of 10.");
}

}  // namespace
}  // namespace firstsplit::compare
