#pragma once

#include <string>
#include <vector>

#include "core/compare/seed_study.h"

namespace firstsplit::app {

/// All that `firstsplit seeds` found.
struct SeedsReport {
    std::string subject;  ///< "digits-embedding, seeds", or the command
    std::string folder;
    compare::Metric metric{};
    std::vector<std::string> labels;              ///< of the variants: their settings; one empty one without
    std::vector<compare::VariantStudy> variants;  ///< one or two
    std::optional<compare::PairedStudy> paired;
    std::vector<std::int64_t> steps;  ///< of each run
    std::vector<std::string> warnings;
    struct File {
        int variant = 0;
        std::int64_t seed = 0;
        int repeat = 0;
        compare::RunResult result;
    };
    std::vector<File> files;  ///< every run
};

std::string seedsText(const SeedsReport& report);
/// The document firstsplit.seeds/1.
std::string seedsDocument(const SeedsReport& report);

}  // namespace firstsplit::app
