#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace firstsplit::fingerprint {

/// Element types, numbered as PyTorch serialises them (c10/core/ScalarType.h); the numbers enter the
/// fingerprint.
enum class ScalarType : std::int8_t {
    UInt8 = 0,
    Int8 = 1,
    Int16 = 2,
    Int32 = 3,
    Int64 = 4,
    Float16 = 5,
    Float32 = 6,
    Float64 = 7,
    ComplexFloat16 = 8,
    ComplexFloat32 = 9,
    ComplexFloat64 = 10,
    Bool = 11,
    BFloat16 = 15,
    UInt16 = 27,
    UInt32 = 28,
    UInt64 = 29,
    Unknown = -1,
};

/// Bytes of one element; 0 when the type is unknown.
std::size_t sizeOf(ScalarType type);
/// "float32", "bfloat16", "int64" …; "type 23" for a number without a name here.
std::string nameOf(ScalarType type);
/// The inverse of nameOf; Unknown for anything else.
ScalarType scalarTypeNamed(std::string_view name);

/// The 128-bit fingerprint `fs128/1` of a tensor: dtype, shape and bytes in row-major order.
///
/// Strength: two given blocks of 2 KiB collide with a chance of about 2^-31 a lane and 2^-62 in both (NH;
/// Black, Halevi, Krawczyk, Krovetz, Rogaway, "UMAC", CRYPTO 1999). The keys are public, so contents chosen
/// against them collide: this is no cryptographic hash. (0, 0) is reserved for "absent: not recorded, or no
/// such tensor".
struct Fingerprint {
    std::array<std::uint64_t, 2> lanes{};

    bool isAbsent() const { return lanes[0] == 0 && lanes[1] == 0; }
    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
    friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};
static_assert(sizeof(Fingerprint) == 16);

/// Sixteen hexadecimal digits a lane, separated by a space: "578a9b09dc3db2dc 5c3ea5c6f143be79".
std::string toHex(const Fingerprint& fingerprint);

/// Fingerprint of a tensor whose elements stand in `bytes` contiguously in row-major order, little-endian.
/// `bytes.size()` must be the product of `shape` times sizeOf(type). Any alignment. Thread-safe, no
/// allocation.
Fingerprint ofTensor(ScalarType type, std::span<const std::int64_t> shape, std::span<const std::byte> bytes);

/// Fingerprint of an ordered list (a step's digest of a kind, a batch, an optimizer's state): that of the
/// int64 tensor [n, 2] of the members' fingerprints.
Fingerprint ofList(std::span<const Fingerprint> members);

/// "scalar", "sse4.1", "avx2" or "avx512": the code path that this processor was found to have, in use now.
std::string_view dispatchName();

}  // namespace firstsplit::fingerprint
