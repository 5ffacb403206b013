// known_answers.json as the C++ tests read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/fingerprint/fingerprint.h"

namespace firstsplit::fingerprint::test {

struct KnownTensor {
    std::string name;
    ScalarType type = ScalarType::Unknown;
    std::vector<std::int64_t> shape;
    std::vector<std::byte> bytes;  ///< In row-major order, views resolved.
    std::string fingerprint;
};

struct KnownList {
    std::string name;
    std::vector<std::string> members;  ///< Names of tensors, or "absent".
    std::string fingerprint;
};

struct KnownAnswers {
    std::vector<KnownTensor> tensors;
    std::vector<KnownList> lists;

    /// The list's members, read from their hexadecimal answers.
    std::vector<Fingerprint> membersOf(const KnownList& list) const;
};

/// Throws when the file is missing, or says something that is not understood here.
const KnownAnswers& knownAnswers();

/// The inverse of toHex. Throws on anything else.
Fingerprint fromHex(const std::string& text);

}  // namespace firstsplit::fingerprint::test
