#include "core/train/mkl_warm_up.h"

#include <array>
#include <atomic>

#include "core/train/torch.h"

namespace firstsplit::train {
namespace {

std::atomic<bool> isWarm = false;

}  // namespace

void warmUpMkl() {
    if (!at::hasMKL()) return;
    using Function = at::Tensor (*)(const at::Tensor&);
    static constexpr std::array<Function, 16> functions = {
        at::acos, at::asin,  at::atan, at::cos, at::erf,  at::erfc, at::erfinv, at::exp,
        at::log,  at::log10, at::log2, at::sin, at::sqrt, at::tan,  at::tanh,   at::trunc};
    const at::NoGradGuard noGradient;
    for (const at::ScalarType dtype : {at::kFloat, at::kDouble}) {
        // One element: ATen computes it on this thread.
        const at::Tensor half = at::full({1}, 0.5, dtype);
        for (const Function function : functions) (void)function(half);
        const at::Tensor matrix = at::full({4, 4}, 0.5, dtype);
        (void)at::mm(matrix, matrix);
    }
    isWarm = true;
}

bool isMklWarm() {
    return isWarm;
}

}  // namespace firstsplit::train
