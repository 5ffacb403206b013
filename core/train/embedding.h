#pragma once

#include <string_view>

#include "core/train/torch.h"

namespace firstsplit::train {

/// How the gradients of all uses of a table's row are added up (setting `embedding.gradient`).
enum class EmbeddingGradient { Atomic, Index, Sorted };

EmbeddingGradient embeddingGradientNamed(std::string_view name);
std::string_view nameOf(EmbeddingGradient gradient);

/// Rows of `table` [rows, width] at `indices` (int64 [n]): [n, width]. The forward pass is the same for all
/// three.
///
/// Atomic: the backward pass is the operator that races on the device at hand, index_put_ with accumulation
/// on the CPU and index_add_ on CUDA. Index: plain indexing. Sorted: a stable sort by row and sums of the
/// segments, whose order of addition is that of the deterministic index_put_, so that both give equal bits on
/// the CPU.
at::Tensor lookUp(const at::Tensor& table, const at::Tensor& indices, EmbeddingGradient gradient);

}  // namespace firstsplit::train
