#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/compare/comparison.h"

/// The words of every verdict, for the window and the command line alike.
namespace firstsplit::compare {

struct VerdictText {
    std::string sign;      ///< "≠", "=", "?"
    std::string sentence;  ///< bold: "Split at step 0, in the gradient of table. The loss shows it at step 28."
    std::string reason;    ///< "Backward pass: at step 0 random state, batch and loss are still equal, the gradient is not."
    std::string scope;     ///< "The loss differs in 117 of 200 steps."
    std::string compared;  ///< status bar: "200 of 200 steps compared, 15 tensors each, every fingerprint. Nothing left out."
};
VerdictText describe(const Comparison& comparison);

/// Outcome of repeating a pair: one pair proves nothing.
struct Repeats {
    std::int64_t pairs = 0;
    std::int64_t splits = 0;
    std::int64_t incomplete = 0;
    std::vector<std::int64_t> lossFirstSteps;  ///< of the pairs whose loss split
};
/// "Split in 4 of 4 pairs; the loss first at 28 to 53." / "No split in 10 pairs: at 95 % it happens in fewer than 3 of
/// 10." (the rule of three: 3/N; Hanley and Lippman-Hand, JAMA 1983)
std::string describe(const Repeats& repeats);

/// The JSON document firstsplit.comparison/1 of `pair` and `diff`, indented by two spaces.
std::string toJson(const Comparison& comparison);

/// A difference in two significant digits: "3.0×10⁻⁸", "0.051", "0".
std::string differenceText(double value);
/// Counts with separators: "34,816".
std::string countText(std::int64_t value);
/// "4.2 MB", "1.3 GB" (powers of 1000).
std::string bytesText(std::uint64_t bytes);
/// Two values with as many digits as tell them apart.
std::pair<std::string, std::string> valueTexts(double a, double b);

}  // namespace firstsplit::compare
