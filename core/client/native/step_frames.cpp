#include <array>
#include <cstring>
#include <span>

#include "client.h"
#include "core/base/kind.h"
#include "core/fingerprint/fingerprint.h"
#include "core/journal/bytes.h"
#include "core/journal/frame.h"
#include "core/journal/payload.h"

namespace fp = firstsplit::fingerprint;
namespace jr = firstsplit::journal;
using firstsplit::Kind;
using firstsplit::kindCount;

namespace {

class Frames {
  public:
    Frames(std::byte* out, std::uint32_t sequence) : m_out(out), m_sequence(sequence) {}

    /// Where the next frame's payload goes.
    std::byte* payload() { return m_out + m_size + jr::frameHeaderBytes; }

    void seal(jr::FrameType type, std::size_t payloadBytes) {
        std::byte* start = m_out + m_size;
        jr::FrameHeader header;
        header.type = static_cast<std::uint16_t>(type);
        header.payloadBytes = payloadBytes;
        header.payloadCheck = jr::checkOf(header.algorithm, {payload(), payloadBytes});
        header.sequence = m_sequence++;
        jr::encodeFrameHeader(header,
                              std::span<std::byte, jr::frameHeaderBytes>(start, jr::frameHeaderBytes));
        const std::size_t padded = jr::paddedSize(payloadBytes);
        std::memset(payload() + payloadBytes, 0, padded - payloadBytes);
        m_size += jr::frameHeaderBytes + padded;
    }

    std::size_t size() const { return m_size; }

  private:
    std::byte* m_out;
    std::uint32_t m_sequence;
    std::size_t m_size = 0;
};

jr::Fingerprint digestOf(std::span<const std::byte> row) {
    const std::array<std::int64_t, 2> shape = {static_cast<std::int64_t>(row.size() / 16), 2};
    return fp::ofTensor(fp::ScalarType::Int64, shape, row);
}

}  // namespace

extern "C" std::size_t firstsplit_encode_step(const FirstsplitStep* step, const std::uint64_t* losses,
                                              const void* rows, const FirstsplitValue* values,
                                              const void* data, void* out) {
    Frames frames(static_cast<std::byte*>(out), step->sequence);
    jr::StepPayload whole;
    const auto* row = static_cast<const std::byte*>(rows);
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
        const std::uint32_t count = step->memberCounts[kind];
        if (count == 0) continue;
        const std::size_t bytes = std::size_t{count} * 16;
        whole.digests[kind] = digestOf({row, bytes});
        if (step->kept >> kind & 1) {
            jr::encodeFingerprintsPrefix(step->step, static_cast<Kind>(kind), count, frames.payload());
            std::memcpy(frames.payload() + jr::fingerprintsPrefixBytes, row, bytes);
            frames.seal(jr::FrameType::Fingerprints, jr::fingerprintsPrefixBytes + bytes);
        }
        row += bytes;
    }
    const auto* bytes = static_cast<const std::byte*>(data);
    for (std::uint32_t i = 0; i < step->valueCount; ++i) {
        jr::ValuesPayload value;
        value.step = step->step;
        value.kind = static_cast<Kind>(values[i].kind);
        value.member = values[i].member;
        value.total = values[i].bytes;
        jr::encodeValuesPrefix(value, frames.payload());
        if (value.total > 0) std::memcpy(frames.payload() + jr::valuesPrefixBytes, bytes, value.total);
        frames.seal(jr::FrameType::Values, jr::valuesPrefixBytes + value.total);
        bytes += value.total;
    }
    whole.step = step->step;
    if (step->flags & 1) whole.learningRate = step->scalars[0];
    if (step->flags & 2) whole.gradientNorm = step->scalars[1];
    if (step->flags & 4) whole.stepSeconds = step->scalars[2];
    for (std::uint32_t i = 0; i < step->lossCount; ++i)
        whole.losses.push_back({static_cast<fp::ScalarType>(losses[2 * i]), losses[2 * i + 1]});
    jr::encodeStep(whole, frames.payload());
    frames.seal(jr::FrameType::Step, jr::stepPayloadBytes(whole));
    return frames.size();
}
