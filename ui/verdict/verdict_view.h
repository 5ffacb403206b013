#pragma once

#include <QList>
#include <QString>
#include <optional>

#include "core/compare/words.h"

namespace firstsplit::ui {

/// What the verdict bar offers to do next. Only what can be done is ever offered.
enum class NextStep {
    OpenPartner,  ///< the run that most likely belongs to the one that is open
    RunMorePairs,
    ShowSettings,
    ShowEnvironment,
    ShowDetails,
    ChooseAnotherRun,
    ShowLog,
    ShowLastWords,  ///< of the run that ended early
    RunAgain,
    Stop,
};

/// One verdict as it is drawn: its words and the buttons that go with it.
struct VerdictView {
    enum class Look {
        Neutral,  ///< grey frame
        Split,    ///< frame in the colour of differences
        Hollow,   ///< still running and equal so far: no colour
    };
    Look look = Look::Neutral;
    QString order;  ///< said first, and only when data came in another order
    QString sign, sentence, reason, scope;
    QStringList hints;  ///< what the records show beside the verdict
    QList<NextStep> next;

    QString plainText() const;
};

/// What is going on beside the comparison itself.
struct RunningState {
    bool isRunning = false;
    QChar side = u'A';
    int pair = 0, pairs = 1;
    qint64 step = -1;
    std::optional<qint64> plannedSteps;
    QString stage;
    std::optional<double> secondsLeft;
};

QString labelOf(NextStep step);

/// Nothing compared yet: one run, whose likely partners are named by the caller.
/// `partner` is the name of the run to compare with first; empty when none comes to mind.
VerdictView verdictOfSingle(const compare::Comparison& onlyA, const QString& partner);
VerdictView verdictOfPair(const compare::Comparison& comparison,
                          const std::optional<RunningState>& running = {});
/// The verdict of an identical pair that was repeated: it speaks of all pairs, as one alone proves nothing.
VerdictView verdictOfRepeats(const VerdictView& ofPair, const compare::Repeats& repeats);
VerdictView verdictOfTraining(const RunningState& running);
VerdictView verdictOfFailure(const QString& sentence);

}  // namespace firstsplit::ui
