#include "sample_comparisons.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstsplit::tests {

using namespace compare;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A number between 0 and 1 that depends on i alone.
double noise(std::uint64_t i) {
    i = (i + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((i ^ (i >> 31)) >> 11) / 9007199254740992.0;
}

double lossAt(std::int64_t step, std::int64_t steps) {
    const double t = static_cast<double>(step) / static_cast<double>(steps);
    const double wobble = t > 0.36 && t < 0.65 ? 0.5 * (noise(static_cast<std::uint64_t>(step)) - 0.4) : 0;
    return static_cast<double>(
        static_cast<float>(2.3 / (1 + std::exp((t - 0.5) * 12)) + 0.02 + std::max(-0.3, wobble)));
}

/// Where the loss differs: never before 14 % of the run, now and then until half of it, then always.
bool lossDiffers(std::int64_t step, std::int64_t steps) {
    const double t = static_cast<double>(step) / static_cast<double>(steps);
    if (step == steps * 14 / 100) return true;
    if (t < 0.2) return false;
    return t > 0.52 || noise(static_cast<std::uint64_t>(step) * 7 + 3) < (t - 0.2) * 2.2;
}

void fillKind(Comparison& c, Kind kind, std::int64_t rows, bool before,
              const std::function<bool(std::int64_t)>& differs) {
    KindSplit& split = c.kinds[indexOf(kind)];
    split.compared = true;
    split.cells.assign(static_cast<std::size_t>(rows), Cell::NotRecorded);
    bool last = false;
    for (std::int64_t step = before ? -1 : 0; step < rows - 1; ++step) {
        const bool different = differs(step);
        split.cells[static_cast<std::size_t>(step + 1)] = different ? Cell::Different : Cell::Equal;
        if (step >= 0) ++split.stepsCompared;
        if (different) {
            if (!split.firstStep) split.firstStep = step;
            ++split.stepsDifferent;
        } else if (last) {
            ++split.timesEqualAgain;
        }
        last = different;
    }
}

record::RunInfo runInfo(const char* id, record::EndState end) {
    record::RunInfo info;
    info.id = id;
    info.name = std::string("digits-embedding, seeds, ") + id;
    info.experiment = "digits-embedding";
    info.device = "cpu";
    info.seed = 0;
    info.end = end;
    info.environment = {{"libtorch", "2.11.0"}};
    return info;
}

void fillMeasured(Measurements& measured, std::int64_t steps, double stepSeconds) {
    const auto rows = static_cast<std::size_t>(steps + 1);
    measured.gradientNorm.assign(rows, 0.25);
    measured.learningRate.assign(rows, nan);
    measured.stepSeconds.assign(rows, stepSeconds);
    measured.gradientNorm[0] = measured.stepSeconds[0] = nan;
    for (std::int64_t step = 21; step < steps && measured.epochs.size() < 100; step += 22)
        measured.epochs.push_back({.epoch = static_cast<std::int64_t>(measured.epochs.size()),
                                   .step = step,
                                   .validationLoss = {},
                                   .validationAccuracy = 0.75,
                                   .firstSampleIds = {}});
}

void fillWeights(Comparison& c, const Shape& shape, std::int64_t common) {
    WeightDifferences weights;
    static const char* const names[] = {"table", "hidden.weight", "hidden.bias", "output.weight",
                                        "output.bias"};
    static const std::int64_t joins[] = {0, 10, 9, 5, 11};
    for (int t = 0; t < shape.tensors; ++t)
        weights.tensors.push_back(t < 5
                                      ? names[t]
                                      : "blocks." + std::to_string(t / 4) +
                                            (t % 4 < 2 ? ".conv." : ".norm.") + (t % 2 ? "weight" : "bias"));
    for (std::int64_t step = -1; step < common; ++step) {
        if (step >= 0 && step % shape.stride != 0 && step != common - 1) continue;
        weights.steps.push_back(step);
        Difference overall;
        const double t = static_cast<double>(step) / static_cast<double>(shape.steps);
        for (int i = 0; i < shape.tensors; ++i) {
            Difference d;
            d.elements = 1000;
            const std::int64_t join = joins[i % 5] + (i >= 5 ? i / 5 : 0);
            if (!shape.isIdentical && step >= join) {
                const double grown =
                    2e-11 * std::pow(10, 2.2 * std::min(1.0, static_cast<double>(step) / 8.0) + 3.4 * t);
                d.maxAbs = grown * (1 + 0.3 * i) *
                           (t > 0.875 ? 83 * std::pow(10, 0.9 * std::min(1.0, (t - 0.875) * 20)) : 1);
                d.relativeL2 = d.maxAbs * 0.05;
                d.differingElements = 15;
                d.ulpAtMax = 3;
            }
            overall.maxAbs = std::max(overall.maxAbs, d.maxAbs);
            overall.relativeL2 = std::max(overall.relativeL2, d.relativeL2);
            overall.elements += d.elements;
            overall.differingElements += d.differingElements;
            if (d.maxAbs == overall.maxAbs) overall.ulpAtMax = d.ulpAtMax;
            if (shape.nanFrom >= 0 && step >= shape.nanFrom && i == 1) d.notANumber = overall.notANumber = 7;
            weights.byTensor.push_back(d);
        }
        weights.overall.push_back(overall);
    }
    c.weights = std::move(weights);
}

}  // namespace

std::shared_ptr<Comparison> makeComparison(const Shape& shape) {
    auto comparison = std::make_shared<Comparison>();
    Comparison& c = *comparison;
    const std::int64_t stepsB = shape.stepsB < 0 ? shape.steps : shape.stepsB;
    const std::int64_t common = std::min(shape.steps, stepsB);
    c.a = runInfo("pair 2, A", record::EndState::Finished);
    c.b = runInfo("pair 2, B", shape.isRunning        ? record::EndState::Running
                               : stepsB < shape.steps ? record::EndState::Killed
                                                      : record::EndState::Finished);
    c.stepsA = shape.steps;
    c.stepsB = stepsB;
    c.stepsCompared = common;
    c.tensorsCompared = static_cast<std::size_t>(shape.tensors) * 3;
    c.verdict = !shape.isIdentical     ? Verdict::Split
                : stepsB < shape.steps ? Verdict::Incomplete
                                       : Verdict::Identical;
    const bool differs = !shape.isIdentical;
    const auto never = [](std::int64_t) { return false; };
    const auto always = [differs](std::int64_t step) { return differs && step >= 0; };
    fillKind(c, Kind::RandomState, common + 1, false, never);
    fillKind(c, Kind::Batch, common + 1, false, never);
    fillKind(c, Kind::Loss, common + 1, false, [&](std::int64_t step) {
        return differs && (lossDiffers(step, shape.steps) || (shape.nanFrom >= 0 && step >= shape.nanFrom));
    });
    if (shape.hasBuffers) fillKind(c, Kind::Buffer, common + 1, true, never);
    for (Kind kind : {Kind::Gradient, Kind::Optimizer, Kind::Weight})
        fillKind(c, kind, common + 1, kind == Kind::Weight, always);
    c.lossA.push_back(nan);
    c.lossB.push_back(nan);
    c.lossUlp.push_back(0);
    for (std::int64_t step = 0; step < shape.steps; ++step) {
        const double a = lossAt(step, shape.steps);
        c.lossA.push_back(a);
        if (step >= stepsB) continue;
        const bool different =
            c.kinds[indexOf(Kind::Loss)].cells[static_cast<std::size_t>(step + 1)] == Cell::Different;
        const double late = static_cast<double>(step) > 0.875 * static_cast<double>(shape.steps) ? 40 : 1;
        const double size =
            2.4e-7 * std::pow(10, 1.6 * (noise(static_cast<std::uint64_t>(step) + 99) - 0.5)) * late;
        const bool isNaN = shape.nanFrom >= 0 && step >= shape.nanFrom;
        c.lossB.push_back(isNaN ? nan : different ? a + size : a);
        c.lossUlp.push_back(different ? 1 : 0);
    }
    fillMeasured(c.measuredA, shape.steps, 0.004);
    fillMeasured(c.measuredB, stepsB, 0.006);
    if (differs) {
        Event first;
        first.event = EventKind::FirstDifference;
        first.kind = Kind::Gradient;
        first.member = "table";
        first.sentence = "gradient differs for the first time";
        c.first = first;
        c.events.push_back(first);
        c.cause = {
            CauseClass::Backward,
            "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not.",
            {"loss equal at step 0"}};
    }
    if (shape.nanFrom >= 0)
        c.events.push_back({shape.nanFrom, EventKind::NotANumber, Kind::Loss, "", 0, "loss of B is NaN"});
    static const char* const names[] = {"table", "hidden.weight", "hidden.bias", "output.weight",
                                        "output.bias"};
    static const std::int64_t joins[] = {0, 10, 9, 5, 11};
    for (std::uint32_t i = 0; i < 5; ++i) {
        MemberSplit member;
        member.kind = Kind::Weight;
        member.name = names[i];
        member.memberA = member.memberB = i;
        if (differs) member.firstStep = joins[i];
        c.members.push_back(member);
    }
    if (shape.hasWeights)
        fillWeights(c, shape, common);
    else
        c.leftOut.push_back("Weights were not stored, so sizes of differences are unknown.");
    return comparison;
}

std::shared_ptr<Comparison> makeLoneDifference(std::int64_t steps, std::int64_t differs) {
    auto comparison = makeComparison({.steps = steps, .isIdentical = true, .hasWeights = false});
    KindSplit& loss = comparison->kinds[indexOf(Kind::Loss)];
    loss.cells[static_cast<std::size_t>(differs + 1)] = Cell::Different;
    loss.stepsDifferent = 1;
    // Left out: firstStep. Its strong block would hide how thin the difference itself is drawn.
    comparison->lossB[static_cast<std::size_t>(differs + 1)] += 1e-6;
    return comparison;
}

}  // namespace firstsplit::tests
