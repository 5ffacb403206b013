#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/kind.h"
#include "core/base/result.h"
#include "core/fingerprint/fingerprint.h"
#include "core/journal/finding.h"
#include "core/journal/journal_file.h"
#include "core/journal/run_request.h"

namespace firstsplit::journal {

using fingerprint::Fingerprint;
using fingerprint::ScalarType;

/// A thing that is fingerprinted every step: a parameter, gradient, buffer, optimizer state, part of a batch,
/// random generator or loss. Its number is its position among the members of its kind, in order of
/// appearance.
struct Member {
    Kind kind{};
    std::string name;
    std::vector<std::int64_t> shape;
    ScalarType dtype = ScalarType::Unknown;
    std::int64_t sinceStep = -1;  ///< first step at which it exists
};

/// A loss with its own bits: `bits` holds the value as stored in `dtype`, zero-extended.
struct LossValue {
    ScalarType dtype = ScalarType::Float32;
    std::uint64_t bits = 0;
};

/// One step, or step −1: the state before training (which has neither loss, gradient nor step time).
struct StepRecord {
    std::int64_t step = -1;
    std::vector<LossValue> losses;  ///< several with accumulation or closures, in order
    std::optional<double> learningRate;
    std::optional<double> gradientNorm;  ///< L2 over all gradients, as the optimizer sees them
    std::optional<double> stepSeconds;
    /// Fingerprints of each kind's members, in member order; an absent member is (0, 0); an empty list: not
    /// recorded.
    std::array<std::vector<Fingerprint>, kindCount> fingerprints;
};

struct EpochRecord {
    std::int64_t epoch = 0;
    std::int64_t step = 0;  ///< last step of the epoch
    std::optional<double> validationLoss;
    std::optional<double> validationAccuracy;  ///< 0 to 1
    std::vector<std::int64_t> firstSampleIds;  ///< at most 100, in the order drawn
};

enum class LogLevel { Info, Warning, Error };

/// Facts that only the training process knows; with the request they make the journal's hello.
struct Hello {
    RunRequest request;
    std::string client;  ///< "firstsplit-runner 0.1.0"
    std::int64_t seed = 0;
    bool hasSeed = false;
    std::string device;                              ///< "cpu", "cuda:0"
    std::map<std::string, std::string> environment;  ///< versions and devices (keys in FORMAT.md)
};

/// Appends a training's record to its journal, by write(2) from a thread of its own. A step is recorded when
/// its write returned. The queue is bounded (64 steps or 8 MiB); a full queue blocks the caller, which is
/// counted, never dropped. A failing write (full disk) detaches the writer: later calls do nothing,
/// detachReason() says why, and the training goes on. Callable from one thread at a time; in a forked child
/// every call does nothing.
class JournalWriter {
  public:
    /// Makes the file (which must not exist yet) and writes the hello.
    static Result<std::unique_ptr<JournalWriter>> create(
        const std::string& path, const Hello& hello, FileOperations operations = FileOperations::system());
    ~JournalWriter();  ///< flushes; a journal without end() reads as "killed"

    void addMembers(std::span<const Member> members);
    /// Bytes of one member after `step`, contiguous; call before the step() they belong to. Copies.
    void addValues(std::int64_t step, Kind kind, std::uint32_t member, std::span<const std::byte> bytes);
    /// `keepFingerprints`: whether each kind's members are kept, or its digest alone (see
    /// fingerprint_policy.h).
    void addStep(const StepRecord& step, std::array<bool, kindCount> keepFingerprints);
    void addEpoch(const EpochRecord& epoch);
    void addLog(LogLevel level, std::optional<std::int64_t> step, const std::string& text);
    void addSettingsInForce(const std::string& when, const std::map<std::string, std::string>& inForce);
    /// The last word: the training ended of its own accord. Flushes and syncs.
    void end(const std::string& state, const std::string& reason = {},
             const std::optional<Finding>& finding = {});

    std::optional<std::string> detachReason() const;
    std::uint64_t timesBlocked() const;
    std::uint64_t bytesWritten() const;

  private:
    struct State;
    explicit JournalWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace firstsplit::journal
