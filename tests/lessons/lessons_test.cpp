#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/lessons/lesson.h"
#include "core/settings/settings.h"

namespace firstsplit::lessons {
namespace {

using ::testing::HasSubstr;

TEST(Lessons, EachHasAQuestionARunAClaimAndAnExplanation) {
    std::set<std::string> names;
    for (const Lesson& lesson : lessons()) {
        EXPECT_TRUE(names.insert(lesson.name).second) << lesson.name;
        EXPECT_TRUE(lesson.question.ends_with('?')) << lesson.name;
        for (const std::string* text : {&lesson.title, &lesson.lookFor, &lesson.explanation})
            EXPECT_FALSE(text->empty()) << lesson.name;
        EXPECT_FALSE(lesson.runs.empty()) << lesson.name;
        EXPECT_FALSE(lesson.claim.empty()) << lesson.name;
    }
    EXPECT_GE(names.size(), 6u);
}

TEST(Lessons, TheirSettingsPresetsAndExperimentsExist) {
    for (const Lesson& lesson : lessons())
        for (const auto& run : lesson.runs)
            for (std::size_t i = 1; i + 1 < run.arguments.size(); ++i) {
                const std::string &option = run.arguments[i], &value = run.arguments[i + 1];
                if (option.starts_with("--set")) {
                    EXPECT_TRUE(settings::parseAssignment(value)) << lesson.name << ": " << value;
                }
                if (option == "--preset" || option == "--base") {
                    EXPECT_TRUE(settings::presetNamed(value)) << lesson.name << ": " << value;
                }
                if (option == "--experiment") {
                    EXPECT_TRUE(settings::experimentNamed(value)) << lesson.name << ": " << value;
                }
            }
}

TEST(Lessons, TheirChecksAreOfAKnownKindAndOfARunThatIsThere) {
    for (const Lesson& lesson : lessons())
        for (const Check& check : lesson.claim) {
            EXPECT_THAT((std::set<std::string>{"is", "is not", "above", "below"}),
                        ::testing::Contains(check.test))
                << lesson.name;
            EXPECT_LT(check.run, lesson.runs.size()) << lesson.name;
            EXPECT_TRUE(check.path.starts_with('/')) << lesson.name;
            EXPECT_NE(check.value.empty(), check.otherPath.empty()) << lesson.name;
        }
}

TEST(Lessons, AnUnknownNameIsAnsweredWithTheNearest) {
    const auto lesson = lessonNamed("seed-are-not-enough");
    ASSERT_FALSE(lesson);
    EXPECT_THAT(lesson.error().message, HasSubstr("seeds-are-not-enough"));
}

Check checkOf(const std::string& path, const std::string& test, const std::string& value) {
    Check check;
    check.path = path;
    check.test = test;
    check.value = value;
    return check;
}

TEST(Claim, ComparesAPlaceInTheDocument) {
    const std::vector<std::string> documents = {R"({"verdict":"split","first":{"step":3},"loss":null})"};
    EXPECT_TRUE(*holds(checkOf("/verdict", "is", "\"split\""), documents));
    EXPECT_FALSE(*holds(checkOf("/verdict", "is", "\"identical\""), documents));
    EXPECT_TRUE(*holds(checkOf("/verdict", "is not", "\"identical\""), documents));
    EXPECT_TRUE(*holds(checkOf("/first/step", "above", "2"), documents));
    EXPECT_FALSE(*holds(checkOf("/first/step", "above", "3"), documents));
    EXPECT_TRUE(*holds(checkOf("/first/step", "below", "4"), documents));
    EXPECT_TRUE(*holds(checkOf("/loss", "is", "null"), documents));
    EXPECT_TRUE(*holds(checkOf("/nowhere/at/all", "is", "null"), documents));
    EXPECT_FALSE(*holds(checkOf("/loss", "above", "0"), documents));
}

TEST(Claim, ComparesTwoPlaces) {
    Check check = checkOf("/b", "above", "");
    check.otherPath = "/a";
    EXPECT_TRUE(*holds(check, {R"({"a":1,"b":2})"}));
    EXPECT_FALSE(*holds(check, {R"({"a":2,"b":2})"}));
    EXPECT_FALSE(*holds(check, {R"({"a":2})"}));
    check.holdsWhenAbsent = true;
    EXPECT_TRUE(*holds(check, {R"({"a":2})"}));
}

TEST(Claim, WithoutADocumentIsAnErrorAndNotAClaimThatWasNotSeen) {
    EXPECT_FALSE(holds(checkOf("/a", "is", "1"), {"no JSON"}));
    EXPECT_FALSE(holds(checkOf("/a", "is", "1"), {}));
}

}  // namespace
}  // namespace firstsplit::lessons
