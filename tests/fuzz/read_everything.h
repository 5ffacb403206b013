#pragma once

#include <string>

namespace firstsplit::testing {

/// Opens a file as a run and reads all that it offers, a bounded number of rows of each table. Whatever the
/// file holds, this returns: true when it could be opened. Aborts when a failure has no sentence or a reader
/// breaks its contract.
bool readEverything(const std::string& path);

}  // namespace firstsplit::testing
