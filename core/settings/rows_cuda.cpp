#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

const ActsWhen whileBenchmarking = {.cpu = false, .otherKey = "cudnn.benchmark", .otherValues = {"on"}};

std::vector<Choice> reducedSums(const std::string& type) {
    return {
        {"on", "Partial sums may be rounded to " + type + " before they are added: faster, less exact."},
        {"off", "Partial sums are added in fp32; a product may still be split along the summed dimension."},
        {"no_split_k", "As off, and no product is split along the summed dimension."}};
}

}  // namespace

std::vector<Setting> cudaLibraryRows() {
    return {
        {.key = "cudnn.enabled",
         .group = "cuDNN",
         .label = "cuDNN",
         .effect = "Whether convolutions, recurrent layers and batch norm on a GPU use NVIDIA's cuDNN.",
         .choices =
             onOff("cuDNN's algorithms are used.", "LibTorch's own kernels are used, often slower ones."),
         .defaultValue = "on",
         .actsWhen = onCuda,
         .documentation = torchDocs + "backends.html#module-torch.backends.cudnn"},
        {.key = "cudnn.benchmark",
         .group = "cuDNN",
         .label = "cuDNN benchmark",
         .effect = "Whether cuDNN times several algorithms for each new shape and keeps the fastest.",
         .choices = onOff("The choice depends on timing, so two runs can compute with different algorithms.",
                          "A heuristic chooses, the same way in every run."),
         .defaultValue = "off",
         .actsWhen = onCuda,
         .documentation = torchDocs + "notes/randomness.html#cuda-convolution-benchmarking"},
        {.key = "cudnn.benchmark_limit",
         .group = "cuDNN",
         .label = "cuDNN benchmark limit",
         .effect = "How many algorithms cuDNN times for each new shape; 0 times all of them.",
         .minimum = 0,
         .maximum = 1000,
         .defaultValue = "10",
         .actsWhen = whileBenchmarking,
         .documentation = torchDocs + "backends.html#torch.backends.cudnn.benchmark_limit"},
        {.key = "cudnn.deterministic",
         .group = "cuDNN",
         .label = "cuDNN deterministic",
         .effect = "Whether cuDNN may use only algorithms that give equal bits each time.",
         .choices =
             onOff("Only deterministic algorithms are allowed.",
                   "Every algorithm is allowed, unless deterministic algorithms are asked for in general."),
         .defaultValue = "off",
         .actsWhen = onCuda,
         .documentation = torchDocs + "notes/randomness.html#cuda-convolution-determinism"},
        {.key = "cublas.workspace",
         .group = "cuBLAS",
         .label = "cuBLAS workspace",
         .effect = "Size and number of the buffers that cuBLAS computes in; with several streams a fixed "
                   "choice makes "
                   "matrix products repeatable.",
         .kind = Kind::Environment,
         .choices = {{"unset", "The variable is removed, and the libraries choose."},
                     {":4096:8", "Eight buffers of 4 MiB: repeatable, about 24 MiB of GPU memory more."},
                     {":16:8", "Eight buffers of 16 KiB: repeatable, can be slower."}},
         .defaultValue = "unset",
         .variables = {{"CUBLAS_WORKSPACE_CONFIG"}},
         .actsWhen = onCuda,
         .documentation = "https://docs.nvidia.com/cuda/cublas/#results-reproducibility"},
        {.key = "cublaslt.workspace",
         .group = "cuBLAS",
         .label = "cuBLASLt workspace",
         .effect = "Size in KiB of the buffer that cuBLASLt computes in, which bounds the algorithms that it "
                   "may take.",
         .kind = Kind::Environment,
         .minimum = 0,
         .maximum = 1048576,
         .wordsBesideNumbers = {"unset"},
         .defaultValue = "unset",
         .variables = {{"CUBLASLT_WORKSPACE_SIZE"}},
         .actsWhen = onCuda,
         .documentation = torchDocs + "notes/cuda.html#cublas-workspaces"},
        {.key = "cublas.prefer_lt",
         .group = "cuBLAS",
         .label = "Prefer cuBLASLt",
         .effect = "Which of NVIDIA's two libraries multiplies matrices where both can.",
         .choices = onOff("cuBLASLt multiplies: another choice of kernels, often other last bits.",
                          "cuBLAS multiplies; products with a bias may still go to cuBLASLt."),
         .defaultValue = "off",
         .actsWhen = onCuda,
         .documentation = torchDocs + "backends.html#torch.backends.cuda.preferred_blas_library"},
        {.key = "cublas.reduced.fp16",
         .group = "cuBLAS",
         .label = "fp16 sums in cuBLAS",
         .effect = "Whether partial sums of fp16 matrix products may be added up in fp16 instead of fp32.",
         .choices = reducedSums("fp16"),
         .defaultValue = "on",
         .actsWhen = onCuda,
         .documentation = torchDocs + "notes/cuda.html#reduced-precision-reduction-in-fp16-gemms"},
        {.key = "cublas.reduced.bf16",
         .group = "cuBLAS",
         .label = "bf16 sums in cuBLAS",
         .effect = "Whether partial sums of bf16 matrix products may be added up in bf16 instead of fp32.",
         .choices = reducedSums("bf16"),
         .defaultValue = "on",
         .actsWhen = onCuda,
         .documentation = torchDocs + "notes/cuda.html#reduced-precision-reduction-in-bf16-gemms"},
    };
}

}  // namespace firstsplit::settings
