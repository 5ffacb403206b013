#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/record/run.h"

namespace firstsplit::compare {

struct MemberPair {
    std::uint32_t a = 0, b = 0;  ///< numbers among the kind's members in A and in B
    std::string name;
};

/// Which members of a kind are the same thing in both runs.
struct MemberMap {
    std::vector<MemberPair> common;  ///< in A's order
    std::vector<std::uint32_t> onlyA, onlyB;
    /// A digest is made over the members in their order, so digests say something only while both lists are
    /// the same. Steps below this one have the same list; INT64_MAX: always.
    std::int64_t digestsComparableBefore = 0;

    bool isIdentity() const;  ///< every member of either run has its partner at the same number
};

/// Tensors are the same when name, shape and dtype are; generators and parts of a batch when the name is
/// (another shape of a batch is a difference, not another thing). Several members of one name are matched in
/// their order.
MemberMap alignMembers(Kind kind, const std::vector<record::Member>& a, const std::vector<record::Member>& b);

}  // namespace firstsplit::compare
