#pragma once

#include <nlohmann/json.hpp>

#include "core/journal/run_request.h"

namespace firstsplit::journal {

/// The request as an object, which the hello embeds.
nlohmann::json toJsonObject(const RunRequest& request);
Result<RunRequest> runRequestFromJsonObject(const nlohmann::json& object);

}  // namespace firstsplit::journal
