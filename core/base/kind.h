#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace firstsplit {

/// What is fingerprinted at every step, in the order of causation within a step: the random state is read
/// before the batch is drawn, gradients are taken as the optimizer sees them, weights after its step.
/// Buffers (batch-norm statistics and the like) are written by the forward pass, and read beside the loss.
/// The numbers are those of the journal and may never change.
enum class Kind : std::uint8_t {
    RandomState = 0,
    Batch = 1,
    Loss = 2,
    Buffer = 3,
    Gradient = 4,
    Optimizer = 5,
    Weight = 6,
};

inline constexpr std::size_t kindCount = 7;
inline constexpr std::array<Kind, kindCount> allKinds = {Kind::RandomState, Kind::Batch,     Kind::Loss,  Kind::Buffer,
                                                         Kind::Gradient,    Kind::Optimizer, Kind::Weight};

constexpr std::size_t indexOf(Kind kind) { return static_cast<std::size_t>(kind); }

/// The kind's name in files and JSON: "random_state", "batch", "loss", "buffer", "gradient", "optimizer", "weight".
constexpr std::string_view nameOf(Kind kind) {
    constexpr std::array<std::string_view, kindCount> names = {"random_state", "batch",     "loss",  "buffer",
                                                               "gradient",     "optimizer", "weight"};
    return names[indexOf(kind)];
}

/// The kind's name for people: as nameOf, with spaces.
constexpr std::string_view labelOf(Kind kind) { return kind == Kind::RandomState ? "random state" : nameOf(kind); }

constexpr std::optional<Kind> kindNamed(std::string_view name) {
    for (Kind kind : allKinds)
        if (nameOf(kind) == name) return kind;
    return std::nullopt;
}

}  // namespace firstsplit
