#include "core/journal/frame_queue.h"

#include <utility>

namespace firstsplit::journal {

bool FrameQueue::hasRoomFor(const Piece& piece) const {
    if (m_pieces.empty()) return true;
    return m_bytes + piece.frames.size() <= mostBytes && m_steps < mostSteps;
}

bool FrameQueue::push(Piece piece) {
    std::unique_lock lock(m_mutex);
    if (!m_isClosed && !hasRoomFor(piece)) {
        ++m_timesBlocked;
        m_changed.wait(lock, [&] { return m_isClosed || hasRoomFor(piece); });
    }
    if (m_isClosed) return false;
    m_bytes += piece.frames.size();
    m_steps += piece.endsStep ? 1 : 0;
    m_pieces.push_back(std::move(piece));
    m_changed.notify_all();
    return true;
}

std::optional<FrameQueue::Piece> FrameQueue::pop() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_isClosed || !m_pieces.empty(); });
    if (m_pieces.empty()) return std::nullopt;
    Piece piece = std::move(m_pieces.front());
    m_pieces.pop_front();
    m_bytes -= piece.frames.size();
    m_steps -= piece.endsStep ? 1 : 0;
    m_isWriting = true;
    m_changed.notify_all();
    return piece;
}

void FrameQueue::done() {
    const std::lock_guard lock(m_mutex);
    m_isWriting = false;
    m_changed.notify_all();
}

void FrameQueue::waitUntilEmpty() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_isClosed || (m_pieces.empty() && !m_isWriting); });
}

void FrameQueue::close() {
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_pieces.clear();
    m_bytes = 0;
    m_steps = 0;
    m_changed.notify_all();
}

std::uint64_t FrameQueue::timesBlocked() const {
    const std::lock_guard lock(m_mutex);
    return m_timesBlocked;
}

}  // namespace firstsplit::journal
