#pragma once

#include <string>
#include <vector>

#include "core/compare/bootstrap.h"
#include "core/launch/cost_plan.h"

namespace firstsplit::app {

/// All that `firstsplit cost` found.
struct CostReport {
    std::string subject;  ///< "digits-embedding on cpu", or the command
    std::string folder;
    int blocks = 0;
    std::int64_t stepsTimed = 0;  ///< of a run, its first tenth left out
    struct Arm {
        launch::CostArm arm;
        std::vector<double> seconds;  ///< median step time, one a block
        std::vector<std::string> files;
        double median = 0;
    };
    std::vector<Arm> arms;
    struct Part {
        launch::CostPart part;
        compare::Ratio ratio;
    };
    std::vector<Part> parts;
    std::vector<std::string> leftOut, warnings;
};

std::string costText(const CostReport& report);
/// The document firstsplit.cost/1.
std::string costDocument(const CostReport& report);

}  // namespace firstsplit::app
