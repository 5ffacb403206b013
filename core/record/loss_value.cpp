#include "core/record/loss_value.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace firstsplit::record {

namespace {

double fromFloat16(std::uint16_t bits) {
    const bool isNegative = (bits & 0x8000u) != 0;
    const int exponent = (bits >> 10) & 0x1f;
    const int mantissa = bits & 0x3ff;
    double value = 0;
    if (exponent == 0x1f)
        value = mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                              : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(mantissa, -24);
    else
        value = std::ldexp(1024 + mantissa, exponent - 25);
    return isNegative ? -value : value;
}

}  // namespace

double toDouble(const LossValue& loss) {
    switch (loss.dtype) {
        case ScalarType::Float32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(loss.bits));
        case ScalarType::Float64:
            return std::bit_cast<double>(loss.bits);
        case ScalarType::Float16:
            return fromFloat16(static_cast<std::uint16_t>(loss.bits));
        case ScalarType::BFloat16:
            return std::bit_cast<float>(static_cast<std::uint32_t>(loss.bits & 0xffff) << 16);
        case ScalarType::UInt8:
            return static_cast<std::uint8_t>(loss.bits);
        case ScalarType::Int8:
            return static_cast<std::int8_t>(loss.bits);
        case ScalarType::Int16:
            return static_cast<std::int16_t>(loss.bits);
        case ScalarType::Int32:
            return static_cast<std::int32_t>(loss.bits);
        case ScalarType::Int64:
            return static_cast<double>(static_cast<std::int64_t>(loss.bits));
        default:
            return std::numeric_limits<double>::quiet_NaN();
    }
}

double meanOf(std::span<const LossValue> losses) {
    if (losses.empty()) return std::numeric_limits<double>::quiet_NaN();
    if (losses.size() == 1) return toDouble(losses[0]);
    double sum = 0;
    for (const LossValue& loss : losses) sum += toDouble(loss);
    return sum / static_cast<double>(losses.size());
}

void LossType::see(std::span<const LossValue> losses) {
    for (const LossValue& loss : losses) {
        const bool isReal = loss.dtype == ScalarType::Float16 || loss.dtype == ScalarType::BFloat16 ||
                            loss.dtype == ScalarType::Float32;
        const ScalarType type = isReal ? loss.dtype : ScalarType::Float64;
        m_type = m_type == ScalarType::Unknown || m_type == type ? type : ScalarType::Float64;
    }
}

bool LossType::isStoredAsFloat64() const {
    return m_type == ScalarType::Float64;
}

double LossType::asStored(double value) const {
    return isStoredAsFloat64() ? value : static_cast<double>(static_cast<float>(value));
}

}  // namespace firstsplit::record
