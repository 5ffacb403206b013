#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/train/runner_process.h"

namespace firstsplit::tests {

struct GpuProbe {
    std::string problem;  ///< why the runner cannot train on a GPU, for the test that skips; empty: it can
    double compute = 0;   ///< compute capability of the first GPU
};

inline GpuProbe probeGpu() {
    const auto probe = nlohmann::json::parse(runRunner({"probe"}).output);
    if (const auto& problem = probe["cuda"]["problem"]; !problem.is_null())
        return {problem.get<std::string>(), 0};
    return {"", std::stod(probe["devices"].at(1)["compute"].get<std::string>())};
}

}  // namespace firstsplit::tests
