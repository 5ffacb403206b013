#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "core/journal/buffer.h"

namespace firstsplit::journal {

/// What waits to be written: at most 64 steps or 8 MiB; a longer piece is let in when nothing else waits.
/// One thread pushes, one pops.
class FrameQueue {
  public:
    static constexpr std::size_t mostSteps = 64;
    static constexpr std::size_t mostBytes = std::size_t{8} << 20;

    struct Piece {
        Buffer frames;  ///< whole frames, their headers not yet sealed
        bool endsStep = false;
    };

    /// Waits for room. False: closed, and the piece is dropped.
    bool push(Piece piece);
    /// Waits for a piece; nothing when closed. The piece counts as waiting until done().
    std::optional<Piece> pop();
    void done();
    /// Waits until everything pushed was written, or the queue was closed.
    void waitUntilEmpty();
    /// Drops what waits; push and pop return at once from now on.
    void close();

    std::uint64_t timesBlocked() const;

  private:
    bool hasRoomFor(const Piece& piece) const;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Piece> m_pieces;
    std::size_t m_bytes = 0;
    std::size_t m_steps = 0;
    std::uint64_t m_timesBlocked = 0;
    bool m_isWriting = false;
    bool m_isClosed = false;
};

}  // namespace firstsplit::journal
