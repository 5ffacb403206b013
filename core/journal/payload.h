#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/kind.h"
#include "core/base/result.h"
#include "core/journal/journal_writer.h"
#include "core/journal/process_identity.h"

/// What stands in the payloads of the frames (layout in FORMAT.md), and its encoding. Decoders take hostile
/// bytes: every length is checked before it is used.
namespace firstsplit::journal {

/// Members of one kind that a journal can hold at most; far above the largest models' tensor counts.
inline constexpr std::uint32_t maxMembersPerKind = 1u << 18;

struct FingerprintsPayload {
    std::int64_t step = 0;
    Kind kind{};
    std::uint32_t count = 0;
    std::span<const std::byte> fingerprints;  ///< count × 16 bytes, in the reader's buffer
    std::uint64_t filePosition = 0;           ///< where they stand in the journal
};

struct ValuesPayload {
    std::int64_t step = 0;
    Kind kind{};
    std::uint32_t member = 0;
    std::uint64_t offset = 0;        ///< of this part within the member's bytes
    std::uint64_t total = 0;         ///< bytes of the member
    std::uint64_t bytes = 0;         ///< of this part
    std::uint64_t filePosition = 0;  ///< where they stand in the journal
};

struct StepPayload {
    std::int64_t step = -1;
    std::vector<LossValue> losses;
    std::optional<double> learningRate;
    std::optional<double> gradientNorm;
    std::optional<double> stepSeconds;
    std::array<Fingerprint, kindCount> digests{};
};

struct HelloPayload {
    Hello hello;
    ProcessIdentity process;
    std::string startTime;  ///< ISO 8601, UTC
};

/// Members of one frame; `number` is the position of the first within its kind.
struct NumberedMember {
    std::uint32_t number = 0;
    Member member;
};

struct LogPayload {
    LogLevel level{};
    std::optional<std::int64_t> step;
    std::string text;
};

struct SettingsPayload {
    std::string when;  ///< "start" or "end"
    std::map<std::string, std::string> values;
};

struct EndPayload {
    std::string state;  ///< "finished", "failed", "cancelled"
    std::string reason;
    std::string time;  ///< ISO 8601, UTC
    std::optional<Finding> finding{};
};

inline constexpr std::size_t fingerprintsPrefixBytes = 16;
inline constexpr std::size_t valuesPrefixBytes = 32;
inline constexpr std::size_t stepPrefixBytes = 152;
inline constexpr std::size_t lossBytes = 16;

void encodeFingerprintsPrefix(std::int64_t step, Kind kind, std::uint32_t count, std::byte* out);
void encodeValuesPrefix(const ValuesPayload& values, std::byte* out);
std::size_t stepPayloadBytes(const StepPayload& step);
void encodeStep(const StepPayload& step, std::byte* out);  ///< out: stepPayloadBytes

Result<FingerprintsPayload> decodeFingerprints(std::span<const std::byte> payload);
/// `payload` may hold the prefix alone; `payloadBytes` is that of the frame. filePosition is left to the
/// caller.
Result<ValuesPayload> decodeValues(std::span<const std::byte> payload, std::uint64_t payloadBytes);
Result<StepPayload> decodeStep(std::span<const std::byte> payload);

std::string helloToJson(const HelloPayload& hello);
std::string membersToJson(std::span<const NumberedMember> members);
std::string epochToJson(const EpochRecord& epoch);
std::string logToJson(const LogPayload& log);
std::string settingsToJson(const SettingsPayload& settings);
std::string endToJson(const EndPayload& end);

Result<HelloPayload> helloFromJson(std::span<const std::byte> payload);
Result<std::vector<NumberedMember>> membersFromJson(std::span<const std::byte> payload);
Result<EpochRecord> epochFromJson(std::span<const std::byte> payload);
Result<LogPayload> logFromJson(std::span<const std::byte> payload);
Result<SettingsPayload> settingsFromJson(std::span<const std::byte> payload);
Result<EndPayload> endFromJson(std::span<const std::byte> payload);

/// Bytes of a member's elements; nothing when its type is unknown, a size is negative or the product
/// overflows.
std::optional<std::uint64_t> sizeInBytes(const Member& member);

}  // namespace firstsplit::journal
