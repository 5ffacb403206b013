#include <cuda_runtime_api.h>

#include "core/fingerprint/fs128_cuda.h"

namespace firstsplit::fingerprint {
namespace {

using namespace fs128;

__global__ void __launch_bounds__(threadsPerGroup)
    addChunks(const TensorView* tensors, const Chunk* chunks, std::uint32_t chunkCount,
              unsigned long long* sums) {
    __shared__ std::int32_t keyTable[keyCount];
    for (unsigned index = threadIdx.x; index < keyCount; index += threadsPerGroup)
        keyTable[index] = keyAt(index);
    __syncthreads();

    const unsigned warp = threadIdx.x / threadsPerWarp;
    const unsigned thread = threadIdx.x % threadsPerWarp;
    for (std::uint32_t index = blockIdx.x; index < chunkCount; index += gridDim.x) {
        const Chunk chunk = chunks[index];
        const TensorView tensor = tensors[chunk.tensor];
        __builtin_assume(__isGlobal(tensor.data));  // loads of a known kind of memory are faster
        std::uint64_t mixed[lanes] = {0, 0};
        for (unsigned block = warp; block < chunk.blocks; block += warpsPerGroup) {
            std::uint64_t own[lanes];
            threadSums(tensor, chunk.firstBlock + block, thread, keyTable, own);
            for (unsigned lane = 0; lane < lanes; ++lane) {
                for (unsigned distance = threadsPerWarp / 2; distance > 0; distance /= 2)
                    own[lane] += __shfl_down_sync(0xFFFFFFFFu, own[lane], distance);
                mixed[lane] += mixBlock(own[lane], chunk.firstBlock + block, lane);
            }
        }
        // Only thread 0 holds whole sums. Integer additions give the same bits in any order.
        if (thread == 0 && warp < chunk.blocks)
            for (unsigned lane = 0; lane < lanes; ++lane)
                atomicAdd(sums + std::uint64_t{lanes} * chunk.tensor + lane,
                          static_cast<unsigned long long>(mixed[lane]));
    }
}

}  // namespace

int launchFs128(const TensorView* tensors, const Chunk* chunks, std::uint32_t chunkCount, std::uint64_t* sums,
                unsigned multiprocessors, void* stream) {
    // As many groups as run at once, each of which takes several chunks: the key table is made once a group.
    const unsigned resident = multiprocessors * 8;
    const unsigned groups = chunkCount < resident ? chunkCount : resident;
    static_assert(sizeof(std::uint64_t) == sizeof(unsigned long long));
    addChunks<<<groups, threadsPerGroup, 0, static_cast<cudaStream_t>(stream)>>>(
        tensors, chunks, chunkCount, reinterpret_cast<unsigned long long*>(sums));
    return cudaGetLastError();
}

}  // namespace firstsplit::fingerprint
