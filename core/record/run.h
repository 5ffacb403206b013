#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/kind.h"
#include "core/base/result.h"
#include "core/fingerprint/fingerprint.h"
#include "core/journal/journal_writer.h"

namespace firstsplit::record {

using fingerprint::Fingerprint;
using fingerprint::ScalarType;
using journal::EpochRecord;
using journal::Member;

/// How a run ended. Only Finished counts as whole; the steps that are there can be used in every state.
enum class EndState {
    Running,    ///< a journal whose process is alive
    Finished,   ///< the training came to its end and the command returned 0
    Failed,     ///< exit code other than 0
    Killed,     ///< ended by a signal that nobody here sent
    Cancelled,  ///< stopped by the user
    Unknown,    ///< recovered from a journal: nobody saw the end
};

/// "running", "finished", "failed", "killed", "cancelled", "unknown".
std::string_view nameOf(EndState state);
std::optional<EndState> endStateNamed(std::string_view name);

struct LogEntry {
    journal::LogLevel level{};
    std::optional<std::int64_t> step;
    std::string text;
};

struct RunInfo {
    std::string file;  ///< path it was read from
    std::string id;
    std::string name;
    std::string experiment;  ///< empty for a command
    std::string preset;
    std::optional<std::int64_t> seed;
    std::string device;
    std::string commandLine;
    std::string workingDirectory;
    std::string client;
    std::string startTime;  ///< ISO 8601, UTC
    std::string endTime;
    std::optional<std::int64_t> plannedSteps;
    std::int64_t firstStep =
        0;  ///< of a part of a run (run_part.h): the step of the whole that is its step 0
    EndState end = EndState::Unknown;
    std::optional<int> exitCode;
    std::optional<int> signal;
    std::string endReason;                              ///< a sentence, when something is to be said
    std::string lastWords;                              ///< end of standard error
    std::optional<journal::Finding> finding;            ///< what deterministic=error has found
    std::optional<journal::SnapshotRequest> snapshots;  ///< which weights were to be kept; none: not known
    /// What the journal lost by damage, a sentence each. Not empty: the run is not whole, whatever its end
    /// says.
    std::vector<std::string> damaged;
    std::map<std::string, std::string> requested;
    std::map<std::string, std::string> inForceAtStart;
    std::map<std::string, std::string> inForceAtEnd;
    std::map<std::string, std::string> environment;
};

enum class Column { Loss, LearningRate, GradientNorm, StepSeconds };

/// The bytes of a tensor at a snapshot: contiguous, row-major. Belongs to one thread, and to its run.
class ValueSource {
  public:
    virtual ~ValueSource() = default;
    /// Bytes [firstByte, firstByte + out.size()), which must lie within the tensor.
    virtual Result<> read(std::size_t firstByte, std::span<std::byte> out) = 0;
};

/// One recorded run, read from a run file or followed in a journal. Row r holds step r − 1; row 0 is before
/// training. Not thread-safe: one thread at a time (HDF5 has one global lock; never call it from the window's
/// thread). Everything that was not recorded reads as absent: fingerprint (0, 0), number nullopt-as-NaN
/// together with `digests(Kind::Loss)` absent.
class Run {
  public:
    virtual ~Run() = default;

    /// The run that this is a part of (run_part.h); itself when it is none.
    virtual const Run& whole() const { return *this; }
    virtual const RunInfo& info() const = 0;
    virtual std::int64_t rowCount()
        const = 0;  ///< whole steps recorded + 1; 0 when not even step −1 is there
    std::int64_t stepCount() const { return rowCount() > 0 ? rowCount() - 1 : 0; }
    virtual const std::vector<Member>& members(Kind kind) const = 0;
    virtual const std::vector<EpochRecord>& epochs() const = 0;
    virtual const std::vector<LogEntry>& log() const = 0;

    /// Rows [firstRow, firstRow + out.size()) of the digest over all members of a kind.
    virtual Result<> readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const = 0;
    /// Rows of a scalar, widened to double; NaN where it was not recorded (or is NaN: see the loss digest).
    /// With several losses in a step, their mean.
    virtual Result<> readColumn(Column column, std::int64_t firstRow, std::span<double> out) const = 0;
    /// Element type in which the loss was computed; its ULP is meant in this type.
    virtual ScalarType lossType() const = 0;

    /// Rows at which the members' own fingerprints were kept, ascending.
    virtual const std::vector<std::int64_t>& fingerprintRows(Kind kind) const = 0;
    /// Fingerprints at positions [first, first + count) of fingerprintRows(kind): out is [count × members].
    virtual Result<> readFingerprints(Kind kind, std::size_t first, std::size_t count,
                                      std::span<Fingerprint> out) const = 0;

    /// Rows at which the bytes of weights and buffers were kept, ascending.
    virtual const std::vector<std::int64_t>& valueRows() const = 0;
    virtual bool hasValues(Kind kind, std::uint32_t member) const = 0;  ///< at any of valueRows()
    /// At this position of valueRows(): a member may appear later than the first snapshot.
    virtual bool hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const {
        static_cast<void>(snapshot);
        return hasValues(kind, member);
    }
    /// Bytes of a member at position `snapshot` of valueRows(), contiguous, row-major; out must have the
    /// member's size.
    virtual Result<> readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                                std::span<std::byte> out) const = 0;

    /// The same for reading in parts. May be called by several threads at once, while nothing else of this
    /// run is read.
    virtual Result<std::unique_ptr<ValueSource>> openValues(Kind kind, std::uint32_t member,
                                                            std::size_t snapshot) const;

    /// Takes in what was appended since; true when something was. A saved run never grows.
    virtual Result<bool> refresh() { return false; }
};

/// Opens a run file (*.split.h5) or follows a journal (*.split.part); told apart by content, not by name.
Result<std::unique_ptr<Run>> openRun(const std::string& path);

/// How a command ended, as its recorder saw it.
struct ObservedEnd {
    EndState state = EndState::Unknown;
    std::optional<int> exitCode;
    std::optional<int> signal;
    std::string reason;
    std::string lastWords;
    std::string endTime;                        ///< ISO 8601, UTC
    std::optional<journal::Finding> finding{};  ///< where the training itself told of none
};

/// Builds the run file of a journal: a temporary file beside `path`, complete, then renamed. Never
/// overwrites. The journal is left in place; the caller removes it. `progress` (0 to 1) returns false to
/// cancel. The file says "finished" only when the training itself said so and the command returned 0: a
/// client that was detached (full disk) or a process that left by _exit may have lost its last steps.
Result<> buildRunFile(const std::string& journalPath, const std::string& path, const ObservedEnd& end,
                      const std::function<bool(double)>& progress = {});

}  // namespace firstsplit::record
