#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/kind.h"
#include "core/base/result.h"

/// What both readers of a run answer when they are asked for what is not there.
namespace firstsplit::record {

Result<> checkRows(const std::string& path, std::int64_t firstRow, std::size_t count, std::int64_t rows);
/// Positions [first, first + count) of `rows` rows of `members` fingerprints each, into `room` fingerprints.
Result<> checkTable(const std::string& path, std::size_t first, std::size_t count, std::size_t rows,
                    std::size_t members, std::size_t room);
tl::unexpected<Error> noValues(const std::string& path, Kind kind, std::uint32_t member,
                               std::size_t snapshot);
tl::unexpected<Error> otherSize(const std::string& path, Kind kind, std::uint32_t member, std::uint64_t bytes,
                                std::size_t room);

}  // namespace firstsplit::record
