#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/journal/frame.h"
#include "core/journal/payload.h"

namespace firstsplit::journal {

/// A stretch of the journal that cannot be used. Reading goes on behind it.
struct Damage {
    std::uint64_t position = 0;
    std::uint64_t bytes = 0;
    std::string sentence;
};

/// Receives what a journal holds, in its order. Spans are valid during the call only.
class JournalVisitor {
  public:
    virtual ~JournalVisitor() = default;
    virtual void onHello(const HelloPayload&) {}
    virtual void onMembers(const std::vector<NumberedMember>&) {}
    virtual void onFingerprints(const FingerprintsPayload&) {}
    virtual void onValues(const ValuesPayload&) {}
    virtual void onStep(const StepPayload&) {}
    virtual void onEpoch(const EpochRecord&) {}
    virtual void onLog(const LogPayload&) {}
    virtual void onSettings(const SettingsPayload&) {}
    virtual void onEnd(const EndPayload&) {}
    virtual void onDamage(const Damage&) {}
};

/// What stands behind the last whole frame.
enum class Tail {
    Whole,       ///< nothing
    Incomplete,  ///< the beginning of a frame: it is being written, or its writer was killed
    Damaged,     ///< something that is no frame
};

/// Reads a journal from its beginning, as far as it goes, and again when it has grown. Never reads beyond the
/// end that the file had when poll() was called, and allocates nothing that the file is too short for. Not
/// thread-safe.
class JournalReader {
  public:
    /// Whether the bytes of values are read and checked, or passed over (a second reading of the same file).
    enum class Values { Check, PassOver };

    /// Fails when the file cannot be opened, is no journal, or is one of another major version.
    static Result<std::unique_ptr<JournalReader>> open(const std::string& path,
                                                       Values values = Values::Check);
    ~JournalReader();
    JournalReader(const JournalReader&) = delete;
    JournalReader& operator=(const JournalReader&) = delete;

    /// Visits the whole frames that were not visited yet, until about `mostBytes` are done. True when there
    /// were any.
    Result<bool> poll(JournalVisitor& visitor,
                      std::uint64_t mostBytes = std::numeric_limits<std::uint64_t>::max());

    std::uint64_t position() const { return m_position; }  ///< of the next frame
    std::uint64_t size() const { return m_size; }          ///< of the file at the last poll()
    bool isAtEnd() const { return m_isAtEnd; }             ///< poll() has come to the end that there was
    Tail tail() const { return m_tail; }
    std::string tailSentence() const;  ///< empty when the tail is whole

    /// Bytes of a part of values, from the file. Fails when they cannot be read.
    Result<> readBytes(std::uint64_t filePosition, std::span<std::byte> out) const;

  private:
    JournalReader(std::string path, int descriptor, Values values);

    Result<> readFileHeader();
    Result<> refreshSize();
    Result<> readFile(std::uint64_t filePosition, std::span<std::byte> out) const;
    bool isInWindow(std::uint64_t position, std::uint64_t count) const;
    Result<std::span<const std::byte>> view(std::uint64_t position, std::uint64_t count);
    Result<std::optional<FrameHeader>> headerAt(std::uint64_t position);
    bool continuesAt(const FrameHeader& header, std::uint64_t position) const;
    Result<bool> resynchronise(JournalVisitor& visitor);
    Result<bool> visitFrame(const FrameHeader& header, JournalVisitor& visitor);
    Result<> dispatch(const FrameHeader& header, std::span<const std::byte> payload,
                      JournalVisitor& visitor) const;
    void reportDamage(JournalVisitor& visitor, std::uint64_t position, std::uint64_t bytes,
                      const std::string& what);

    std::string m_path;
    int m_descriptor = -1;
    Values m_values;
    bool m_hasFileHeader = false;
    std::uint64_t m_size = 0;
    std::uint64_t m_position = 0;
    std::uint32_t m_sequence = 0;  ///< of the next frame
    std::optional<std::uint64_t>
        m_searchPosition;  ///< a header was damaged: where the search for the next goes on
    Tail m_tail = Tail::Whole;
    bool m_isAtEnd = false;
    std::vector<std::byte> m_window;
    std::uint64_t m_windowPosition = 0;
};

}  // namespace firstsplit::journal
