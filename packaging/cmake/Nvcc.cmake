# Finds nvcc and compiles .cu files with it directly: CMake's CUDA language wants to link a test program, which a bare
# compiler from PyPI cannot, and all that is needed is object files.
set(FIRSTSPLIT_HAS_CUDA OFF)
if(FIRSTSPLIT_NVCC STREQUAL "")
  find_program(FIRSTSPLIT_NVCC_FOUND nvcc HINTS ENV CUDA_HOME PATH_SUFFIXES bin)
elseif(NOT FIRSTSPLIT_NVCC STREQUAL "none")
  set(FIRSTSPLIT_NVCC_FOUND ${FIRSTSPLIT_NVCC})
endif()
if(FIRSTSPLIT_NVCC_FOUND AND FIRSTSPLIT_TORCH)
  set(FIRSTSPLIT_HAS_CUDA ON)
  message(STATUS "CUDA: ${FIRSTSPLIT_NVCC_FOUND}")
else()
  message(STATUS "CUDA: left out (no nvcc, or no LibTorch)")
endif()

# Turing to Blackwell; PTX of the newest for what comes after.
set(FIRSTSPLIT_CUDA_GENCODE
  -gencode=arch=compute_75,code=sm_75 -gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_86,code=sm_86
  -gencode=arch=compute_89,code=sm_89 -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_100,code=sm_100
  -gencode=arch=compute_120,code=[sm_120,compute_120])

# firstsplit_compile_cuda(<variable for the object file> <source.cu> [DEPENDS headers…])
function(firstsplit_compile_cuda result source)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${FIRSTSPLIT_NVCC_FOUND} -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object} -std=c++20 -O3
            -I${CMAKE_SOURCE_DIR} -Xcompiler=-fPIC,-Wall --threads 2 ${FIRSTSPLIT_CUDA_GENCODE}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} ${arg_DEPENDS}
    COMMENT "Compiling CUDA ${source}" COMMAND_EXPAND_LISTS VERBATIM)
  set(${result} ${object} PARENT_SCOPE)
endfunction()
