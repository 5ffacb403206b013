#include "ui/verdict/verdict_view.h"

#include <QObject>
#include <QStringList>
#include <algorithm>

#include "ui/models/number_text.h"

namespace firstsplit::ui {
namespace {

QString text(const std::string& string) {
    return QString::fromStdString(string);
}

QString timeLeft(const std::optional<double>& seconds) {
    if (!seconds) return {};
    const auto whole = static_cast<qint64>(*seconds + 0.5);
    if (whole < 100) return QObject::tr(" About %1 s left.").arg(whole);
    return QObject::tr(" About %1 min left.").arg((whole + 30) / 60);
}

QList<NextStep> nextOf(compare::State state) {
    using compare::State;
    switch (state) {
        case State::Identical:
            return {NextStep::RunMorePairs};
        case State::Split:
        case State::SplitLossSilent:
            return {NextStep::RunMorePairs};
        case State::SplitBeforeTraining:
            return {NextStep::ShowSettings};
        case State::OtherEnvironment:
            return {NextStep::ShowEnvironment};
        case State::ObserverEffect:
            return {NextStep::ShowDetails};
        case State::EqualSoFar:
            return {};
        case State::UnequalLength:
            return {NextStep::ShowLastWords, NextStep::RunAgain};
        case State::Stopped:
            return {NextStep::ShowLog, NextStep::RunAgain};
        case State::Cancelled:
            return {NextStep::RunAgain};
        case State::PartlyCompared:
            return {};
        case State::NothingCompared:
            return {NextStep::ShowLog, NextStep::ChooseAnotherRun};
    }
    return {};
}

}  // namespace

QString VerdictView::plainText() const {
    QStringList lines = QStringList{order, sentence, reason, scope} + hints;
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString labelOf(NextStep step) {
    switch (step) {
        case NextStep::OpenPartner:
            return QObject::tr("Compare with partner");
        case NextStep::RunMorePairs:
            return QObject::tr("Run more pairs");
        case NextStep::ShowSettings:
            return QObject::tr("Show settings");
        case NextStep::ShowEnvironment:
            return QObject::tr("Show environment");
        case NextStep::ShowDetails:
            return QObject::tr("Show details");
        case NextStep::ChooseAnotherRun:
            return QObject::tr("Choose another run");
        case NextStep::ShowLog:
            return QObject::tr("Show log");
        case NextStep::ShowLastWords:
            return QObject::tr("Show last words");
        case NextStep::RunAgain:
            return QObject::tr("Run again");
        case NextStep::Stop:
            return QObject::tr("Stop");
    }
    return {};
}

VerdictView verdictOfSingle(const compare::Comparison& onlyA, const QString& partner) {
    VerdictView view;
    view.sign = QStringLiteral("A");
    view.sentence = QObject::tr("One run: choose a second one to compare.");
    view.reason = text(onlyA.a.name);
    const auto end = record::nameOf(onlyA.a.end);
    view.scope =
        QObject::tr("%1 steps, %2.")
            .arg(countText(onlyA.stepsA), QString::fromUtf8(end.data(), static_cast<int>(end.size())));
    view.next = {NextStep::ChooseAnotherRun};
    const bool isCancelled = onlyA.a.end == record::EndState::Cancelled;
    if (isCancelled || onlyA.a.end == record::EndState::Failed || onlyA.a.end == record::EndState::Killed) {
        view.sentence = isCancelled ? QObject::tr("Stopped at step %1, before there was a second run.")
                                          .arg(countText(onlyA.stepsA))
                                    : QObject::tr("A stopped at step %1.").arg(countText(onlyA.stepsA));
        view.reason = text(onlyA.a.endReason);
        view.scope = QObject::tr("The %1 recorded steps can be used.").arg(countText(onlyA.stepsA));
        view.next = {NextStep::RunAgain, NextStep::ChooseAnotherRun};
        if (!isCancelled) view.next.prepend(NextStep::ShowLog);
        return view;
    }
    if (partner.isEmpty()) return view;
    view.scope += QObject::tr(" Likely partner: %1.").arg(partner);
    view.next.prepend(NextStep::OpenPartner);
    return view;
}

VerdictView verdictOfPair(const compare::Comparison& comparison, const std::optional<RunningState>& running) {
    const compare::VerdictText words = compare::describe(comparison);
    VerdictView view;
    view.sign = text(words.sign);
    view.sentence = text(words.sentence);
    view.reason = text(words.reason);
    view.scope = text(words.scope);
    if (comparison.orderDiffers.empty())
        view.scope = (view.scope + QLatin1Char(' ') + text(words.order)).trimmed();
    else
        view.order = text(words.order);
    for (const std::string& hint : comparison.hints) view.hints << text(hint);
    view.next = nextOf(compare::stateOf(comparison));
    for (const record::RunInfo* run : {&comparison.a, &comparison.b}) {
        const bool isBroken = run->end == record::EndState::Failed || run->end == record::EndState::Killed;
        const bool isOffered =
            view.next.contains(NextStep::ShowLog) || view.next.contains(NextStep::ShowLastWords);
        if (isBroken && !isOffered) view.next.prepend(NextStep::ShowLog);
    }
    // A run that wrote nothing before it ended left no last words.
    if (comparison.a.lastWords.empty() && comparison.b.lastWords.empty())
        std::ranges::replace(view.next, NextStep::ShowLastWords, NextStep::ShowLog);
    const bool isSplit = comparison.first.has_value();
    if (isSplit) view.look = VerdictView::Look::Split;
    if (!running || !running->isRunning) return view;

    view.next = {NextStep::Stop};
    if (!isSplit) {
        view.look = VerdictView::Look::Hollow;
        view.sign = QStringLiteral("=");
        const QString planned =
            running->plannedSteps ? countText(*running->plannedSteps) : QStringLiteral("…");
        view.sentence =
            QObject::tr("Equal so far: %1 of %2 steps.").arg(countText(comparison.stepsCompared), planned);
        view.reason = QObject::tr("B is training.");
        view.scope.clear();
    }
    view.scope = (view.scope + timeLeft(running->secondsLeft)).trimmed();
    return view;
}

VerdictView verdictOfRepeats(const VerdictView& ofPair, const compare::Repeats& repeats) {
    VerdictView view = ofPair;
    const QString all = text(compare::describe(repeats));
    if (repeats.splits > 0) {
        view.reason = QObject::tr("Not so all pairs of this set-up. %1").arg(all);
        return view;
    }
    view.sentence = all;
    view.reason = QObject::tr("This pair: %1 %2").arg(ofPair.sentence, ofPair.reason).trimmed();
    return view;
}

VerdictView verdictOfTraining(const RunningState& running) {
    VerdictView view;
    view.look = VerdictView::Look::Hollow;
    view.sign = QStringLiteral("?");
    view.sentence = running.stage == QStringLiteral("building the file")
                        ? QObject::tr("%1 has trained; its file is being built.").arg(running.side)
                        : QObject::tr("%1 is training: %2.")
                              .arg(running.side, running.step < 0 ? QObject::tr("starting")
                                                 : running.plannedSteps
                                                     ? QObject::tr("step %1 of %2")
                                                           .arg(countText(running.step),
                                                                countText(*running.plannedSteps - 1))
                                                     : QObject::tr("step %1").arg(countText(running.step)));
    view.reason = running.side == u'A'
                      ? QObject::tr("B follows with the same seed, then the two are compared bit by bit.")
                      : QObject::tr("The two are compared bit by bit as B trains.");
    view.scope = (QObject::tr("Pair %1 of %2.").arg(running.pair + 1).arg(running.pairs) +
                  timeLeft(running.secondsLeft));
    view.next = {NextStep::Stop};
    return view;
}

VerdictView verdictOfFailure(const QString& sentence) {
    // The first sentence is the verdict, what follows its reason and remedy.
    const auto end = sentence.indexOf(QStringLiteral(". "));
    VerdictView view;
    view.sign = QStringLiteral("!");
    view.sentence = end < 0 ? sentence : sentence.left(end + 1);
    if (end >= 0) view.reason = sentence.mid(end + 2);
    view.next = {NextStep::ChooseAnotherRun};
    return view;
}

}  // namespace firstsplit::ui
