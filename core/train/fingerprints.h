#pragma once

#include <span>
#include <vector>

#include "core/fingerprint/fingerprint.h"
#include "core/train/torch.h"

namespace firstsplit::train {

fingerprint::ScalarType scalarTypeOf(const at::Tensor& tensor);

/// fs128/1 of a tensor as its logical, row-major contents; absent for an undefined tensor. A tensor on
/// another device is copied first, which waits for it: within a step use Recording, which does not.
fingerprint::Fingerprint fingerprintOf(const at::Tensor& tensor);
std::vector<fingerprint::Fingerprint> fingerprintsOf(std::span<const at::Tensor> tensors);

/// The bytes of a contiguous tensor on the CPU; valid as long as the tensor is.
std::span<const std::byte> bytesOf(const at::Tensor& tensor);

}  // namespace firstsplit::train
