#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

namespace firstsplit::test {

inline void require(cudaError_t status) {
    if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

/// A copy of some bytes on the current device, `offset` bytes behind an aligned place.
class DeviceMemory {
  public:
    explicit DeviceMemory(std::span<const std::byte> bytes, std::size_t offset = 0) : begin(offset) {
        require(cudaMalloc(&memory, offset + bytes.size() + 1));
        if (!bytes.empty()) require(cudaMemcpy(data(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
    }
    ~DeviceMemory() { cudaFree(memory); }
    DeviceMemory(DeviceMemory&& other) noexcept : memory(other.memory), begin(other.begin) {
        other.memory = nullptr;
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    std::byte* data() const { return static_cast<std::byte*>(memory) + begin; }

  private:
    void* memory = nullptr;
    std::size_t begin;
};

/// A stream of its own, which does not wait for the default one.
class Stream {
  public:
    Stream() { require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
    ~Stream() { cudaStreamDestroy(stream); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    cudaStream_t get() const { return stream; }

  private:
    cudaStream_t stream = nullptr;
};

}  // namespace firstsplit::test
