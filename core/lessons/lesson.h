#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

/// Lessons: a question, an experiment that answers it, and a claim that is checked each time. All of them are
/// data (resources/lessons/*.json): a new lesson is a new file.
namespace firstsplit::lessons {

/// One condition on the documents (--json) that the lesson's commands gave.
struct Check {
    std::string sentence;          ///< what is claimed, for people
    std::size_t run = 0;           ///< which command's document
    std::string path;              ///< JSON pointer: "/splits/loss/step"
    std::string test;              ///< "is", "is not", "above", "below"
    std::string value;             ///< JSON text of what it is tested against …
    std::string otherPath;         ///< … or a place in the same document
    bool holdsWhenAbsent = false;  ///< also when the place is not there, or null
};

struct Run {
    std::string what;                    ///< "twice, with nothing but the seeds set"
    std::vector<std::string> arguments;  ///< of firstsplit, without --json and --out
};

struct Lesson {
    std::string name;
    std::string title;
    std::string question;
    std::string lookFor;      ///< what to look at while it runs, and after
    std::string explanation;  ///< after the run
    std::vector<Run> runs;
    std::vector<Check> claim;  ///< all of them must hold
};

/// In the order they build on each other.
std::span<const Lesson> lessons();
Result<Lesson> lessonNamed(const std::string& name);

/// Whether a check holds for the documents of the lesson's commands, in their order. Fails for a document
/// that is none, which is not the same as a claim that was not seen.
Result<bool> holds(const Check& check, const std::vector<std::string>& documents);

}  // namespace firstsplit::lessons
