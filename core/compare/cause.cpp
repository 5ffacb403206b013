#include "core/compare/cause.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compare/environment.h"
#include "core/compare/phrases.h"
#include "core/compare/remedies.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

constexpr std::array<Kind, 6> besidesRandomState = {Kind::Batch,    Kind::Loss,      Kind::Buffer,
                                                    Kind::Gradient, Kind::Optimizer, Kind::Weight};

bool splitsAt(const Comparison& comparison, Kind kind, std::int64_t step) {
    return comparison.kinds[indexOf(kind)].firstStep == step;
}

std::string differVerb(const std::vector<std::string>& things) {
    return things.size() == 1 ? "differs" : "differ";
}

/// "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not."
std::string stillEqual(const Comparison& comparison, const std::string& place, std::int64_t step, Kind kind) {
    std::vector<Kind> before;
    for (const Kind equal : equalKindsAt(comparison, step))
        if (equal < kind) before.push_back(equal);
    const std::string thing(labelOf(kind));
    if (before.empty())
        return fmt::format("{}: at step {} the {} is the first that differs.", place, step, thing);
    return fmt::format("{}: at step {} {} still equal, the {} is not.", place, step, kindsAre(before), thing);
}

Cause differentStart(const Comparison& comparison) {
    std::vector<std::string> names;
    Kind kind = Kind::Weight;
    for (const Kind candidate : {Kind::Weight, Kind::Buffer, Kind::Optimizer})
        if (splitsAt(comparison, candidate, -1)) {
            kind = candidate;
            break;
        }
    for (const MemberSplit& member : comparison.members)
        if (member.kind == kind && member.firstStep == -1) names.push_back(member.name);
    const std::string things = kind == Kind::Weight   ? "weights"
                               : kind == Kind::Buffer ? "buffers"
                                                      : "states of the optimizer";
    std::string sentence = "Initial " + things + ": ";
    if (names.empty())
        sentence += "they differ before the first step.";
    else
        sentence += fmt::format("{} {} before the first step.", shortListText(names), differVerb(names));
    return {CauseClass::InitialWeights, sentence, {}};
}

Cause fromRandomState(const Comparison& comparison, const RandomRole& role, std::int64_t step) {
    if (role.causing.empty() && !role.early.empty())
        return {
            CauseClass::RandomState,
            fmt::format("Random state: {} {} from the start, and the script drew from {} before the first "
                        "step; the batch differs from step {} on.",
                        shortListText(role.early), differVerb(role.early),
                        role.early.size() > 1 ? "them" : "it", step),
            {}};
    const Kind reached = cellAt(comparison, Kind::Batch, step) == Cell::Different ? Kind::Batch
                         : splitsAt(comparison, Kind::Loss, step)                 ? Kind::Loss
                                                                                  : Kind::Buffer;
    const std::string who = role.causing.empty() ? "a generator" : shortListText(role.causing);
    const std::string verb = role.causing.size() > 1 ? "differ" : "differs";
    const std::string them = role.causing.size() > 1 ? "them" : "it";
    const auto since = comparison.kinds[indexOf(Kind::RandomState)].firstStep;
    std::string sentence;
    if (since && *since < step)
        sentence = fmt::format("Random state: {} {} from step {} on; the {} differs from step {} on.", who,
                               verb, *since, labelOf(reached), step);
    else
        sentence =
            fmt::format("Random state: {} {} before step {} draws from {}; the {} of that step differs.", who,
                        verb, step, them, labelOf(reached));
    if (reached != Kind::Batch && cellAt(comparison, Kind::Batch, step) == Cell::Equal)
        sentence +=
            " The batch is equal: the forward pass may draw from " + them + " (dropout, for instance).";
    return {CauseClass::RandomState, sentence, {}};
}

Cause inBatch(const Comparison& comparison, std::int64_t step) {
    Cause cause{CauseClass::Batch, stillEqual(comparison, "Data", step, Kind::Batch), {}};
    if (cellAt(comparison, Kind::RandomState, step) == Cell::Equal)
        cause.evidence.push_back(
            "The recorded generators are equal before that batch is drawn: its order or its random changes "
            "come from "
            "somewhere else, such as a generator inside a data worker, or the order in which workers "
            "deliver.");
    return cause;
}

Cause inTraining(const Comparison& comparison, std::int64_t step) {
    const auto isCompared = [&](Kind kind, std::int64_t at) {
        return cellAt(comparison, kind, at) != Cell::NotRecorded;
    };
    const auto unknown = [&](const std::string& what, const std::string& missing) {
        return Cause{CauseClass::Unknown,
                     fmt::format("Unknown: {} differs first, at step {}, but {} not compared there.", what,
                                 step, missing),
                     {}};
    };
    if (splitsAt(comparison, Kind::Loss, step) || splitsAt(comparison, Kind::Buffer, step)) {
        const Kind kind = splitsAt(comparison, Kind::Loss, step) ? Kind::Loss : Kind::Buffer;
        const std::string thing = "the " + std::string(labelOf(kind));
        if (!isCompared(Kind::Batch, step)) return unknown(thing, "the batch was");
        if (!isCompared(Kind::Weight, step - 1))
            return unknown(thing, "the weights it was computed from were");
        return {CauseClass::Forward, stillEqual(comparison, "Forward pass", step, kind), {}};
    }
    if (splitsAt(comparison, Kind::Gradient, step)) {
        if (!isCompared(Kind::Loss, step)) return unknown("the gradient", "the loss was");
        return {CauseClass::Backward, stillEqual(comparison, "Backward pass", step, Kind::Gradient), {}};
    }
    const Kind kind = splitsAt(comparison, Kind::Optimizer, step) ? Kind::Optimizer : Kind::Weight;
    const std::string thing = kind == Kind::Optimizer ? "the optimizer's state" : "the weight";
    if (!isCompared(Kind::Gradient, step)) return unknown(thing, "the gradient was");
    return {CauseClass::OptimizerStep, stillEqual(comparison, "Optimizer's step", step, kind), {}};
}

bool changedEarly(const Comparison& comparison, const std::string& generator) {
    const auto names = [&](const record::RunInfo& run) {
        const auto fact = run.environment.find(std::string(changedBeforeTraining));
        return fact != run.environment.end() &&
               (", " + fact->second + ",").find(", " + generator + ",") != std::string::npos;
    };
    return names(comparison.a) || names(comparison.b);
}

/// Whether only the state of a gradient scaler differs in the optimizer's state at the first step.
bool isScalerLost(const Comparison& comparison, std::int64_t step) {
    bool isScaler = false;
    for (const MemberSplit& member : comparison.members) {
        if (member.kind != Kind::Optimizer || member.firstStep != step) continue;
        if (!member.name.starts_with("GradScaler")) return false;
        isScaler = true;
    }
    return isScaler;
}

/// Two runs that go on from equal weights: what differs first was not restored.
Cause lostAtResume(const Comparison& comparison, const Cause& symptom, std::vector<std::string>& evidence) {
    std::string lost, how;
    switch (symptom.cause) {
        case CauseClass::RandomState:
            lost = "the state of the random generators";
            break;
        case CauseClass::Batch:
            lost = "the loader's order";
            if (comparison.firstBatchOfResumed)
                how = *comparison.firstBatchOfResumed < 0
                          ? ": its first batch is none of A's"
                          : fmt::format(": its first batch is that of A's step {}",
                                        *comparison.firstBatchOfResumed);
            break;
        case CauseClass::InitialWeights:
            lost = "some of the weights or buffers";
            break;
        case CauseClass::OptimizerStep:
            lost = isScalerLost(comparison, comparison.first->step)
                       ? "the state of the gradient scaler"
                       : "the optimizer's state, or its learning rate,";
            break;
        default:
            return symptom;
    }
    if (comparison.first->step > 0 && symptom.cause != CauseClass::RandomState) return symptom;
    evidence.insert(evidence.begin(), symptom.sentence);
    return {CauseClass::Resume,
            fmt::format("State lost at resume: {} was not restored when B went on with A's step {}{}.", lost,
                        comparison.a.firstStep, how),
            {}};
}

std::vector<std::string> evidenceOf(const Comparison& comparison, const RandomRole& role) {
    std::vector<std::string> evidence;
    const std::int64_t step = comparison.first->step;
    std::vector<Kind> equal = equalKindsAt(comparison, step);
    // A generator counts only once it has been drawn from: that it differs was not looked at here.
    const bool differsUnused = step < 0 && !(role.neverUsed.empty() && role.early.empty());
    if (role.causes || differsUnused) std::erase(equal, Kind::RandomState);
    if (!equal.empty())
        evidence.push_back(fmt::format("At step {} {} equal, bit for bit.", step, kindsAre(equal)));
    for (const Kind kind : allKinds) {
        const KindSplit& split = comparison.kinds[indexOf(kind)];
        if (!split.firstStep) continue;
        std::string sentence =
            fmt::format("The {} differs first at step {}", labelOf(kind), *split.firstStep);
        if (!split.firstMember.empty()) sentence += ", in " + split.firstMember;
        evidence.push_back(sentence + fmt::format("; in {} of {} in all.", countText(split.stepsDifferent),
                                                  countOf(split.stepsCompared, "step")));
    }
    if (!role.elsewhere.empty())
        evidence.push_back(
            fmt::format("{} {}, but batch and loss were equal when {} drawn from: drawn from elsewhere "
                        "(validation, logging), not the cause.",
                        shortListText(role.elsewhere), differVerb(role.elsewhere),
                        role.elsewhere.size() == 1 ? "it was" : "they were"));
    if (!role.neverUsed.empty())
        evidence.push_back(fmt::format("{} {} from the start and {} never used: no cause.",
                                       shortListText(role.neverUsed), differVerb(role.neverUsed),
                                       role.neverUsed.size() == 1 ? "was" : "were"));
    const auto remedies = remediesOf(comparison, role);
    evidence.insert(evidence.end(), remedies.begin(), remedies.end());
    if (!comparison.orderDiffers.empty()) {
        const OrderDifference& order = comparison.orderDiffers.front();
        evidence.push_back(
            fmt::format("Epoch {} drew its samples in another order: first at position {} ({}, {}), in {} of "
                        "its first {}.",
                        order.epoch, order.position, order.idA, order.idB, countText(order.differing),
                        countText(order.compared)));
        const auto more = static_cast<std::int64_t>(comparison.orderDiffers.size()) - 1;
        if (more > 0) evidence.push_back(fmt::format("So did {} more.", countOf(more, "epoch")));
    }
    const auto overruled = overruledSettings(comparison);
    evidence.insert(evidence.end(), overruled.begin(), overruled.end());
    for (const auto* run : {&comparison.a, &comparison.b})
        for (const auto& [key, atEnd] : run->inForceAtEnd) {
            const auto atStart = run->inForceAtStart.find(key);
            if (atStart != run->inForceAtStart.end() && atStart->second != atEnd)
                evidence.push_back(fmt::format("{} changed during run {}: {} at the start, {} at the end.",
                                               key, run == &comparison.a ? "A" : "B", atStart->second,
                                               atEnd));
        }
    return evidence;
}

}  // namespace

std::optional<std::int64_t> firstStepBesidesRandomState(const Comparison& comparison) {
    std::optional<std::int64_t> first;
    for (const Kind kind : besidesRandomState) {
        const auto step = comparison.kinds[indexOf(kind)].firstStep;
        if (step && (!first || *step < *first)) first = step;
    }
    return first;
}

RandomRole roleOfRandomState(const Comparison& comparison) {
    RandomRole role;
    const auto step = firstStepBesidesRandomState(comparison);
    const bool startsDifferent = step && *step < 0;
    const bool batchSplits = step && splitsAt(comparison, Kind::Batch, *step);
    const bool batchUnknown = step && cellAt(comparison, Kind::Batch, *step) == Cell::NotRecorded;
    const bool forwardSplits =
        step && (splitsAt(comparison, Kind::Loss, *step) || splitsAt(comparison, Kind::Buffer, *step));
    for (const MemberSplit& member : comparison.members) {
        if (member.kind != Kind::RandomState) continue;
        if (!member.everDrawnFrom) {
            const bool isEarly = changedEarly(comparison, member.name) && (startsDifferent || batchSplits);
            (isEarly ? role.early : role.neverUsed).push_back(member.name);
            continue;
        }
        if (!member.firstStep) continue;
        const bool usedByThen = step && member.firstUse && *member.firstUse <= *step;
        const bool differsByThen = (step && *member.firstStep <= *step) || usedByThen;
        if (step && !differsByThen) continue;  // it differs in consequence
        const bool reachesBatch = batchSplits || (batchUnknown && forwardSplits && usedByThen);
        const bool reachesForward = forwardSplits && !batchUnknown && member.firstUse == step;
        if (step && !startsDifferent && (reachesBatch || reachesForward))
            role.causing.push_back(member.name);
        else if (!startsDifferent)
            role.elsewhere.push_back(member.name);
    }
    const auto since = comparison.kinds[indexOf(Kind::RandomState)].firstStep;
    const bool isNameless = role.causing.empty() && role.elsewhere.empty();
    role.causes = !role.causing.empty() || (!role.early.empty() && !startsDifferent) ||
                  (isNameless && batchSplits && since && *since <= *step);
    return role;
}

std::optional<Event> firstOf(const Comparison& comparison) {
    std::optional<Event> first;
    const auto rest = firstStepBesidesRandomState(comparison);
    const bool standsBack = rest && *rest >= 0 && !roleOfRandomState(comparison).causes;
    for (const Kind kind : allKinds) {
        const KindSplit& split = comparison.kinds[indexOf(kind)];
        if (!split.firstStep || (kind == Kind::RandomState && standsBack)) continue;
        if (first && first->step <= *split.firstStep) continue;
        first = Event{*split.firstStep,
                      EventKind::FirstDifference,
                      kind,
                      split.firstMember,
                      0,
                      std::string(labelOf(kind)) + " differs for the first time"};
    }
    return first;
}

Cause symptomOf(const Comparison& comparison) {
    if (!comparison.first) return {};
    const auto step = firstStepBesidesRandomState(comparison);
    const RandomRole role = roleOfRandomState(comparison);
    if (!step) {
        const std::string who = role.elsewhere.empty() ? "a generator" : shortListText(role.elsewhere);
        return {CauseClass::RandomState,
                fmt::format("Random state: {} {} from step {} on, drawn from elsewhere (validation, "
                            "logging): nothing else "
                            "differs.",
                            who, role.elsewhere.size() > 1 ? "differ" : "differs", comparison.first->step),
                {}};
    }
    if (*step < 0) return differentStart(comparison);
    if (role.causes) return fromRandomState(comparison, role, *step);
    if (splitsAt(comparison, Kind::Batch, *step)) return inBatch(comparison, *step);
    return inTraining(comparison, *step);
}

Cause causeOf(const Comparison& comparison) {
    if (!comparison.first) return {};
    Cause symptom = symptomOf(comparison);
    std::vector<std::string> evidence = evidenceOf(comparison, roleOfRandomState(comparison));
    evidence.insert(evidence.begin(), symptom.evidence.begin(), symptom.evidence.end());

    const bool isResumed = comparison.a.firstStep > 0;
    if (isResumed) symptom = lostAtResume(comparison, symptom, evidence);
    std::vector<std::string> candidates;
    for (const Differing& setting : comparison.settingsDiffer)
        if (setting.acts && !(isResumed && setting.key == "command"))
            candidates.push_back(valuesText(setting));
    for (const Differing& fact : comparison.environmentDiffer) candidates.push_back(valuesText(fact));
    if (candidates.empty()) {
        symptom.evidence = std::move(evidence);
        return symptom;
    }
    evidence.insert(evidence.begin(), symptom.sentence);
    return {CauseClass::Environment,
            fmt::format("{}: {}.", candidates.size() == 1 ? "Possible cause" : "Possible causes",
                        shortListText(candidates, 6)),
            std::move(evidence)};
}

}  // namespace firstsplit::compare
