#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

const std::string attentionDocs =
    torchDocs + "generated/torch.nn.functional.scaled_dot_product_attention.html";

/// Whoever calls scaled dot-product attention.
const std::vector<std::string> inAttention = {"text-transformer", ""};

}  // namespace

std::vector<Setting> attentionRows() {
    return {
        {.key = "attention.flash",
         .group = "Attention",
         .label = "Flash attention",
         .effect = "Whether scaled dot-product attention may run as FlashAttention.",
         .choices = onOff(
             "It runs where shapes and types allow it; on CUDA its backward pass adds in changing order "
             "unless deterministic algorithms are asked for.",
             "Another kernel is taken."),
         .defaultValue = "on",
         .actsWhen = {.experiments = inAttention},
         .documentation = attentionDocs},
        {.key = "attention.efficient",
         .group = "Attention",
         .label = "Memory-efficient attention",
         .effect = "Whether scaled dot-product attention may run as the memory-efficient kernel.",
         .choices = onOff(
             "It runs where flash attention does not; its backward pass has no deterministic algorithm.",
             "Another kernel is taken."),
         .defaultValue = "on",
         .actsWhen = {.cpu = false, .experiments = inAttention},
         .documentation = attentionDocs},
        {.key = "attention.math",
         .group = "Attention",
         .label = "Plain attention",
         .effect = "Whether scaled dot-product attention may run as matrix products and a softmax.",
         .choices = onOff("It runs where no faster kernel does, and repeats as matrix products do.",
                          "A faster kernel has to fit, or attention fails."),
         .defaultValue = "on",
         .actsWhen = {.experiments = inAttention},
         .documentation = attentionDocs},
        {.key = "attention.cudnn",
         .group = "Attention",
         .label = "cuDNN attention",
         .effect = "Whether scaled dot-product attention may run in NVIDIA's cuDNN.",
         .choices =
             onOff("It runs where cuDNN supports the shapes, mostly in fp16 and bf16 on Hopper and later.",
                   "Another kernel is taken."),
         .defaultValue = "on",
         .actsWhen = {.cpu = false, .experiments = inAttention, .fromVersion = "2.5"},
         .documentation = attentionDocs},
    };
}

}  // namespace firstsplit::settings
