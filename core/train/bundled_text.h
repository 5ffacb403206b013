#pragma once

#include <string>

/// The data sets that are built into the program, unpacked. Sources and licences: resources/data/README.md.
namespace firstsplit::train {

/// A line a sample: 64 pixel counts (0 to 16, row-major 8 × 8) and the label, comma separated.
std::string digitsText();

/// Newton's Opticks, UTF-8.
std::string opticksText();

}  // namespace firstsplit::train
