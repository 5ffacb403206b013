#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

const std::string tf32Docs = torchDocs + "notes/cuda.html#tensorfloat-32-tf32-on-ampere-and-later-devices";
const std::string onednnDocs = torchDocs + "backends.html#module-torch.backends.mkldnn";

Setting cudaRow(std::string operation, std::string label, std::string effect, std::string defaultValue) {
    return {
        .key = "fp32.cuda." + operation,
        .group = "Precision",
        .label = std::move(label),
        .effect = std::move(effect),
        .choices = {{"ieee", "Every factor keeps its 24 bits."},
                    {"tf32", "Factors are rounded to 11 bits: faster on Ampere and later GPUs, less exact."}},
        .defaultValue = std::move(defaultValue),
        .actsWhen = {.cpu = false, .fromVersion = "2.9"},
        .documentation = tf32Docs};
}

Setting onednnRow(std::string operation, std::string label, std::string effect) {
    return {.key = "fp32.onednn." + operation,
            .group = "Precision",
            .label = std::move(label),
            .effect = std::move(effect),
            .choices = {{"ieee", "Every factor keeps its 24 bits."},
                        {"tf32", "Factors may be rounded to 11 bits, on CPUs that can multiply so."},
                        {"bf16", "Factors may be rounded to 8 bits, on CPUs that can multiply so."}},
            .defaultValue = "ieee",
            .actsWhen = {.cuda = false,
                         .otherKey = "onednn.enabled",
                         .otherValues = {"on"},
                         .fromVersion = "2.9"},
            .documentation = onednnDocs};
}

}  // namespace

std::vector<Setting> precisionRows() {
    return {
        cudaRow("matmul", "fp32 matrix products on CUDA",
                "Whether cuBLAS may round the factors of fp32 matrix products to TF32.", "ieee"),
        cudaRow("conv", "fp32 convolutions on CUDA",
                "Whether cuDNN may round the factors of fp32 convolutions to TF32.", "tf32"),
        cudaRow("rnn", "fp32 recurrent layers on CUDA",
                "Whether cuDNN may round the factors of fp32 recurrent layers to TF32.", "tf32"),
        onednnRow("matmul", "fp32 matrix products in oneDNN",
                  "Whether oneDNN may round the factors of fp32 matrix products on the CPU."),
        onednnRow("conv", "fp32 convolutions in oneDNN",
                  "Whether oneDNN may round the factors of fp32 convolutions on the CPU."),
        onednnRow("rnn", "fp32 recurrent layers in oneDNN",
                  "Whether oneDNN may round the factors of fp32 recurrent layers on the CPU."),
    };
}

}  // namespace firstsplit::settings
