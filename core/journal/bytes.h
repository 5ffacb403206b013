#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

/// Little-endian integers and floats in byte buffers. The format is little-endian, and so is every machine
/// that LibTorch runs on; a big-endian build stops here instead of writing other files.
namespace firstsplit::journal {

static_assert(std::endian::native == std::endian::little, "journals and run files are little-endian");

template <class T>
requires std::is_trivially_copyable_v<T> T loadAs(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

template <class T>
requires std::is_trivially_copyable_v<T>
void storeAs(std::byte* to, T value) {
    std::memcpy(to, &value, sizeof(T));
}

}  // namespace firstsplit::journal
