#pragma once

#include <string>

#include "core/base/result.h"
#include "core/train/dataset.h"

namespace firstsplit::train {

/// What an experiment of that name trains on. `folder` is the user's, empty: none. Fails with a sentence when
/// its files are not what the experiment needs. Draws nothing from LibTorch's own generators.
Result<std::shared_ptr<const Dataset>> loadData(const std::string& experiment, const std::string& folder,
                                                at::Device device);

}  // namespace firstsplit::train
