#include "ui/lessons/lesson_training.h"

#include "core/launch/cost_plan.h"

namespace firstsplit::ui {
namespace {

using Option = std::pair<std::string, std::string>;

/// All options of a lesson's commands take one value.
Result<std::vector<Option>> optionsOf(const std::vector<std::string>& arguments) {
    std::vector<Option> options;
    for (std::size_t i = 1; i < arguments.size(); i += 2) {
        if (!arguments[i].starts_with("--") || i + 1 == arguments.size())
            return fail("\"" + arguments[i] +
                        "\" is no option with a value. The lesson's file needs mending.");
        options.emplace_back(arguments[i].substr(2), arguments[i + 1]);
    }
    return options;
}

int numberIn(const std::vector<Option>& options, const std::string& name, int otherwise) {
    for (const auto& [option, value] : options)
        if (option == name) return QString::fromStdString(value).toInt();
    return otherwise;
}

Result<> take(launch::PairRequest& request, const Option& option) {
    const auto& [name, value] = option;
    const QString text = QString::fromStdString(value);
    if (name == "experiment") {
        request.source.experiment = text;
    } else if (name == "preset") {
        request.preset = text;
    } else if (name == "device") {
        request.device = text;
    } else if (name == "steps") {
        request.steps = text.toLongLong();
    } else if (name == "pairs") {
        request.pairs = text.toInt();
    } else if (name == "weights" && value == "none") {
        request.snapshots.policy = journal::SnapshotRequest::Policy::None;
    } else if (name == "weights" && value == "ends") {
        request.snapshots.policy = journal::SnapshotRequest::Policy::Ends;
    } else if (name == "set" || name == "set-a" || name == "set-b") {
        const auto assignment = settings::parseAssignment(value);
        if (!assignment) return tl::unexpected(assignment.error());
        if (name != "set-b") request.assignmentsA[assignment->first] = assignment->second;
        if (name != "set-a") request.assignmentsB[assignment->first] = assignment->second;
    } else {
        return fail("--" + name + " " + value +
                    " is not known to the window. Run the lesson in a terminal: "
                    "firstsplit lessons run");
    }
    return {};
}

}  // namespace

Result<LessonTraining> trainingOf(const lessons::Run& run) {
    LessonTraining training;
    training.what = QString::fromStdString(run.what);
    for (const std::string& word : run.arguments) training.words << QString::fromStdString(word);
    const auto options = optionsOf(run.arguments);
    if (!options) return tl::unexpected(options.error());
    const QString command = training.words.value(0);
    if (command == QStringLiteral("pair")) {
        launch::PairRequest request;
        for (const Option& option : *options)
            if (auto taken = take(request, option); !taken) return tl::unexpected(taken.error());
        training.trainings = 2 * request.pairs;
        training.pair = std::move(request);
    } else if (command == QStringLiteral("seeds")) {
        training.trainings = numberIn(*options, "seeds", 5) * numberIn(*options, "repeats", 1);
    } else if (command == QStringLiteral("cost")) {
        training.trainings = 2 * numberIn(*options, "blocks", launch::fewestBlocks);
    } else {
        return fail("\"" + command.toStdString() + "\" is no command that a lesson can run.");
    }
    return training;
}

int trainingsOf(const lessons::Lesson& lesson) {
    int trainings = 0;
    for (const lessons::Run& run : lesson.runs) {
        const auto training = trainingOf(run);
        if (!training) return 0;
        trainings += training->trainings;
    }
    return trainings;
}

}  // namespace firstsplit::ui
