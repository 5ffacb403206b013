#include "core/compare/statistics.h"

namespace firstsplit::compare {

std::optional<double> ruleOfThree(std::int64_t trials) {
    if (trials <= 3) return std::nullopt;
    return 3.0 / static_cast<double>(trials);
}

}  // namespace firstsplit::compare
