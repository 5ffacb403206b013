#include <algorithm>
#include <array>

#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

/// What a variable that follows the setting is set to.
std::string ownValue(const Setting& setting, const std::string& value) {
    const auto choice = std::ranges::find(setting.choices, value, &Choice::value);
    return choice == setting.choices.end() || choice->variable.empty() ? value : choice->variable;
}

}  // namespace

std::map<std::string, std::optional<std::string>> environmentFor(const Values& values) {
    std::map<std::string, std::optional<std::string>> environment;
    for (const auto& [key, value] : values) {
        const Setting* setting = find(key);
        if (setting == nullptr || value == "inherit") continue;
        for (const Variable& variable : setting->variables) {
            std::optional<std::string>& entry = environment[variable.name];
            if (value != "unset") entry = variable.value == "%" ? ownValue(*setting, value) : variable.value;
        }
    }
    return environment;
}

std::span<const std::string> recordedVariables() {
    // Every variable that LibTorch 2.11, its compiler, BLAS, OpenMP, CUDA and C libraries read and that can
    // change what is computed, or what stands in memory that nobody wrote.
    static const std::array<std::string, 77> names = {
        "ATEN_CPU_CAPABILITY",
        "CUBLASLT_WORKSPACE_SIZE",
        "CUBLAS_WORKSPACE_CONFIG",
        "CUDA_DEVICE_ORDER",
        "CUDA_LAUNCH_BLOCKING",
        "CUDA_MODULE_LOADING",
        "CUDA_VISIBLE_DEVICES",
        "CUDNN_ERRATA_JSON_FILE",
        "CUDNN_FRONTEND_ATTN_DP_WORKSPACE_LIMIT",
        "DISABLE_ADDMM_CUDA_LT",
        "DNNL_DEFAULT_FPMATH_MODE",
        "DNNL_MAX_CPU_ISA",
        "GLIBC_TUNABLES",
        "GOMP_CPU_AFFINITY",
        "KMP_AFFINITY",
        "KMP_DETERMINISTIC_REDUCTION",
        "LD_PRELOAD",
        "MALLOC_PERTURB_",
        "MKL_CBWR",
        "MKL_DISABLE_FAST_MM",
        "MKL_DOMAIN_NUM_THREADS",
        "MKL_DYNAMIC",
        "MKL_ENABLE_INSTRUCTIONS",
        "MKL_NUM_STRIPES",
        "MKL_NUM_THREADS",
        "NCCL_ALGO",
        "NCCL_PROTO",
        "NVIDIA_TF32_OVERRIDE",
        "OMP_DYNAMIC",
        "OMP_NUM_THREADS",
        "OMP_PROC_BIND",
        "OMP_SCHEDULE",
        "OMP_THREAD_LIMIT",
        "OMP_WAIT_POLICY",
        "ONEDNN_DEFAULT_FPMATH_MODE",
        "ONEDNN_MAX_CPU_ISA",
        "PYTHONHASHSEED",
        "PYTORCH_ALLOC_CONF",
        "PYTORCH_CUDA_ALLOC_CONF",
        "PYTORCH_NO_CUDA_MEMORY_CACHING",
        "PYTORCH_TUNABLEOP_ENABLED",
        "PYTORCH_TUNABLEOP_FILENAME",
        "PYTORCH_TUNABLEOP_ICACHE_FLUSH_ENABLED",
        "PYTORCH_TUNABLEOP_MAX_TUNING_DURATION_MS",
        "PYTORCH_TUNABLEOP_MAX_TUNING_ITERATIONS",
        "PYTORCH_TUNABLEOP_MAX_WARMUP_DURATION_MS",
        "PYTORCH_TUNABLEOP_MAX_WARMUP_ITERATIONS",
        "PYTORCH_TUNABLEOP_NUMERICAL_CHECK",
        "PYTORCH_TUNABLEOP_RECORD_UNTUNED",
        "PYTORCH_TUNABLEOP_ROTATING_BUFFER_SIZE",
        "PYTORCH_TUNABLEOP_TUNING",
        "TORCHDYNAMO_DISABLE",
        "TORCHINDUCTOR_COORDINATE_DESCENT_TUNING",
        "TORCHINDUCTOR_CPP_FALLBACK_SCATTER_REDUCE_SUM",
        "TORCHINDUCTOR_EMULATE_PRECISION_CASTS",
        "TORCHINDUCTOR_MAX_AUTOTUNE",
        "TORCHINDUCTOR_MAX_AUTOTUNE_GEMM",
        "TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE",
        "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE",
        "TORCH_BLAS_PREFER_CUBLASLT",
        "TORCH_BLAS_PREFER_HIPBLASLT",
        "TORCH_COMPILE_DISABLE",
        "TORCH_CUBLASLT_UNIFIED_WORKSPACE",
        "TORCH_CUBLAS_WORKSPACE_CACHE",
        "TORCH_CUDNN_SDPA_AVOID_RECOMPILE",
        "TORCH_CUDNN_SDPA_DEPRIORITIZED",
        "TORCH_CUDNN_SDPA_NESTED_TENSOR_ENABLED",
        "TORCH_CUDNN_USE_HEURISTIC_MODE_B",
        "TORCH_CUDNN_V8_API_DISABLED",
        "TORCH_CUDNN_V8_API_LRU_CACHE_LIMIT",
        "TORCH_DISABLE_FUNCTIONALIZATION_META_REFERENCE",
        "TORCH_LINALG_PREFER_CUSOLVER",
        "TORCH_LINALG_PREFER_HIPSOLVER",
        "TORCH_LINEAR_FLATTEN_3D",
        "TORCH_MKLDNN_MATMUL_MIN_DIM",
        "TORCH_MKLDNN_MATMUL_MIN_SIZE",
        "TORCH_SYMM_MEM_DISABLE_MULTICAST",
    };
    return names;
}

}  // namespace firstsplit::settings
