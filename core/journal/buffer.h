#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace firstsplit::journal {

/// Bytes that are not initialised when they grow: filling 45 MB with zeros first would cost as much as the
/// copy.
class Buffer {
  public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;

    /// Appends `count` uninitialised bytes; throws std::bad_alloc. Earlier pointers become invalid.
    std::byte* grow(std::size_t count);
    void clear() { m_size = 0; }
    void resizeDown(std::size_t size) { m_size = size < m_size ? size : m_size; }
    std::size_t size() const { return m_size; }
    std::size_t capacity() const { return m_capacity; }
    bool isEmpty() const { return m_size == 0; }
    std::byte* data() { return m_bytes.get(); }
    std::span<std::byte> bytes() { return {m_bytes.get(), m_size}; }
    std::span<const std::byte> bytes() const { return {m_bytes.get(), m_size}; }

  private:
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    std::unique_ptr<std::byte, Free> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

/// Buffers whose pages are there already: a fresh large one costs a page fault each 4 KiB. Thread-safe.
class BufferPool {
  public:
    Buffer take();
    void giveBack(Buffer buffer);

  private:
    static constexpr std::size_t mostBytes = std::size_t{32} << 20;
    std::mutex m_mutex;
    std::vector<Buffer> m_buffers;
    std::size_t m_bytes = 0;
};

}  // namespace firstsplit::journal
