#include "tests/train/setting_cases.h"

namespace firstsplit::tests {
namespace {

const std::vector<std::string> onOff = {"on", "off"};
const std::vector<std::string> precisions = {"ieee", "tf32", "bf16"};

void add(std::vector<SettingCase>& cases, const std::string& key, const std::vector<std::string>& values) {
    for (const std::string& value : values) cases.push_back({.key = key, .value = value});
}

}  // namespace

std::vector<SettingCase> settingCases() {
    std::vector<SettingCase> cases = {
        {.key = "seed", .value = "7"},
        {.key = "seed", .value = "unset", .inForce = {anything}},
        {.key = "seed.data", .value = "9"},
        {.key = "seed.data", .value = "from seed", .inForce = {anything}},
        {.key = "seed.augment", .value = "11"},
        {.key = "seed.augment", .value = "from seed", .inForce = {anything}},
        {.key = "data.workers", .value = "3"},
        {.key = "cudnn.benchmark_limit", .value = "3"},
        {.key = "cublaslt.workspace", .value = "2048"},
        {.key = "cublaslt.workspace", .value = "unset"},
        {.key = "threads", .value = "3"},
        {.key = "threads", .value = "inherit", .inForce = {anything}},
        // On CPUs that are not Intel's, oneMKL knows AUTO and COMPATIBLE only, and says so itself.
        {.key = "mkl.cbwr", .value = "unset"},
        {.key = "mkl.cbwr", .value = "AUTO"},
        {.key = "mkl.cbwr", .value = "COMPATIBLE"},
        {.key = "mkl.cbwr", .value = "AVX2", .inForce = {"AVX2", "AUTO"}},
        {.key = "mkl.cbwr", .value = "AVX2,STRICT", .inForce = {"AVX2,STRICT", "AUTO,STRICT"}},
        {.key = "mkl.cbwr", .value = "AVX512", .inForce = {"AVX512", "AUTO"}},
        {.key = "mkl.cbwr", .value = "AVX512,STRICT", .inForce = {"AVX512,STRICT", "AUTO,STRICT"}},
        {.key = "aten.cpu_capability", .value = "unset", .inForce = {"default", "avx2", "avx512"}},
        {.key = "aten.cpu_capability", .value = "default"},
        {.key = "aten.cpu_capability", .value = "avx2", .needsCpuFlag = "avx2"},
        {.key = "aten.cpu_capability", .value = "avx512", .needsCpuFlag = "avx512vl"},
    };
    add(cases, "deterministic", {"off", "warn", "error"});
    for (const char* key :
         {"fill_uninitialized", "cudnn.enabled", "cudnn.benchmark", "cudnn.deterministic", "cublas.prefer_lt",
          "attention.flash", "attention.efficient", "attention.math", "attention.cudnn", "mkl.warm_up",
          "onednn.enabled", "recorder", "launch_blocking"})
        add(cases, key, onOff);
    add(cases, "cublas.workspace", {"unset", ":4096:8", ":16:8"});
    add(cases, "cublas.reduced.fp16", {"on", "off", "no_split_k"});
    add(cases, "cublas.reduced.bf16", {"on", "off", "no_split_k"});
    for (const char* key : {"fp32.cuda.matmul", "fp32.cuda.conv", "fp32.cuda.rnn"})
        add(cases, key, {"ieee", "tf32"});
    for (const char* key : {"fp32.onednn.matmul", "fp32.onednn.conv", "fp32.onednn.rnn"})
        add(cases, key, precisions);
    add(cases, "onednn.max_isa",
        {"unset", "SSE41", "AVX2", "AVX512_CORE", "AVX512_CORE_BF16", "AVX512_CORE_AMX"});
    add(cases, "seed.workers", {"shared", "per_sample"});
    add(cases, "data.order", {"ordered", "first_come"});
    add(cases, "memory_format", {"contiguous", "channels_last"});
    add(cases, "autocast", {"off", "bf16"});
    add(cases, "embedding.gradient", {"atomic", "index", "sorted"});
    return cases;
}

}  // namespace firstsplit::tests
