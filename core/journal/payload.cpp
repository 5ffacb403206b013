#include "core/journal/payload.h"

#include <fmt/format.h>

#include <cstring>

#include "core/journal/bytes.h"
#include "core/journal/frame.h"

namespace firstsplit::journal {

namespace {

constexpr std::uint32_t hasLearningRate = 1, hasGradientNorm = 2, hasStepSeconds = 4;

std::optional<Kind> kindOf(std::byte number) {
    const auto value = static_cast<std::size_t>(number);
    if (value >= kindCount) return std::nullopt;
    return static_cast<Kind>(value);
}

}  // namespace

void encodeFingerprintsPrefix(std::int64_t step, Kind kind, std::uint32_t count, std::byte* out) {
    storeAs(out, step);
    storeAs(out + 8, static_cast<std::uint32_t>(kind));  // the kind's byte and three zeros
    storeAs(out + 12, count);
}

void encodeValuesPrefix(const ValuesPayload& values, std::byte* out) {
    storeAs(out, values.step);
    storeAs(out + 8, static_cast<std::uint32_t>(values.kind));
    storeAs(out + 12, values.member);
    storeAs(out + 16, values.offset);
    storeAs(out + 24, values.total);
}

std::size_t stepPayloadBytes(const StepPayload& step) {
    return stepPrefixBytes + step.losses.size() * lossBytes;
}

void encodeStep(const StepPayload& step, std::byte* out) {
    storeAs(out, step.step);
    std::uint32_t flags = 0;
    if (step.learningRate) flags |= hasLearningRate;
    if (step.gradientNorm) flags |= hasGradientNorm;
    if (step.stepSeconds) flags |= hasStepSeconds;
    storeAs(out + 8, flags);
    storeAs(out + 12, static_cast<std::uint32_t>(step.losses.size()));
    storeAs(out + 16, step.learningRate.value_or(0));
    storeAs(out + 24, step.gradientNorm.value_or(0));
    storeAs(out + 32, step.stepSeconds.value_or(0));
    for (std::size_t kind = 0; kind < kindCount; ++kind) storeAs(out + 40 + kind * 16, step.digests[kind]);
    std::byte* loss = out + stepPrefixBytes;
    for (const LossValue& value : step.losses) {
        storeAs(loss, std::uint64_t{static_cast<std::uint8_t>(value.dtype)});
        storeAs(loss + 8, value.bits);
        loss += lossBytes;
    }
}

Result<FingerprintsPayload> decodeFingerprints(std::span<const std::byte> payload) {
    if (payload.size() < fingerprintsPrefixBytes) return fail("too short for fingerprints");
    const auto kind = kindOf(payload[8]);
    if (!kind) return fail("fingerprints of an unknown kind");
    FingerprintsPayload out;
    out.step = loadAs<std::int64_t>(payload.data());
    out.kind = *kind;
    out.count = loadAs<std::uint32_t>(payload.data() + 12);
    out.fingerprints = payload.subspan(fingerprintsPrefixBytes);
    if (out.count > maxMembersPerKind ||
        out.fingerprints.size() != std::uint64_t{out.count} * sizeof(Fingerprint))
        return fail("fingerprints whose count does not fit their length");
    return out;
}

Result<ValuesPayload> decodeValues(std::span<const std::byte> payload, std::uint64_t payloadBytes) {
    if (payload.size() < valuesPrefixBytes || payloadBytes < valuesPrefixBytes)
        return fail("too short for values");
    const auto kind = kindOf(payload[8]);
    if (!kind) return fail("values of an unknown kind");
    ValuesPayload out;
    out.step = loadAs<std::int64_t>(payload.data());
    out.kind = *kind;
    out.member = loadAs<std::uint32_t>(payload.data() + 12);
    out.offset = loadAs<std::uint64_t>(payload.data() + 16);
    out.total = loadAs<std::uint64_t>(payload.data() + 24);
    out.bytes = payloadBytes - valuesPrefixBytes;
    if (out.bytes > maxValuePartBytes) return fail("a part of values longer than 16 MiB");
    if (out.offset > out.total || out.bytes > out.total - out.offset)
        return fail("values beyond their own end");
    return out;
}

Result<StepPayload> decodeStep(std::span<const std::byte> payload) {
    if (payload.size() < stepPrefixBytes) return fail("too short for a step");
    const auto losses = loadAs<std::uint32_t>(payload.data() + 12);
    if (payload.size() != stepPrefixBytes + std::uint64_t{losses} * lossBytes)
        return fail("a step whose number of losses does not fit its length");
    StepPayload out;
    out.step = loadAs<std::int64_t>(payload.data());
    const auto flags = loadAs<std::uint32_t>(payload.data() + 8);
    if (flags & hasLearningRate) out.learningRate = loadAs<double>(payload.data() + 16);
    if (flags & hasGradientNorm) out.gradientNorm = loadAs<double>(payload.data() + 24);
    if (flags & hasStepSeconds) out.stepSeconds = loadAs<double>(payload.data() + 32);
    for (std::size_t kind = 0; kind < kindCount; ++kind)
        out.digests[kind] = loadAs<Fingerprint>(payload.data() + 40 + kind * 16);
    out.losses.resize(losses);
    const std::byte* loss = payload.data() + stepPrefixBytes;
    for (LossValue& value : out.losses) {
        value.dtype = static_cast<ScalarType>(loadAs<std::int8_t>(loss));
        value.bits = loadAs<std::uint64_t>(loss + 8);
        loss += lossBytes;
    }
    return out;
}

std::optional<std::uint64_t> sizeInBytes(const Member& member) {
    std::uint64_t bytes = fingerprint::sizeOf(member.dtype);
    if (bytes == 0) return std::nullopt;
    bool isEmpty = false;
    for (const std::int64_t size : member.shape) {
        if (size < 0) return std::nullopt;
        if (size == 0) isEmpty = true;
        // The product of the other sizes must fit even where one of them is 0: HDF5 and strides need it.
        if (size > 0 && __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes))
            return std::nullopt;
    }
    return isEmpty ? 0 : bytes;
}

}  // namespace firstsplit::journal
