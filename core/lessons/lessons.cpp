#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/nearest.h"
#include "core/lessons/lesson.h"
#include "core/lessons/lessons_json.h"

namespace firstsplit::lessons {

namespace {

using Json = nlohmann::json;

Check checkFrom(const Json& json) {
    Check check;
    check.sentence = json.at("sentence");
    check.run = json.value("run", std::size_t{0});
    check.path = json.at("path");
    check.holdsWhenAbsent = json.value("holds_when_absent", false);
    for (const char* test : {"is", "is not", "above", "below"}) {
        if (!json.contains(test)) continue;
        check.test = test;
        const Json& wanted = json.at(test);
        if (wanted.is_object())
            check.otherPath = wanted.at("path");
        else
            check.value = wanted.dump();
    }
    return check;
}

Lesson lessonFrom(const Json& json) {
    Lesson lesson;
    lesson.name = json.at("name");
    lesson.title = json.at("title");
    lesson.question = json.at("question");
    lesson.lookFor = json.at("look_for");
    lesson.explanation = json.at("explanation");
    for (const Json& run : json.at("runs")) lesson.runs.push_back({run.at("what"), run.at("arguments")});
    for (const Json& check : json.at("claim")) lesson.claim.push_back(checkFrom(check));
    return lesson;
}

}  // namespace

std::span<const Lesson> lessons() {
    // The files are built in and a test checks each of them, so a parse error is a bug and may throw.
    static const std::vector<Lesson> all = [] {
        std::vector<Lesson> parsed;
        for (const char* text : lessonsJson) parsed.push_back(lessonFrom(Json::parse(text)));
        return parsed;
    }();
    return all;
}

Result<Lesson> lessonNamed(const std::string& name) {
    const auto found = std::ranges::find(lessons(), name, &Lesson::name);
    if (found != lessons().end()) return *found;
    std::vector<std::string> names;
    for (const Lesson& lesson : lessons()) names.push_back(lesson.name);
    return fail("There is no lesson \"" + name + "\"." + suggestion(name, names));
}

}  // namespace firstsplit::lessons
