#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/kind.h"
#include "core/base/result.h"
#include "core/record/run.h"

/// Comparing is a pure function of two runs. The fingerprints decide equality; weights are read only for the
/// size of a difference. Everything is B − A. Steps count from 0; −1 is before training.
namespace firstsplit::compare {

/// A step's comparison in one kind.
enum class Cell : std::uint8_t {
    NotRecorded = 0,  ///< in one of the runs, or in both
    Equal = 1,
    Different = 2,
};

/// When one kind differs: a first step and a *set* of steps, since what has differed can become equal again.
struct KindSplit {
    bool compared = false;                  ///< recorded in both, in at least one common step
    std::optional<std::int64_t> firstStep;  ///< none: equal wherever compared
    std::int64_t stepsCompared = 0;
    std::int64_t stepsDifferent = 0;
    std::int64_t timesEqualAgain = 0;  ///< how often it became equal after a difference
    std::string firstMember;           ///< the tensor in which it differs first; empty: unknown (thinned)
    std::vector<Cell> cells;           ///< row r: step r − 1
};
// Step counts leave out step −1, which is before training; firstStep may be −1.

/// Since when one tensor (generator, batch part …) differs. Of a generator only rows in which it counts: it
/// had been drawn from by then. One that differs and was never drawn from has neither a first step nor
/// `everDrawnFrom`.
struct MemberSplit {
    Kind kind{};
    std::string name;
    std::uint32_t memberA = 0, memberB = 0;
    std::optional<std::int64_t> firstStep;  ///< among the rows whose fingerprints were kept
    std::int64_t stepsDifferent = 0;        ///< among the kept rows
    bool everDrawnFrom = true;  ///< for random generators: its state ever left its own previous state
    std::optional<std::int64_t>
        firstUse;                  ///< for random generators: first step that drew from a differing state
    bool firstStepIsExact = true;  ///< false: the rows just before were not kept, it may differ earlier
};

enum class EventKind {
    FirstDifference,
    EqualAgain,
    DifferentAgain,
    TensorJoins,
    Growth,
    NotANumber,
    SettingChanged,
    EndOfRun
};

/// What F7 goes to: after a split nearly every step differs, so "next difference" is the next event.
struct Event {
    std::int64_t step = 0;
    EventKind event{};
    Kind kind{};
    std::string member;
    double factor = 0;     ///< of Growth
    std::string sentence;  ///< "loss differs for the first time"
};

enum class Verdict { Identical, Split, Incomplete };

enum class CauseClass {
    None,         ///< no split
    Environment,  ///< versions, device, or a setting that differs
    InitialWeights,
    RandomState,
    Batch,
    Forward,        ///< loss differs, all before it equal
    Backward,       ///< gradient differs, loss equal
    OptimizerStep,  ///< weight or optimizer state differs, gradient equal
    Resume,         ///< a run resumed from a checkpoint lacks state that the whole run had
    Unknown,
};

/// "environment", "initial_weights", "random_state", "batch", "forward_operator", "backward_operator",
/// "optimizer", "resume", "unknown".
std::string_view nameOf(CauseClass cause);
std::string_view nameOf(Verdict verdict);

struct Cause {
    CauseClass cause = CauseClass::None;
    std::string sentence;
    std::vector<std::string> evidence;
};

struct Differing {
    std::string key;
    std::string a, b;  ///< empty: not set
    bool acts = true;  ///< false: asked for differently, but in force alike; no candidate for a cause
};

/// Size of the difference between two tensors, or of all weights at one step.
struct Difference {
    double maxAbs = 0;          ///< largest |b − a| over the elements; +Inf or NaN when such are involved
    double relativeL2 = 0;      ///< ‖b − a‖₂ / ‖a‖₂; 0 when both are 0, +Inf when a is all zero
    std::int64_t ulpAtMax = 0;  ///< of the element with the largest |Δ|: distance of ordered integers
    std::int64_t maxUlp = 0;    ///< unlimited (NaN against a number): INT64_MAX
    std::int64_t differingElements = 0;  ///< bitwise
    std::int64_t elements = 0;
    std::int64_t notANumber = 0;  ///< elements that are NaN or Inf in exactly one of the runs
};

/// Differences of weights (or buffers) wherever both runs kept the bytes.
struct WeightDifferences {
    std::vector<std::int64_t> steps;   ///< ascending
    std::vector<Difference> overall;   ///< one a step: over all common weight tensors
    std::vector<std::string> tensors;  ///< names, model order; weights, then buffers
    std::vector<Kind> kinds;           ///< of each tensor: Weight or Buffer
    std::vector<Difference> byTensor;  ///< [steps × tensors]
    const Difference& at(std::size_t step, std::size_t tensor) const {
        return byTensor[step * tensors.size() + tensor];
    }
};

/// What a run measured at each step beside its loss, by row; NaN where it was not recorded. Shown, never
/// compared.
struct Measurements {
    std::vector<double> gradientNorm, learningRate;
    std::vector<double> stepSeconds;
    std::vector<record::EpochRecord> epochs;
};

/// An epoch whose first sample ids are not the same in both runs.
struct OrderDifference {
    std::int64_t epoch = 0;
    std::int64_t position = 0;  ///< first position that differs, from 0
    std::int64_t idA = 0, idB = 0;
    std::int64_t differing = 0;  ///< of `compared` positions
    std::int64_t compared = 0;
};

struct Comparison {
    record::RunInfo a, b;
    std::int64_t stepsA = 0, stepsB = 0;
    Verdict verdict = Verdict::Incomplete;
    std::int64_t stepsCompared = 0;  ///< training steps, without −1
    std::size_t tensorsCompared = 0;
    std::array<KindSplit, kindCount>
        kinds;  ///< by indexOf(Kind); the random state counts only generators drawn from
    bool initialWeightsDiffer = false;  ///< at step −1
    /// Of a B that was resumed: the step of the whole A whose batch B begins with; −1: no step of A had it;
    /// none: unknown, as it was not recorded, or of other tensors.
    std::optional<std::int64_t> firstBatchOfResumed;
    /// Earliest step, topmost kind. Random state that was only drawn from elsewhere (validation, logging)
    /// stands back when anything else differs.
    std::optional<Event> first;
    std::vector<MemberSplit> members;          ///< ranked: earliest first, model order within a step
    std::vector<Event> events;                 ///< ascending
    std::vector<double> lossA, lossB;          ///< by row; NaN where not recorded
    std::vector<std::int64_t> lossUlp;         ///< by row; 0 where equal; INT64_MAX unlimited
    Measurements measuredA, measuredB;         ///< filled by readMeasurements
    std::optional<WeightDifferences> weights;  ///< filled by compareWeights
    std::vector<Differing> settingsDiffer, environmentDiffer;
    std::int64_t ordersCompared = 0;            ///< epochs of which both runs recorded the first sample ids
    std::int64_t samplesPerOrder = 0;           ///< how many of each, at most
    std::vector<OrderDifference> orderDiffers;  ///< epochs in which samples were drawn in another order
    Cause cause;
    std::vector<std::string> leftOut;  ///< sentences: what was not compared, and why
    std::vector<std::string> hints;    ///< filled from hintsOf (hints.h)
};

/// Fraction done, 0 to 1; returns false to cancel, which ends in an error with this sentence.
using Progress = std::function<bool(double)>;
inline constexpr std::string_view cancelledSentence = "The comparison was stopped before its end.";
inline bool isCancelled(const Error& error) {
    return error.message == cancelledSentence;
}

/// Finds where two runs split. Fails when nothing in common can be compared (other models), or when reading
/// fails.
Result<Comparison> compareRuns(const record::Run& a, const record::Run& b, const Progress& progress = {});

/// Reads the weights of both runs and measures their differences; adds growth and NaN events to
/// `comparison.events`.
Result<> compareWeights(const record::Run& a, const record::Run& b, Comparison& comparison,
                        const Progress& progress = {});

/// Everything that a run measured beside its loss. Fails when reading fails.
Result<Measurements> readMeasurements(const record::Run& run);

/// The exit code as in diff(1): 0 identical, 1 split, 2 incomplete.
int exitCodeOf(const Comparison& comparison);

}  // namespace firstsplit::compare
