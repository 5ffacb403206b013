#pragma once

#include <string>

#include "core/record/run.h"

namespace firstsplit::app {

/// What a run holds, for people and as the document firstsplit.run/1.
std::string runText(const record::Run& run);
std::string runDocument(const record::Run& run);

}  // namespace firstsplit::app
