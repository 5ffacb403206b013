#include "core/journal/buffer.h"

#include <algorithm>
#include <new>
#include <utility>

namespace firstsplit::journal {

Buffer::Buffer(Buffer&& other) noexcept
    : m_bytes(std::move(other.m_bytes)),
      m_size(std::exchange(other.m_size, 0)),
      m_capacity(std::exchange(other.m_capacity, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    m_bytes = std::move(other.m_bytes);
    m_size = std::exchange(other.m_size, 0);
    m_capacity = std::exchange(other.m_capacity, 0);
    return *this;
}

std::byte* Buffer::grow(std::size_t count) {
    if (count > m_capacity - m_size) {
        const std::size_t capacity = std::max({m_size + count, m_capacity * 2, std::size_t{4096}});
        // realloc moves the pages of a large block instead of copying them.
        auto* moved = static_cast<std::byte*>(std::realloc(m_bytes.get(), capacity));
        if (moved == nullptr) throw std::bad_alloc();
        static_cast<void>(m_bytes.release());
        m_bytes.reset(moved);
        m_capacity = capacity;
    }
    std::byte* begin = m_bytes.get() + m_size;
    m_size += count;
    return begin;
}

Buffer BufferPool::take() {
    const std::lock_guard lock(m_mutex);
    if (m_buffers.empty()) return {};
    Buffer buffer = std::move(m_buffers.back());
    m_buffers.pop_back();
    m_bytes -= buffer.capacity();
    return buffer;
}

void BufferPool::giveBack(Buffer buffer) {
    buffer.clear();
    const std::lock_guard lock(m_mutex);
    if (m_bytes + buffer.capacity() > mostBytes) return;
    m_bytes += buffer.capacity();
    m_buffers.push_back(std::move(buffer));
}

}  // namespace firstsplit::journal
