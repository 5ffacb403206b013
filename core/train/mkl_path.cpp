#include "core/train/mkl_path.h"

#include <dlfcn.h>

#include <map>

namespace firstsplit::train {

std::string mklPathInForce() {
    // mkl_cbwr_get of mkl_service.h under the name by which LibTorch's libraries export it. The numbers are
    // that header's MKL_CBWR_….
    const auto get = reinterpret_cast<int (*)(int)>(::dlsym(RTLD_DEFAULT, "mkl_serv_cbwr_get"));
    if (get == nullptr) return "unset";
    constexpr int all = ~0, strict = 0x10000;
    static const std::map<int, std::string> paths = {
        {1, "unset"},   {2, "AUTO"},           {3, "COMPATIBLE"}, {4, "SSE2"},  {6, "SSSE3"},
        {7, "SSE4_1"},  {8, "SSE4_2"},         {9, "AVX"},        {10, "AVX2"}, {11, "AVX512_MIC"},
        {12, "AVX512"}, {13, "AVX512_MIC_E1"}, {14, "AVX512_E1"}};
    const int inForce = get(all);
    const auto path = paths.find(inForce & ~strict);
    const std::string name = path == paths.end() ? std::to_string(inForce & ~strict) : path->second;
    return name + ((inForce & strict) != 0 ? ",STRICT" : "");
}

}  // namespace firstsplit::train
