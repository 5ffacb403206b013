#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/record/hdf5/handle.h"

/// Attributes of a group or dataset: text of a fixed length, and 64-bit integers. All throw Failure.
namespace firstsplit::record::hdf5 {

/// Longer text is cut: an attribute must fit an object header (64 KiB).
inline constexpr std::size_t maxAttributeTextBytes = 32768;

void writeText(hid_t object, const char* name, const std::string& text);
void writeInteger(hid_t object, const char* name, std::int64_t value);
/// Empty when there is none; throws when it is no text.
std::string readText(hid_t object, const char* name);
std::optional<std::int64_t> readInteger(hid_t object, const char* name);

/// At most `bytes` of a UTF-8 text, not cut within a character.
std::string cutText(const std::string& text, std::size_t bytes);

}  // namespace firstsplit::record::hdf5
