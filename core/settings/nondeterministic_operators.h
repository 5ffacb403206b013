#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Operators that LibTorch says have no deterministic implementation: an error with `deterministic=error`, a
/// warning with `deterministic=warn`.
namespace firstsplit::settings {

/// The operator's name in LibTorch's sentence about it; nothing when the text is about something else.
std::optional<std::string> nondeterministicOperatorIn(std::string_view text);

/// What can be done about the operator: one or two sentences.
std::string remedyFor(std::string_view operatorName);

}  // namespace firstsplit::settings
