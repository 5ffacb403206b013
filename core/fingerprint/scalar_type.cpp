#include <array>
#include <charconv>
#include <cstdint>

#include "core/fingerprint/fingerprint.h"

namespace firstsplit::fingerprint {
namespace {

struct Row {
    ScalarType type;
    std::size_t size;
    std::string_view name;
};

// Names as PyTorch prints them, without "torch."; its complex types are named by the size of the whole
// number.
constexpr std::array<Row, 16> rows = {{
    {ScalarType::UInt8, 1, "uint8"},
    {ScalarType::Int8, 1, "int8"},
    {ScalarType::Int16, 2, "int16"},
    {ScalarType::Int32, 4, "int32"},
    {ScalarType::Int64, 8, "int64"},
    {ScalarType::Float16, 2, "float16"},
    {ScalarType::Float32, 4, "float32"},
    {ScalarType::Float64, 8, "float64"},
    {ScalarType::ComplexFloat16, 4, "complex32"},
    {ScalarType::ComplexFloat32, 8, "complex64"},
    {ScalarType::ComplexFloat64, 16, "complex128"},
    {ScalarType::Bool, 1, "bool"},
    {ScalarType::BFloat16, 2, "bfloat16"},
    {ScalarType::UInt16, 2, "uint16"},
    {ScalarType::UInt32, 4, "uint32"},
    {ScalarType::UInt64, 8, "uint64"},
}};

}  // namespace

std::size_t sizeOf(ScalarType type) {
    for (const Row& row : rows)
        if (row.type == type) return row.size;
    return 0;
}

std::string nameOf(ScalarType type) {
    for (const Row& row : rows)
        if (row.type == type) return std::string(row.name);
    return "type " + std::to_string(static_cast<int>(type));
}

ScalarType scalarTypeNamed(std::string_view name) {
    for (const Row& row : rows)
        if (row.name == name) return row.type;
    // The inverse of nameOf for numbers without a name, and for these alone.
    constexpr std::string_view prefix = "type ";
    if (!name.starts_with(prefix)) return ScalarType::Unknown;
    name.remove_prefix(prefix.size());
    int wide = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), wide);
    if (error != std::errc() || end != name.data() + name.size() || wide < 0 || wide > INT8_MAX)
        return ScalarType::Unknown;
    const auto type = static_cast<ScalarType>(wide);
    return sizeOf(type) == 0 ? type : ScalarType::Unknown;
}

}  // namespace firstsplit::fingerprint
