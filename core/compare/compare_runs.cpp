#include <fmt/format.h>

#include <algorithm>

#include "core/compare/cause.h"
#include "core/compare/comparison.h"
#include "core/compare/environment.h"
#include "core/compare/events.h"
#include "core/compare/kind_scan.h"
#include "core/compare/loss.h"
#include "core/compare/models.h"
#include "core/compare/order.h"
#include "core/compare/phrases.h"
#include "core/compare/words.h"
#include "core/record/run_part.h"

namespace firstsplit::compare {
namespace {

std::vector<MemberSplit> membersOf(const std::vector<KindScan>& scans) {
    std::vector<MemberSplit> members;
    for (const KindScan& scan : scans) {
        const bool isGenerators = scan.kind() == Kind::RandomState;
        for (const KindScan::Track& track : scan.tracks) {
            MemberSplit member;
            member.kind = scan.kind();
            member.name = track.pair.name;
            member.memberA = track.pair.a;
            member.memberB = track.pair.b;
            if (track.firstRow) member.firstStep = *track.firstRow - 1;
            member.stepsDifferent = track.rowsDifferent;
            // Drawing is looked for only where generators differ.
            const bool everDiffered = track.rowsDifferent > 0 || track.firstRow || track.differs;
            member.everDrawnFrom = !isGenerators || !everDiffered || track.drawnFrom;
            if (track.firstUse) member.firstUse = *track.firstUse - 1;
            member.firstStepIsExact = track.firstRowIsExact;
            members.push_back(member);
        }
    }
    std::stable_sort(members.begin(), members.end(), [](const MemberSplit& x, const MemberSplit& y) {
        if (x.firstStep.has_value() != y.firstStep.has_value()) return x.firstStep.has_value();
        return x.firstStep && *x.firstStep < *y.firstStep;
    });
    return members;
}

/// What was not compared. `isWhole` turns false where something in one run has no counterpart in the other.
class LeftOut {
  public:
    std::vector<std::string> sentences;
    bool isWhole = true;

    void addKind(const KindScan& scan, const record::Run& a, const record::Run& b,
                 std::int64_t stepsCompared) {
        const std::string label(labelOf(scan.kind()));
        const bool inNeither = scan.rowsInBoth + scan.rowsOnlyInA + scan.rowsOnlyInB == 0;
        if (inNeither) {
            // A model may well have no buffers; everything else is there in any training.
            if (scan.kind() != Kind::Buffer && stepsCompared > 0) add(label + " was recorded in neither run");
            return;
        }
        addOneSided(label, scan.rowsOnlyInA, scan.rowsInBoth + scan.rowsOnlyInB, stepsCompared, "B");
        addOneSided(label, scan.rowsOnlyInB, scan.rowsInBoth + scan.rowsOnlyInA, stepsCompared, "A");
        addMembers(scan, scan.map().onlyA, a, "A");
        addMembers(scan, scan.map().onlyB, b, "B");
        if (scan.rowsUndecided > 0) {
            isWhole = false;
            add(fmt::format("{} could not be compared at {}: the single fingerprints were not kept there",
                            label, countOf(scan.rowsUndecided, "step")));
        }
        if (scan.kind() != Kind::RandomState) return;
        std::vector<std::string> idle;
        for (const KindScan::Track& track : scan.tracks)
            if ((track.differs || track.rowsDifferent > 0) && !track.drawnFrom)
                idle.push_back(track.pair.name);
        if (!idle.empty())
            add(fmt::format("random state of {}: it differs, was never used, and decides nothing",
                            listText(idle)));
    }

    void addEnds(const Comparison& comparison) {
        if (comparison.stepsA == comparison.stepsB) return;
        isWhole = false;
        const bool isA = comparison.stepsA > comparison.stepsB;
        const std::int64_t more = std::max(comparison.stepsA, comparison.stepsB);
        const std::int64_t less = std::min(comparison.stepsA, comparison.stepsB);
        const std::string steps =
            more - less == 1 ? fmt::format("step {} is", less)
                             : fmt::format("steps {} to {} are", countText(less), countText(more - 1));
        add(fmt::format("{} in {} alone", steps, isA ? "A" : "B"));
    }

    void addStart(const record::RunInfo& run) {
        if (run.firstStep > 0)
            add(fmt::format("A's steps before step {}, which is B's step 0: B was resumed there",
                            run.firstStep));
    }

    void addDamage(const record::RunInfo& run, const char* letter) {
        for (const std::string& sentence : run.damaged) {
            isWhole = false;
            std::string text = sentence;
            while (!text.empty() && text.back() == '.') text.pop_back();
            add(fmt::format("damage in {}: {}", letter, text));
        }
    }

  private:
    void add(const std::string& sentence) { sentences.push_back(sentence); }

    void addOneSided(const std::string& label, std::int64_t missing, std::int64_t there, std::int64_t steps,
                     const char* letter) {
        if (missing == 0) return;
        isWhole = false;
        if (there == 0)
            add(fmt::format("{} was not recorded in {}", label, letter));
        else
            add(fmt::format("{} was not recorded in {} at {} of {}", label, letter, countText(missing),
                            countOf(steps, "step")));
    }

    void addMembers(const KindScan& scan, const std::vector<std::uint32_t>& numbers, const record::Run& run,
                    const char* letter) {
        // A kind that one run lacks as a whole was named already.
        if (numbers.empty() || scan.rowsInBoth == 0) return;
        std::vector<std::string> names;
        for (const std::uint32_t number : numbers) names.push_back(run.members(scan.kind())[number].name);
        isWhole = false;
        add(fmt::format("{} of {} {} in {} alone", labelOf(scan.kind()), shortListText(names),
                        names.size() == 1 ? "is" : "are", letter));
    }
};

Verdict verdictOf(const Comparison& comparison, bool isWhole) {
    if (comparison.first) return Verdict::Split;
    const bool finished =
        comparison.a.end == record::EndState::Finished && comparison.b.end == record::EndState::Finished;
    // The loss alone hides differences of the weights, so it is not enough to call two runs identical.
    const bool sawTensors = comparison.kinds[indexOf(Kind::Weight)].compared;
    return finished && isWhole && sawTensors && comparison.stepsCompared > 0 ? Verdict::Identical
                                                                             : Verdict::Incomplete;
}

}  // namespace

Result<Comparison> compareRuns(const record::Run& a, const record::Run& b, const Progress& progress) {
    // 1. Are these runs of one model at all?
    if (auto met = checkThatModelsMeet(a, b); !met) return tl::unexpected(met.error());
    Comparison comparison;
    comparison.a = a.info();
    comparison.b = b.info();
    comparison.stepsA = a.stepCount();
    comparison.stepsB = b.stepCount();
    comparison.stepsCompared = std::min(comparison.stepsA, comparison.stepsB);
    const std::int64_t rows = std::min(a.rowCount(), b.rowCount());

    // 2. Where does each kind differ?
    std::vector<KindScan> scans;
    scans.reserve(kindCount);
    for (const Kind kind : allKinds) {
        KindScan& scan = scans.emplace_back(a, b, kind);
        const auto done = [&, before = static_cast<double>(indexOf(kind))](double fraction) {
            return progress((before + fraction) / (kindCount + 1));
        };
        if (auto scanned = scan.advance(rows, progress ? Progress(done) : Progress()); !scanned)
            return tl::unexpected(scanned.error());
        comparison.kinds[indexOf(kind)] = summarise(scan);
        if (isTensorKind(kind)) comparison.tensorsCompared += scan.map().common.size();
    }
    comparison.members = membersOf(scans);
    const auto initial = cellAt(comparison, Kind::Weight, -1);
    comparison.initialWeightsDiffer = initial == Cell::Different;
    if (rows > 0 && std::none_of(comparison.kinds.begin(), comparison.kinds.end(),
                                 [](const KindSplit& split) { return split.compared; }))
        return fail(
            "These runs cannot be compared: no kind of fingerprint was recorded in both. Record them again "
            "with the "
            "same client.");

    // 3. By how much do the losses differ, and what was different from the start?
    if (auto read = readLosses(a, b, comparison); !read) return tl::unexpected(read.error());
    comparison.settingsDiffer = settingsThatDiffer(comparison.a, comparison.b);
    comparison.environmentDiffer =
        environmentThatDiffers(comparison.a, comparison.b, comparison.settingsDiffer);
    compareOrders(a, b, comparison);
    if (comparison.a.firstStep > 0) {
        const auto step = record::stepOfFirstBatch(a.whole(), b);
        if (!step) return tl::unexpected(step.error());
        const MemberMap& batch = scans[indexOf(Kind::Batch)].map();
        const Cell first = cellAt(comparison, Kind::Batch, 0);
        if (batch.onlyA.empty() && batch.onlyB.empty() && (first == Cell::Equal || first == Cell::Different))
            comparison.firstBatchOfResumed = step->value_or(-1);
    }

    // 4. What does it mean?
    LeftOut leftOut;
    for (const KindScan& scan : scans) leftOut.addKind(scan, a, b, comparison.stepsCompared);
    leftOut.addEnds(comparison);
    leftOut.addDamage(comparison.a, "A");
    leftOut.addDamage(comparison.b, "B");
    leftOut.addStart(comparison.a);
    comparison.leftOut = std::move(leftOut.sentences);
    comparison.first = firstOf(comparison);
    comparison.verdict = verdictOf(comparison, leftOut.isWhole);
    comparison.cause = causeOf(comparison);
    comparison.events = eventsOf(comparison);
    if (progress && !progress(1.0)) return fail(std::string(cancelledSentence));
    return comparison;
}

int exitCodeOf(const Comparison& comparison) {
    switch (comparison.verdict) {
        case Verdict::Identical:
            return 0;
        case Verdict::Split:
            return 1;
        case Verdict::Incomplete:
            break;
    }
    return 2;
}

std::string_view nameOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::Identical:
            return "identical";
        case Verdict::Split:
            return "split";
        case Verdict::Incomplete:
            break;
    }
    return "incomplete";
}

std::string_view nameOf(CauseClass cause) {
    switch (cause) {
        case CauseClass::None:
            return "none";
        case CauseClass::Environment:
            return "environment";
        case CauseClass::InitialWeights:
            return "initial_weights";
        case CauseClass::RandomState:
            return "random_state";
        case CauseClass::Batch:
            return "batch";
        case CauseClass::Forward:
            return "forward_operator";
        case CauseClass::Backward:
            return "backward_operator";
        case CauseClass::OptimizerStep:
            return "optimizer";
        case CauseClass::Resume:
            return "resume";
        case CauseClass::Unknown:
            break;
    }
    return "unknown";
}

}  // namespace firstsplit::compare
