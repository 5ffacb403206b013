#pragma once

#include <string>

namespace firstsplit::train {

/// The digits data set that is built into the program, unpacked: a line a sample, 64 pixel counts (0 to 16,
/// row-major 8 × 8) and the label, comma separated. Source and licence: resources/data/README.md.
std::string digitsText();

}  // namespace firstsplit::train
