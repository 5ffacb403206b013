#include <gmock/gmock.h>

#include "core/base/nearest.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string refusalOf(const std::string& key, const std::string& value) {
    const Result<> ok = check(key, value);
    return ok ? "accepted" : ok.error().message;
}

TEST(Check, AnUnknownKeyIsAnsweredWithTheNearest) {
    EXPECT_THAT(refusalOf("deterministc", "off"),
                AllOf(HasSubstr("\"deterministc\""), HasSubstr("deterministic")));
    EXPECT_THAT(refusalOf("thraeds", "2"), HasSubstr("Did you mean threads?"));
    EXPECT_THAT(refusalOf("benchmark", "on"), HasSubstr("cudnn.benchmark"));
    EXPECT_THAT(refusalOf("qqqqqqqqqqqq", "1"), HasSubstr("See firstsplit settings"));
}

TEST(Check, AnUnknownValueIsAnsweredWithThoseThatExist) {
    EXPECT_THAT(refusalOf("deterministic", "eror"),
                AllOf(HasSubstr("off, warn or error"), HasSubstr("mean error?")));
    EXPECT_THAT(refusalOf("cublas.workspace", "4096:8"), HasSubstr("Did you mean :4096:8?"));
}

TEST(Check, NumbersAreWholeInRangeAndWrittenOneWay) {
    for (const char* value : {"0", "1", "9223372036854775807", "unset"})
        EXPECT_EQ(refusalOf("seed", value), "accepted");
    for (const char* value :
         {"-1", "9223372036854775808", "1.0", "1 ", " 1", "0x1", "", "007", "-0", "+1", "none"})
        EXPECT_THAT(refusalOf("seed", value), HasSubstr("whole number from 0 to 9223372036854775807"))
            << value;
    EXPECT_THAT(refusalOf("threads", "0"), HasSubstr("from 1 to 1024, or \"inherit\""));
    EXPECT_EQ(refusalOf("threads", "1024"), "accepted");
}

TEST(ParseAssignment, SplitsAtTheFirstEqualsSign) {
    EXPECT_EQ(parseAssignment("cublas.workspace=:16:8").value(),
              std::make_pair(std::string("cublas.workspace"), std::string(":16:8")));
    for (const char* text : {"", "threads", "=2", "threads:2"}) EXPECT_FALSE(parseAssignment(text)) << text;
    EXPECT_THAT(parseAssignment("threads=two").error().message, HasSubstr("\"two\""));
}

TEST(Merge, SingleAssignmentsBeatThePresetBeatsTheExperiment) {
    const Values merged = merge({{"threads", "2"}, {"seed", "1"}, {"recorder", "on"}},
                                {{"threads", "3"}, {"seed", "2"}}, {{"threads", "4"}});
    EXPECT_EQ(merged, (Values{{"threads", "4"}, {"seed", "2"}, {"recorder", "on"}}));
}

TEST(NearestNames, CountsSwapsOfNeighboursAsOneError) {
    EXPECT_EQ(editDistance("", ""), 0u);
    EXPECT_EQ(editDistance("", "abc"), 3u);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
    EXPECT_EQ(editDistance("thraeds", "threads"), 1u);
    EXPECT_EQ(editDistance("abc", "abc"), 0u);
    EXPECT_THAT(nearestNames("fats", {"seeds", "fast", "default"}), ElementsAre("fast"));
    EXPECT_THAT(nearestNames("zzz", {"seeds", "fast"}), IsEmpty());
}

}  // namespace
}  // namespace firstsplit::settings
