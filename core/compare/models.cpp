#include "core/compare/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/compare/member_map.h"
#include "core/compare/phrases.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

constexpr std::array<Kind, 4> tensorKinds = {Kind::Weight, Kind::Buffer, Kind::Gradient, Kind::Optimizer};

}  // namespace

bool isTensorKind(Kind kind) {
    return std::find(tensorKinds.begin(), tensorKinds.end(), kind) != tensorKinds.end();
}

Result<> checkThatModelsMeet(const record::Run& a, const record::Run& b) {
    // The first kind that both runs know says which model each of them is.
    for (const Kind kind : tensorKinds) {
        const auto& membersA = a.members(kind);
        const auto& membersB = b.members(kind);
        if (membersA.empty() || membersB.empty()) continue;
        if (!alignMembers(kind, membersA, membersB).common.empty()) return {};
        return fail(
            fmt::format("These runs cannot be compared: A has {}, B has {}, no name and shape in common.",
                        countOf(static_cast<std::int64_t>(membersA.size()), "tensor"),
                        countText(static_cast<std::int64_t>(membersB.size()))));
    }
    return {};
}

}  // namespace firstsplit::compare
