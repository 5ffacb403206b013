#include "core/train/digits.h"

#include <charconv>
#include <stdexcept>

#include "core/train/bundled_text.h"

namespace firstsplit::train {

Digits loadDigits() {
    constexpr std::int64_t count = 1797, highestLabel = 9;
    Digits digits{at::empty({count, Digits::pixelCount}, at::kByte), at::empty({count}, at::kLong)};
    auto* pixels = digits.pixels.mutable_data_ptr<std::uint8_t>();
    auto* labels = digits.labels.mutable_data_ptr<std::int64_t>();
    const std::string text = digitsText();
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::int64_t i = 0; i < count * (Digits::pixelCount + 1); ++i) {
        const bool isLabel = i % (Digits::pixelCount + 1) == Digits::pixelCount;
        int value = -1;
        const auto [next, error] = std::from_chars(at, end, value);
        const char separator = isLabel ? '\n' : ',';
        if (error != std::errc{} || value < 0 || value > (isLabel ? highestLabel : Digits::highest) ||
            next == end || *next != separator)
            throw std::runtime_error("The built-in digits data is damaged: build the runner again.");
        if (isLabel) {
            *labels++ = value;
        } else {
            *pixels++ = static_cast<std::uint8_t>(value);
        }
        at = next + 1;
    }
    return digits;
}

}  // namespace firstsplit::train
