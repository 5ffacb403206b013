#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/compare/comparison.h"

/// The words of every verdict, for the window and the command line alike.
namespace firstsplit::compare {

/// The rows of the table of verdicts: what the window draws and offers next depends on it.
enum class State {
    Identical,
    Split,
    SplitLossSilent,      ///< the loss was compared in every step and never differs
    SplitBeforeTraining,  ///< the runs start from different weights
    OtherEnvironment,     ///< split, and versions or devices differ
    ObserverEffect,       ///< split, and recording is the setting that differs
    EqualSoFar,           ///< a run is still in progress
    UnequalLength,        ///< equal as far as both go
    Stopped,              ///< equal as far as both go; a run crashed, its steps can be used
    Cancelled,            ///< equal up to there; a run was cancelled
    PartlyCompared,       ///< equal, but not everything that was recorded could be compared
    NothingCompared,      ///< a run has no whole step
};
State stateOf(const Comparison& comparison);

struct VerdictText {
    std::string order;  ///< "Data order: the same in the first 100 samples of each of 10 epochs."; said first
    std::string sign;   ///< "≠", "=", "?"
    std::string
        sentence;        ///< bold: "Split at step 0, in the gradient of table. The loss shows it at step 28."
    std::string reason;  ///< "Backward pass: at step 0 random state, batch and loss are still equal, the
                         ///< gradient is not."
    std::string scope;   ///< "The loss differs in 117 of 200 steps."
    std::string counts;  ///< "200 of 200 steps compared, 15 tensors each, every fingerprint."
    std::string compared;  ///< status bar: "200 of 200 steps compared, 15 tensors each, every fingerprint.
                           ///< Nothing left out."
};
VerdictText describe(const Comparison& comparison);

/// Outcome of repeating a pair: one pair proves nothing.
struct Repeats {
    std::int64_t pairs = 0;
    std::int64_t splits = 0;
    std::int64_t incomplete = 0;
    std::vector<std::int64_t> lossFirstSteps;  ///< of the pairs whose loss split
};
/// "Split in 4 of 4 pairs; the loss first at 28 to 53." / "No split in 10 pairs: at 95 % it happens in fewer
/// than 3 of 10." (the rule of three: 3/N; Hanley and Lippman-Hand, JAMA 1983)
std::string describe(const Repeats& repeats);
Repeats repeatsOf(const std::vector<Comparison>& comparisons);

/// The JSON document firstsplit.comparison/1 of `pair` and `diff`, indented by two spaces. JSON has no NaN:
/// such numbers are the strings "NaN", "Infinity", "-Infinity", and an unlimited ULP count is "unlimited". A
/// kind that does not differ is null under "splits"; "kinds_compared" tells it from one that was not
/// compared. "difference" is null without weights.
std::string toJson(const Comparison& comparison);
/// The document firstsplit.pairs/1 of `pair --pairs N`: the counts, "bound_95" (3/N when nothing split, else
/// null), the sentence of describe(Repeats), and the comparisons.
std::string toJson(const std::vector<Comparison>& comparisons);

/// A difference in two significant digits: "3.0×10⁻⁸", "0.051", "0".
std::string differenceText(double value);
/// "1 ULP", "57,344 ULP", "unlimited ULP" (NaN against a number).
std::string ulpText(std::int64_t ulp);
/// "1.5 % of 34,816 elements"; never rounds something to nothing or to everything.
std::string shareText(std::int64_t part, std::int64_t whole, const std::string& things);
/// Counts with separators: "34,816".
std::string countText(std::int64_t value);
/// "4.2 MB", "1.3 GB" (powers of 1000).
std::string bytesText(std::uint64_t bytes);
/// Two values with as many digits as tell them apart.
std::pair<std::string, std::string> valueTexts(double a, double b);

}  // namespace firstsplit::compare
