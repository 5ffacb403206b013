# Imports LibTorch from an installed torch package, by hand: find_package(Torch) of the CUDA wheel demands a full CUDA
# toolkit, and this works with and without one. Gives FIRSTSPLIT_HAS_TORCH, FIRSTSPLIT_TORCH_VERSION,
# FIRSTSPLIT_TORCH_CUDA (its CUDA version, empty without), and the target Torch::Torch.
set(FIRSTSPLIT_HAS_TORCH OFF)
set(FIRSTSPLIT_TORCH_CUDA "")
if(NOT FIRSTSPLIT_TORCH)
  message(STATUS "LibTorch: left out, the runner is not built (set FIRSTSPLIT_TORCH)")
  return()
endif()
if(NOT EXISTS ${FIRSTSPLIT_TORCH}/include/ATen/ATen.h)
  message(FATAL_ERROR "FIRSTSPLIT_TORCH: ${FIRSTSPLIT_TORCH} holds no include/ATen/ATen.h; name the folder of the installed torch package (…/site-packages/torch).")
endif()

# A line of version.py: __version__ = '2.11.0+cu130', cuda: Optional[str] = '13.0'.
function(firstsplit_torch_fact name result)
  file(STRINGS ${FIRSTSPLIT_TORCH}/version.py line REGEX "^${name}(:[^=]*)? *= *'")
  string(REGEX REPLACE ".*'([^']*)'.*" "\\1" value "${line}")
  set(${result} "${value}" PARENT_SCOPE)
endfunction()
firstsplit_torch_fact(__version__ FIRSTSPLIT_TORCH_VERSION)
if(FIRSTSPLIT_TORCH_VERSION VERSION_LESS 2.11)
  message(FATAL_ERROR "FIRSTSPLIT_TORCH: ${FIRSTSPLIT_TORCH} is version ${FIRSTSPLIT_TORCH_VERSION}, and 2.11 or newer is needed.")
endif()
set(FIRSTSPLIT_HAS_TORCH ON)

set(lib ${FIRSTSPLIT_TORCH}/lib)
add_library(Torch::Torch INTERFACE IMPORTED)
target_include_directories(Torch::Torch SYSTEM INTERFACE
  ${FIRSTSPLIT_TORCH}/include ${FIRSTSPLIT_TORCH}/include/torch/csrc/api/include)
if(EXISTS ${lib}/libtorch_cuda.so)
  firstsplit_torch_fact(cuda FIRSTSPLIT_TORCH_CUDA)
  string(REGEX MATCH "^[0-9]+" FIRSTSPLIT_TORCH_CUDA_MAJOR "${FIRSTSPLIT_TORCH_CUDA}")
  # The runtime library that torch itself loads, so that there is one of it in the process: from 13 on in one folder of
  # CUDA's, before in one of its own.
  set(site ${FIRSTSPLIT_TORCH}/../nvidia)
  find_file(FIRSTSPLIT_CUDART libcudart.so.${FIRSTSPLIT_TORCH_CUDA_MAJOR} NO_CACHE NO_DEFAULT_PATH
    PATHS ${site}/cu${FIRSTSPLIT_TORCH_CUDA_MAJOR}/lib ${site}/cuda_runtime/lib ${lib}
          $ENV{CUDA_HOME}/lib64 /usr/local/cuda/lib64)
  # Nothing refers to libtorch_cuda by symbol: without --no-as-needed the linker drops it, and CUDA is never registered.
  target_link_libraries(Torch::Torch INTERFACE
    -Wl,--no-as-needed ${lib}/libtorch.so ${lib}/libtorch_cuda.so ${lib}/libc10_cuda.so $<$<BOOL:${FIRSTSPLIT_CUDART}>:${FIRSTSPLIT_CUDART}>
    -Wl,--as-needed)
endif()
target_link_libraries(Torch::Torch INTERFACE ${lib}/libtorch_cpu.so ${lib}/libc10.so)
target_link_options(Torch::Torch INTERFACE -Wl,--allow-shlib-undefined)
message(STATUS "LibTorch ${FIRSTSPLIT_TORCH_VERSION}: ${FIRSTSPLIT_TORCH}")
