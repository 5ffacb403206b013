# Finds nvcc and compiles .cu files with it directly: CMake's CUDA language wants to link a test program, which a bare
# compiler from PyPI cannot, and all that is needed is object files.
# Gives FIRSTSPLIT_HAS_CUDA, and the runtime's headers in FIRSTSPLIT_CUDA_INCLUDE. Comes after Torch.cmake: the object files use the CUDA runtime library that torch loads.
set(FIRSTSPLIT_HAS_CUDA OFF)
set(why "")
if(NOT FIRSTSPLIT_TORCH_CUDA OR NOT FIRSTSPLIT_CUDART)
  set(why "no LibTorch with CUDA")
elseif(FIRSTSPLIT_NVCC STREQUAL "none")
  set(why "as FIRSTSPLIT_NVCC says")
else()
  set(FIRSTSPLIT_NVCC_FOUND ${FIRSTSPLIT_NVCC})
  if(NOT FIRSTSPLIT_NVCC_FOUND)
    find_program(FIRSTSPLIT_NVCC_FOUND nvcc NO_CACHE HINTS ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin)
  endif()
  set(words "")
  if(FIRSTSPLIT_NVCC_FOUND)
    execute_process(COMMAND ${FIRSTSPLIT_NVCC_FOUND} --version OUTPUT_VARIABLE words ERROR_VARIABLE words RESULT_VARIABLE code)
  endif()
  string(REGEX MATCH "release ([0-9]+)[.]([0-9]+)" release "${words}")
  set(FIRSTSPLIT_NVCC_VERSION ${CMAKE_MATCH_1}.${CMAKE_MATCH_2})
  if(NOT FIRSTSPLIT_NVCC_FOUND)
    set(why "no nvcc")
  elseif(NOT release)
    message(FATAL_ERROR "FIRSTSPLIT_NVCC: ${FIRSTSPLIT_NVCC_FOUND} --version does not answer as nvcc does; name an nvcc, or \"none\".")
  elseif(NOT CMAKE_MATCH_1 EQUAL FIRSTSPLIT_TORCH_CUDA_MAJOR)
    set(why "nvcc is of CUDA ${FIRSTSPLIT_NVCC_VERSION}, and this LibTorch of ${FIRSTSPLIT_TORCH_CUDA}")
  else()
    # The compiler's own headers: those beside torch's runtime library include crt/, which only comes with nvcc.
    file(REAL_PATH ${FIRSTSPLIT_NVCC_FOUND} real)
    get_filename_component(folder ${real} DIRECTORY)
    find_path(FIRSTSPLIT_CUDA_INCLUDE crt/host_defines.h NO_CACHE NO_DEFAULT_PATH
      PATHS ${folder}/../include ${folder}/../targets/${CMAKE_SYSTEM_PROCESSOR}-linux/include ${folder}/../../../include)
    if(NOT FIRSTSPLIT_CUDA_INCLUDE)
      message(FATAL_ERROR "FIRSTSPLIT_NVCC: beside ${FIRSTSPLIT_NVCC_FOUND} there is no include/crt/host_defines.h; name an nvcc with its headers, or none.")
    endif()
    set(FIRSTSPLIT_HAS_CUDA ON)
    message(STATUS "CUDA ${FIRSTSPLIT_NVCC_VERSION}: ${FIRSTSPLIT_NVCC_FOUND}")
  endif()
endif()
if(NOT FIRSTSPLIT_HAS_CUDA)
  message(STATUS "CUDA: left out, ${why}")
endif()

# Turing to Blackwell, which nvcc knows from 12.8 on; PTX of the newest for what comes after.
set(FIRSTSPLIT_CUDA_GENCODE
  -gencode=arch=compute_75,code=sm_75 -gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_86,code=sm_86
  -gencode=arch=compute_89,code=sm_89)
if(FIRSTSPLIT_HAS_CUDA AND FIRSTSPLIT_NVCC_VERSION VERSION_LESS 12.8)
  list(APPEND FIRSTSPLIT_CUDA_GENCODE -gencode=arch=compute_90,code=[sm_90,compute_90])
else()
  list(APPEND FIRSTSPLIT_CUDA_GENCODE -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_100,code=sm_100
       -gencode=arch=compute_120,code=[sm_120,compute_120])
endif()

# firstsplit_compile_cuda(<variable for the object file> <source.cu>): headers are found out by the compiler.
function(firstsplit_compile_cuda result source)
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu.o)
  set(strict "")
  if(FIRSTSPLIT_WERROR)
    set(strict -Werror=all-warnings)
  endif()
  add_custom_command(OUTPUT ${object}
    COMMAND ${FIRSTSPLIT_NVCC_FOUND} -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object} -std=c++20 -O3 -MD -MF ${object}.d
            -I${CMAKE_SOURCE_DIR} -Xcompiler=-fPIC,-Wall ${strict} --threads 2 ${FIRSTSPLIT_CUDA_GENCODE}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} DEPFILE ${object}.d
    COMMENT "Compiling CUDA ${source}" COMMAND_EXPAND_LISTS VERBATIM)
  set(${result} ${object} PARENT_SCOPE)
endfunction()
