#include "core/record/range_check.h"

#include <fmt/format.h>

namespace firstsplit::record {

Result<> checkRows(const std::string& path, std::int64_t firstRow, std::size_t count, std::int64_t rows) {
    if (firstRow >= 0 && firstRow <= rows && count <= static_cast<std::uint64_t>(rows - firstRow)) return {};
    return fail(
        fmt::format("{}: rows {} to {} were asked for, but there are {}. Ask for steps that were recorded.",
                    path, firstRow, firstRow + static_cast<std::int64_t>(count), rows));
}

Result<> checkTable(const std::string& path, std::size_t first, std::size_t count, std::size_t rows,
                    std::size_t members, std::size_t room) {
    if (first > rows || count > rows - first)
        return fail(
            fmt::format("{}: fingerprints {} to {} were asked for, but {} rows were kept. Ask for rows that "
                        "were kept.",
                        path, first, first + count, rows));
    if (room == count * members) return {};
    return fail(fmt::format("{}: room for {} fingerprints was given, but {} rows of {} were asked for.", path,
                            room, count, members));
}

tl::unexpected<Error> noValues(const std::string& path, Kind kind, std::uint32_t member,
                               std::size_t snapshot) {
    return fail(fmt::format("{}: snapshot {} holds no bytes of {} {}. Record with a larger snapshot budget.",
                            path, snapshot, labelOf(kind), member));
}

tl::unexpected<Error> otherSize(const std::string& path, Kind kind, std::uint32_t member, std::uint64_t bytes,
                                std::size_t room) {
    return fail(fmt::format("{}: {} {} has {} bytes, but room for {} was given.", path, labelOf(kind), member,
                            bytes, room));
}

}  // namespace firstsplit::record
