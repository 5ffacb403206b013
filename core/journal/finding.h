#pragma once

#include <cstdint>
#include <string>

namespace firstsplit::journal {

/// What deterministic=error was set for: an operator without a deterministic implementation ended the
/// training.
struct Finding {
    std::string operatorName;  ///< as LibTorch names it: "max_unpooling2d_forward_out"
    std::int64_t step = 0;
    std::string phase;   ///< "forward pass", "backward pass", …; empty when unknown
    std::string remedy;  ///< what can be done: a sentence or two
};

/// "max_unpooling2d_forward_out has no deterministic implementation: deterministic=error ended the training
/// at step 0, in the forward pass. Upsample by …"
std::string sentenceOf(const Finding& finding);

}  // namespace firstsplit::journal
