#pragma once

#include <string>

namespace firstsplit::train {

/// The code path that oneMKL has in force in this process, in the words of MKL_CBWR, as oneMKL itself tells
/// it: "unset", "AUTO", "COMPATIBLE", "AVX2,STRICT", … A path that this CPU cannot take reads back as "AUTO".
/// "unset" without oneMKL.
std::string mklPathInForce();

}  // namespace firstsplit::train
