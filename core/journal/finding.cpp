#include "core/journal/finding.h"

namespace firstsplit::journal {

std::string sentenceOf(const Finding& finding) {
    return finding.operatorName +
           " has no deterministic implementation: deterministic=error ended the training at step " +
           std::to_string(finding.step) + (finding.phase.empty() ? "" : ", in the " + finding.phase) + ". " +
           finding.remedy;
}

}  // namespace firstsplit::journal
