#include "core/compare/member_map.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

namespace firstsplit::compare {
namespace {

bool goesByNameAlone(Kind kind) {
    return kind == Kind::RandomState || kind == Kind::Batch || kind == Kind::Loss;
}

bool isSame(Kind kind, const record::Member& a, const record::Member& b) {
    if (a.name != b.name) return false;
    return goesByNameAlone(kind) || (a.shape == b.shape && a.dtype == b.dtype);
}

std::int64_t firstStepOfAnotherList(Kind kind, const std::vector<record::Member>& a,
                                    const std::vector<record::Member>& b) {
    constexpr auto never = std::numeric_limits<std::int64_t>::max();
    if (kind == Kind::Loss) return never;  // a list of values: how many there are is part of the difference
    std::size_t same = 0;
    while (same < a.size() && same < b.size() && isSame(kind, a[same], b[same])) ++same;
    std::int64_t step = never;
    // Members stand in order of appearance: what follows the first mismatch cannot have come before it.
    if (same < a.size()) step = std::min(step, a[same].sinceStep);
    if (same < b.size()) step = std::min(step, b[same].sinceStep);
    return step;
}

}  // namespace

bool MemberMap::isIdentity() const {
    return onlyA.empty() && onlyB.empty() &&
           std::all_of(common.begin(), common.end(), [](const MemberPair& pair) { return pair.a == pair.b; });
}

MemberMap alignMembers(Kind kind, const std::vector<record::Member>& a,
                       const std::vector<record::Member>& b) {
    MemberMap map;
    map.digestsComparableBefore = firstStepOfAnotherList(kind, a, b);
    std::map<std::string, std::deque<std::uint32_t>> byName;
    for (std::uint32_t number = 0; number < b.size(); ++number) byName[b[number].name].push_back(number);
    std::vector<bool> taken(b.size(), false);
    for (std::uint32_t number = 0; number < a.size(); ++number) {
        auto found = byName.find(a[number].name);
        if (found != byName.end()) {
            auto& candidates = found->second;
            const auto partner =
                std::find_if(candidates.begin(), candidates.end(),
                             [&](std::uint32_t candidate) { return isSame(kind, a[number], b[candidate]); });
            if (partner != candidates.end()) {
                map.common.push_back({number, *partner, a[number].name});
                taken[*partner] = true;
                candidates.erase(partner);
                continue;
            }
        }
        map.onlyA.push_back(number);
    }
    for (std::uint32_t number = 0; number < b.size(); ++number)
        if (!taken[number]) map.onlyB.push_back(number);
    return map;
}

}  // namespace firstsplit::compare
