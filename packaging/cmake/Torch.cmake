# Imports LibTorch from an installed torch package, by hand: find_package(Torch) of the CUDA wheel demands a full CUDA
# toolkit, and this works with and without one.
set(FIRSTSPLIT_HAS_TORCH OFF)
if(FIRSTSPLIT_TORCH)
  if(NOT EXISTS ${FIRSTSPLIT_TORCH}/include/ATen/ATen.h)
    message(FATAL_ERROR "FIRSTSPLIT_TORCH: ${FIRSTSPLIT_TORCH} holds no include/ATen/ATen.h; name the folder of the installed torch package (…/site-packages/torch).")
  endif()
  set(FIRSTSPLIT_HAS_TORCH ON)
  file(STRINGS ${FIRSTSPLIT_TORCH}/version.py version_line REGEX "^__version__")
  string(REGEX REPLACE ".*'([^']*)'.*" "\\1" FIRSTSPLIT_TORCH_VERSION "${version_line}")

  set(lib ${FIRSTSPLIT_TORCH}/lib)
  add_library(Torch::Torch INTERFACE IMPORTED)
  target_include_directories(Torch::Torch SYSTEM INTERFACE
    ${FIRSTSPLIT_TORCH}/include ${FIRSTSPLIT_TORCH}/include/torch/csrc/api/include)
  if(EXISTS ${lib}/libtorch_cuda.so)
    set(FIRSTSPLIT_TORCH_HAS_CUDA ON)
    # Nothing refers to libtorch_cuda by symbol: without --no-as-needed the linker drops it, and CUDA is never registered.
    target_link_libraries(Torch::Torch INTERFACE
      -Wl,--no-as-needed ${lib}/libtorch.so ${lib}/libtorch_cuda.so ${lib}/libc10_cuda.so -Wl,--as-needed)
  endif()
  target_link_libraries(Torch::Torch INTERFACE ${lib}/libtorch_cpu.so ${lib}/libc10.so)
  target_link_options(Torch::Torch INTERFACE -Wl,--allow-shlib-undefined)
  message(STATUS "LibTorch ${FIRSTSPLIT_TORCH_VERSION}: ${FIRSTSPLIT_TORCH}")
else()
  message(STATUS "LibTorch: left out, the runner is not built (set FIRSTSPLIT_TORCH)")
endif()
