#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/kind.h"
#include "core/train/torch.h"

namespace firstsplit::train {

/// Tensors with their names, in an order that stays the same from step to step. An undefined tensor is
/// absent.
struct NamedTensors {
    std::vector<std::string> names;
    std::vector<at::Tensor> tensors;

    void add(std::string name, at::Tensor tensor) {
        names.push_back(std::move(name));
        tensors.push_back(std::move(tensor));
    }
};

/// All that is fingerprinted of one step, by indexOf(Kind). An empty list: that kind is not recorded at this
/// step.
using StepTensors = std::array<NamedTensors, kindCount>;

}  // namespace firstsplit::train
