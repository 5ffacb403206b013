#include "core/settings/nondeterministic_operators.h"

#include <array>

namespace firstsplit::settings {
namespace {

struct Remedy {
    std::string_view part;  ///< of the operator's name
    std::string_view sentence;
};

constexpr std::array<Remedy, 10> remedies = {{
    {"max_unpool", "Upsample by a transposed convolution, or by interpolation of mode nearest."},
    {"put_", "Write to each place once, or add with accumulate=true, which has a deterministic way."},
    {"upsample", "Interpolate by mode nearest, or by a transposed convolution."},
    {"adaptive_avg_pool", "Pool with a fixed kernel size, or take the mean over the whole picture."},
    {"avg_pool3d", "Write the pooling as a mean over unfolded windows."},
    {"max_pool", "Use a convolution with a stride in place of the pooling."},
    {"pad", "Pad with zeros, or by slices that are concatenated."},
    {"grid_sampler", "Sample by index_select and weights of your own."},
    {"cumsum", "Take the sum as a product with a triangular matrix, or on the CPU."},
    {"scatter", "Sort by index and sum the segments."},
}};

}  // namespace

std::optional<std::string> nondeterministicOperatorIn(std::string_view text) {
    const std::size_t end = text.find(" does not have a deterministic implementation");
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    const std::size_t space = text.find_last_of(" \n", end - 1);
    const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
    return std::string(text.substr(begin, end - begin));
}

std::string remedyFor(std::string_view operatorName) {
    const std::string see = " Or set deterministic=warn, and see whether the bits stay equal all the same.";
    for (const Remedy& remedy : remedies)
        if (operatorName.find(remedy.part) != std::string_view::npos)
            return std::string(remedy.sentence) + see;
    return "Replace it by operators that have one." + see;
}

}  // namespace firstsplit::settings
