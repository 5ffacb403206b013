#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace firstsplit {

/// A foreseeable failure: one sentence for a person, which names the thing, the reason and the remedy.
struct Error {
    std::string message;
};

/// The outcome of everything that can foreseeably fail; exceptions are kept for bugs and LibTorch's edge.
template <class T = void>
using Result = tl::expected<T, Error>;

/// `return fail("runs/a.split.h5 cannot be opened: no such file. Check the path.");`
[[nodiscard]] inline tl::unexpected<Error> fail(std::string sentence) {
    return tl::unexpected<Error>(Error{std::move(sentence)});
}

}  // namespace firstsplit
