#include "core/train/embedding.h"

#include <stdexcept>
#include <string>

namespace firstsplit::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor addAtomically(const at::Tensor& gradient, const at::Tensor& indices, std::int64_t rows) {
    at::Tensor sum = at::zeros({rows, gradient.size(1)}, gradient.options());
    if (gradient.is_cuda()) return sum.index_add_(0, indices, gradient);
    return sum.index_put_({indices}, gradient, /*accumulate=*/true);
}

at::Tensor addSorted(const at::Tensor& gradient, const at::Tensor& indices, std::int64_t rows) {
    const auto [sorted, order] = at::sort(indices, /*stable=*/true, /*dim=*/0, /*descending=*/false);
    const at::Tensor segments = at::searchsorted(sorted, at::arange(rows + 1, indices.options()));
    // "unsafe" leaves out a check of the offsets that would wait for a GPU.
    return at::segment_reduce(gradient.index_select(0, order), "sum", /*lengths=*/{}, /*indices=*/{},
                              segments,
                              /*axis=*/0, /*unsafe=*/true, /*initial=*/0);
}

template <at::Tensor (*addUp)(const at::Tensor&, const at::Tensor&, std::int64_t)>
struct LookUp : torch::autograd::Function<LookUp<addUp>> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& table, const at::Tensor& indices) {
        context->save_for_backward({indices});
        context->saved_data["rows"] = table.size(0);
        return table.index_select(0, indices);
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const at::Tensor indices = context->get_saved_variables()[0];
        return {addUp(gradients[0], indices, context->saved_data["rows"].toInt()), at::Tensor()};
    }
};

}  // namespace

EmbeddingGradient embeddingGradientNamed(std::string_view name) {
    for (const EmbeddingGradient gradient :
         {EmbeddingGradient::Atomic, EmbeddingGradient::Index, EmbeddingGradient::Sorted})
        if (nameOf(gradient) == name) return gradient;
    throw std::invalid_argument("embedding.gradient cannot be \"" + std::string(name) + "\".");
}

std::string_view nameOf(EmbeddingGradient gradient) {
    switch (gradient) {
        case EmbeddingGradient::Atomic:
            return "atomic";
        case EmbeddingGradient::Index:
            return "index";
        case EmbeddingGradient::Sorted:
            return "sorted";
    }
    return "";
}

at::Tensor lookUp(const at::Tensor& table, const at::Tensor& indices, EmbeddingGradient gradient) {
    switch (gradient) {
        case EmbeddingGradient::Atomic:
            return LookUp<addAtomically>::apply(table, indices);
        case EmbeddingGradient::Sorted:
            return LookUp<addSorted>::apply(table, indices);
        case EmbeddingGradient::Index:
            break;
    }
    return table.index({indices});
}

}  // namespace firstsplit::train
