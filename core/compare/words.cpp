#include "core/compare/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compare/cause.h"
#include "core/compare/environment.h"
#include "core/compare/order.h"
#include "core/compare/phrases.h"
#include "core/compare/statistics.h"

namespace firstsplit::compare {
namespace {

using record::EndState;

const KindSplit& splitOf(const Comparison& comparison, Kind kind) {
    return comparison.kinds[indexOf(kind)];
}

bool isRunning(const Comparison& comparison) {
    return comparison.a.end == EndState::Running || comparison.b.end == EndState::Running;
}

/// Environment first, since it is named first: versions, then other facts.
bool hasOtherEnvironment(const Comparison& comparison) {
    return !comparison.environmentDiffer.empty();
}

std::vector<const Differing*> actingSettings(const Comparison& comparison) {
    std::vector<const Differing*> acting;
    for (const Differing& setting : comparison.settingsDiffer)
        if (setting.acts) acting.push_back(&setting);
    return acting;
}

/// How many steps there could have been.
std::int64_t stepsInAll(const Comparison& comparison) {
    std::int64_t steps = std::max(comparison.stepsA, comparison.stepsB);
    if (comparison.a.end != EndState::Finished)
        steps = std::max(steps, comparison.a.plannedSteps.value_or(0));
    if (comparison.b.end != EndState::Finished)
        steps = std::max(steps, comparison.b.plannedSteps.value_or(0));
    return steps;
}

/// The run that limits the comparison, and its letter.
struct Shorter {
    const record::RunInfo* run = nullptr;
    char letter = 'B';
    std::int64_t steps = 0;
};

Shorter shorterRun(const Comparison& comparison) {
    const bool aEndedBadly = comparison.a.end != EndState::Finished;
    const bool bEndedBadly = comparison.b.end != EndState::Finished;
    const bool isA = comparison.stepsA != comparison.stepsB ? comparison.stepsA < comparison.stepsB
                                                            : aEndedBadly && !bEndedBadly;
    if (isA) return {&comparison.a, 'A', comparison.stepsA};
    return {&comparison.b, 'B', comparison.stepsB};
}

std::string ofSteps(std::int64_t some, std::int64_t all) {
    return fmt::format("{} of {}", countText(some), countOf(all, "step"));
}

/// "B ended at step 120: out of memory."
std::string endSentence(const Shorter& shorter) {
    const bool isCrash = shorter.run->end == EndState::Killed || shorter.run->end == EndState::Unknown;
    const std::string reason = endText(*shorter.run);
    if (reason == "finished")
        return fmt::format("{} ended at step {}.", shorter.letter, countText(shorter.steps));
    return fmt::format("{} {} at step {}: {}.", shorter.letter, isCrash ? "stopped" : "ended",
                       countText(shorter.steps), reason);
}

std::string lastLines(const std::string& text, std::size_t most) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (!line.empty()) lines.push_back(std::move(line));
        begin = end + 1;
    }
    std::string last;
    for (std::size_t i = lines.size() - std::min(most, lines.size()); i < lines.size(); ++i)
        last += (last.empty() ? "" : "\n") + lines[i];
    return last;
}

std::string joined(std::initializer_list<std::string> sentences) {
    std::string text;
    for (const std::string& sentence : sentences)
        if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
    return text;
}

std::string lossClause(const Comparison& comparison) {
    if (comparison.first->kind == Kind::Loss) return {};
    const KindSplit& loss = splitOf(comparison, Kind::Loss);
    if (loss.firstStep) return fmt::format("The loss shows it at step {}.", countText(*loss.firstStep));
    if (!loss.compared) return "The loss was not compared.";
    const std::string equal = fmt::format("{} of {} losses are equal.", countText(loss.stepsCompared),
                                          countText(comparison.stepsCompared));
    return (isRunning(comparison) ? "The loss has not shown it so far: " : "The loss never shows it: ") +
           equal;
}

std::string splitSentence(const Comparison& comparison) {
    const Event& first = *comparison.first;
    if (first.step < 0)
        return joined({fmt::format("Split before training, in {}.", thingText(first.kind, first.member)),
                       lossClause(comparison)});
    return joined(
        {fmt::format("Split at step {}, in {}.", countText(first.step), thingText(first.kind, first.member)),
         lossClause(comparison)});
}

/// "The runs start from different weights: seed differs (0, 1)."
std::string startSentence(const Comparison& comparison) {
    const std::string things = splitOf(comparison, Kind::Weight).firstStep == -1 ? "weights"
                               : splitOf(comparison, Kind::Buffer).firstStep == -1
                                   ? "buffers"
                                   : "states of the optimizer";
    std::vector<std::string> why;
    for (const Differing* setting : actingSettings(comparison)) why.push_back(differsText(*setting));
    for (const Differing& fact : comparison.environmentDiffer) why.push_back(differsText(fact));
    if (!why.empty()) return fmt::format("The runs start from different {}: {}.", things, shortListText(why));
    const std::string& member = comparison.first->member;
    if (member.empty()) return fmt::format("The runs start from different {}.", things);
    return fmt::format("The runs start from different {}: {} differs.", things, member);
}

/// "Split at step 0. The runs were made with different versions: LibTorch 2.10, 2.11."
std::string environmentSentence(const Comparison& comparison) {
    std::vector<std::string> facts;
    bool areVersions = true;
    // Versions alone, when there are any: they are what a person can change.
    const bool anyVersion =
        std::any_of(comparison.environmentDiffer.begin(), comparison.environmentDiffer.end(),
                    [](const Differing& fact) { return isVersionKey(fact.key); });
    for (const Differing& fact : comparison.environmentDiffer) {
        if (anyVersion && !isVersionKey(fact.key)) continue;
        areVersions = areVersions && isVersionKey(fact.key);
        const auto value = [](const std::string& text) {
            return text.empty() ? std::string("not set") : text;
        };
        facts.push_back(fmt::format("{} {}, {}", environmentLabel(fact.key), value(fact.a), value(fact.b)));
    }
    std::string list;
    const std::size_t named = std::min<std::size_t>(facts.size(), 3);
    for (std::size_t i = 0; i < named; ++i) list += (i ? "; " : "") + facts[i];
    if (named < facts.size()) list += fmt::format("; {} more", facts.size() - named);
    const std::string where = comparison.first->step < 0
                                  ? std::string("Split before training.")
                                  : fmt::format("Split at step {}.", countText(comparison.first->step));
    return fmt::format("{} The runs were made {}: {}.", where,
                       areVersions ? "with different versions" : "in different environments", list);
}

std::string reasonOfSplit(const Comparison& comparison) {
    // Possible causes first, then what is seen; "the cause" only where nothing but the training differs.
    const bool isPossible = comparison.cause.cause == CauseClass::Environment;
    return isPossible ? joined({comparison.cause.sentence, symptomOf(comparison).sentence})
                      : comparison.cause.sentence;
}

std::string scopeOfSplit(const Comparison& comparison) {
    std::string counts;
    const KindSplit& loss = splitOf(comparison, Kind::Loss);
    for (const Kind kind : {Kind::Loss, Kind::Gradient, Kind::Weight}) {
        const KindSplit& split = splitOf(comparison, kind);
        // The loss alone when it differs; otherwise what differs in its place.
        if (!split.firstStep || (kind != Kind::Loss && loss.firstStep)) continue;
        counts = joined({counts, fmt::format("The {} differs in {}.", labelOf(kind),
                                             ofSteps(split.stepsDifferent, split.stepsCompared))});
    }
    const std::int64_t all = stepsInAll(comparison);
    if (isRunning(comparison))
        return joined(
            {counts, fmt::format("Still running: {} compared.", ofSteps(comparison.stepsCompared, all))});
    if (comparison.stepsA == comparison.stepsB && comparison.a.end == EndState::Finished &&
        comparison.b.end == EndState::Finished)
        return counts;
    return joined({counts, endSentence(shorterRun(comparison)),
                   fmt::format("{} compared.", ofSteps(comparison.stepsCompared, all))});
}

std::string countsOf(const Comparison& comparison) {
    return fmt::format("{} compared, {} each{}",
                       ofSteps(comparison.stepsCompared, std::max(comparison.stepsA, comparison.stepsB)),
                       countOf(static_cast<std::int64_t>(comparison.tensorsCompared), "tensor"),
                       comparison.leftOut.empty() ? ", every fingerprint." : ".");
}

std::string whatWasEqual(const Comparison& comparison) {
    std::vector<std::string> kinds;
    for (const Kind kind : allKinds)
        if (splitOf(comparison, kind).compared) kinds.emplace_back(labelOf(kind));
    if (kinds.empty()) return {};
    return fmt::format("Compared: {}.", listText(kinds));
}

std::string whatWasLeftOut(const Comparison& comparison) {
    if (comparison.leftOut.empty()) return {};
    std::string text;
    for (const std::string& sentence : comparison.leftOut)
        text += (text.empty() ? "Left out: " : "; ") + sentence;
    return text + ".";
}

void describeEqual(const Comparison& comparison, State state, VerdictText& text) {
    const std::int64_t all = stepsInAll(comparison);
    const Shorter shorter = shorterRun(comparison);
    const std::string asFar =
        fmt::format("Equal as far as both go: {}.", ofSteps(comparison.stepsCompared, all));
    text.sign = state == State::Identical ? "=" : "?";
    text.reason = whatWasEqual(comparison);
    text.scope = whatWasLeftOut(comparison);
    switch (state) {
        case State::Identical:
            text.sentence = fmt::format("Identical: every fingerprint of {} is equal.",
                                        countOf(comparison.stepsCompared, "step"));
            return;
        case State::EqualSoFar:
            text.sentence = fmt::format("Equal so far: {}.", ofSteps(comparison.stepsCompared, all));
            return;
        case State::Cancelled:
            text.sentence =
                fmt::format("Stopped at step {}. Equal up to there.", countText(comparison.stepsCompared));
            return;
        case State::Stopped:
            text.sentence = fmt::format("{} The {} can be used.", endSentence(shorter),
                                        shorter.steps == 1 ? std::string("one recorded step")
                                                           : countText(shorter.steps) + " recorded steps");
            text.reason = lastLines(shorter.run->lastWords, 3);
            text.scope = joined({asFar, text.scope});
            return;
        case State::UnequalLength:
            text.sentence = joined({asFar, endSentence(shorter)});
            return;
        case State::NothingCompared:
            text.sentence = shorter.steps == 0
                                ? fmt::format("Nothing to compare: {} holds no whole step ({}).",
                                              shorter.letter, endText(*shorter.run))
                                : std::string("Nothing to compare: no step was recorded in both runs.");
            return;
        default:
            text.sentence =
                fmt::format("Equal in what both runs recorded: {}.", ofSteps(comparison.stepsCompared, all));
    }
}

}  // namespace

State stateOf(const Comparison& comparison) {
    if (comparison.first) {
        const auto acting = actingSettings(comparison);
        const bool isObserver =
            acting.size() == 1 && acting.front()->key == "recorder" && !hasOtherEnvironment(comparison);
        if (isObserver && splitOf(comparison, Kind::Weight).firstStep) return State::ObserverEffect;
        const auto step = firstStepBesidesRandomState(comparison);
        const bool anyVersion =
            std::any_of(comparison.environmentDiffer.begin(), comparison.environmentDiffer.end(),
                        [](const Differing& fact) { return isVersionKey(fact.key); });
        if (step == -1 && (!acting.empty() || !anyVersion)) return State::SplitBeforeTraining;
        if (hasOtherEnvironment(comparison)) return State::OtherEnvironment;
        const KindSplit& loss = splitOf(comparison, Kind::Loss);
        const bool isSilent =
            loss.compared && !loss.firstStep && loss.stepsCompared == comparison.stepsCompared;
        return isSilent && !isRunning(comparison) ? State::SplitLossSilent : State::Split;
    }
    if (comparison.verdict == Verdict::Identical) return State::Identical;
    if (isRunning(comparison)) return State::EqualSoFar;
    if (comparison.stepsCompared == 0) return State::NothingCompared;
    const Shorter shorter = shorterRun(comparison);
    switch (shorter.run->end) {
        case EndState::Cancelled:
            return State::Cancelled;
        case EndState::Killed:
        case EndState::Unknown:
            return State::Stopped;
        case EndState::Failed:
            return State::UnequalLength;
        default:
            return comparison.stepsA != comparison.stepsB ? State::UnequalLength : State::PartlyCompared;
    }
}

VerdictText describe(const Comparison& comparison) {
    VerdictText text;
    text.order = orderText(comparison);
    text.counts = countsOf(comparison);
    text.compared =
        text.counts + ' ' + (comparison.leftOut.empty() ? "Nothing left out." : whatWasLeftOut(comparison));
    const State state = stateOf(comparison);
    if (!comparison.first) {
        describeEqual(comparison, state, text);
        return text;
    }
    text.sign = "≠";
    text.reason = reasonOfSplit(comparison);
    text.scope = scopeOfSplit(comparison);
    switch (state) {
        case State::SplitBeforeTraining:
            text.sentence = startSentence(comparison);
            break;
        case State::OtherEnvironment:
            text.sentence = environmentSentence(comparison);
            break;
        case State::ObserverEffect:
            text.sentence =
                "Recording changes the result: with and without the recorder the final weights differ.";
            break;
        default:
            text.sentence = splitSentence(comparison);
    }
    return text;
}

Repeats repeatsOf(const std::vector<Comparison>& comparisons) {
    Repeats repeats;
    repeats.pairs = static_cast<std::int64_t>(comparisons.size());
    for (const Comparison& comparison : comparisons) {
        repeats.splits += comparison.verdict == Verdict::Split;
        repeats.incomplete += comparison.verdict == Verdict::Incomplete;
        if (const auto& loss = splitOf(comparison, Kind::Loss).firstStep)
            repeats.lossFirstSteps.push_back(*loss);
    }
    return repeats;
}

std::string describe(const Repeats& repeats) {
    const std::int64_t complete = repeats.pairs - repeats.incomplete;
    std::string left;
    if (repeats.incomplete > 0)
        left = fmt::format("{} {} incomplete.", countOf(repeats.incomplete, "pair"),
                           repeats.incomplete == 1 ? "is" : "are");
    if (complete == 0) return joined({"No pair could be compared to its end.", left});
    if (repeats.splits == 0) {
        const std::string none = fmt::format("No split in {}: ", countOf(complete, "pair"));
        if (!ruleOfThree(complete)) return joined({none + "too few to say how rarely it happens.", left});
        return joined(
            {none + fmt::format("at 95 % it happens in fewer than 3 of {}.", countText(complete)), left});
    }
    std::string text = fmt::format("Split in {} of {}", countText(repeats.splits), countOf(complete, "pair"));
    if (repeats.lossFirstSteps.empty()) return joined({text + "; the loss never shows it.", left});
    const auto [low, high] =
        std::minmax_element(repeats.lossFirstSteps.begin(), repeats.lossFirstSteps.end());
    text += fmt::format("; the loss first at {}", countText(*low));
    if (*low != *high) text += fmt::format(" to {}", countText(*high));
    const auto shown = static_cast<std::int64_t>(repeats.lossFirstSteps.size());
    if (shown < repeats.splits) text += fmt::format(", in {} of them", countText(shown));
    return joined({text + ".", left});
}

}  // namespace firstsplit::compare
