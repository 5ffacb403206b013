#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "core/launch/pair_job.h"
#include "core/lessons/lesson.h"

namespace firstsplit::ui {

/// One command of a lesson, as the window carries it out: a pair is run as any other pair, with its curves;
/// anything else as the command that it is.
struct LessonTraining {
    QString what;
    QStringList words;  ///< of firstsplit
    std::optional<launch::PairRequest> pair;
    int trainings = 0;  ///< how many runs it trains
};

/// Fails for options that the window does not know.
Result<LessonTraining> trainingOf(const lessons::Run& run);

/// Over all commands of a lesson; 0 when one of them is not known.
int trainingsOf(const lessons::Lesson& lesson);

}  // namespace firstsplit::ui
