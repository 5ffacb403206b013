#include "core/compare/step_time.h"

#include <cmath>
#include <vector>

#include "core/compare/spread.h"

namespace firstsplit::compare {

Result<StepTime> stepTimeOf(const record::Run& run) {
    const std::int64_t steps = run.stepCount();
    const auto first = static_cast<std::int64_t>(std::ceil(warmUpShare * static_cast<double>(steps)));
    std::vector<double> seconds(static_cast<std::size_t>(std::max<std::int64_t>(steps - first, 0)));
    if (const auto read = run.readColumn(record::Column::StepSeconds, 1 + first, seconds); !read)
        return tl::unexpected(read.error());
    std::erase_if(seconds, [](double value) { return !std::isfinite(value) || value <= 0; });
    if (seconds.empty())
        return fail(run.info().file +
                    " holds no step times behind its first tenth, so it has no cost. Train more steps.");
    return StepTime{median(seconds), static_cast<std::int64_t>(seconds.size())};
}

}  // namespace firstsplit::compare
